"""Whom a player met at a game, and the best and the worst deal: of the tables that are counted."""

import pytest

from league.play.events.models import Event
from league.play.prepared.hiding import NOTHING_HIDDEN, HiddenAtTable, HiddenDeals
from league.tables.statistics.at_tables import extremes_at, opponents_at, seats_at, tables_at
from league.tables.statistics.models import SeatCount
from league.tables.statistics.selectors import statistics_of, statistics_of_pair
from tests.league.play.results.factories import make_table, pinochle, play
from tests.league.tables.statistics.factories import count, player_at

pytestmark = [pytest.mark.django_db, pytest.mark.long]

GAME = "double-deck-pinochle"
MADE = pinochle()  # 64 : 42
SET = pinochle(declarer=2, bid=80, points=(25, 25))  # -80 : 47
OTHERS = pinochle(declarer=1, bid=55, last_trick=1)  # side 1 bids


@pytest.fixture
def table():
    table = make_table()
    play(table, MADE, SET, OTHERS)
    count(table.round.stage)
    return table


def test_the_tables_of_a_player_are_what_the_side_scored(table):
    ann, partner = player_at(table, 0), player_at(table, 2)
    mine = SeatCount.objects.get(player=ann)
    assert tables_at(ann, GAME) == [(table.pk, [partner.pk], 3, mine.points)]
    assert tables_at(ann, "pitch") == []
    assert tables_at(ann, GAME, partner=partner) == tables_at(ann, GAME)
    assert tables_at(ann, GAME, partner=player_at(table, 1)) == []


def test_what_was_played_in_other_events_is_left_out(table):
    ann, partner = player_at(table, 0), player_at(table, 2)
    here, nowhere = Event.objects.all(), Event.objects.none()
    assert tables_at(ann, GAME, here) == tables_at(ann, GAME)
    assert tables_at(ann, GAME, nowhere) == []
    assert statistics_of(ann, here) == statistics_of(ann)
    assert statistics_of(ann, nowhere) == []
    assert statistics_of_pair(ann, partner, here) == statistics_of_pair(ann, partner)
    assert statistics_of_pair(ann, partner, nowhere) == []


def test_opponents_are_who_sat_on_another_side(table):
    ann = player_at(table, 0)
    own, theirs = (SeatCount.objects.get(seat=seat).points for seat in (0, 1))
    at = tables_at(ann, GAME)
    met = opponents_at(ann, at, seats_at(at))
    assert {one.player for one in met} == {player_at(table, 1).pk, player_at(table, 3).pk}
    assert {(one.tables, one.deals, one.ahead) for one in met} == {(1, 3, own - theirs)}
    assert met[0].ahead_a_deal == round((own - theirs) / 3, 1)


def test_the_best_and_the_worst_deal_go_by_the_points_ahead(table):
    ann, other = player_at(table, 0), player_at(table, 1)
    scores = [row.deal.score for row in table.submissions.order_by("number")]
    ahead = [score[0] - score[1] for score in scores]
    best, worst = extremes_at(ann, tables_at(ann, GAME), NOTHING_HIDDEN)
    assert best is not None
    assert worst is not None
    assert (best.ahead, worst.ahead, best.side) == (max(ahead), min(ahead), 0)
    for_them = extremes_at(other, tables_at(other, GAME), NOTHING_HIDDEN)
    assert [one and one.submission for one in for_them] == [worst.submission, best.submission]


def test_a_hidden_deal_is_neither_the_best_nor_the_worst(table):
    ann = player_at(table, 0)
    best, worst = extremes_at(ann, tables_at(ann, GAME), NOTHING_HIDDEN)
    assert best is not None
    assert worst is not None
    places = {row: row.number for row in table.submissions.all()}
    hidden = HiddenDeals(
        {table.pk: HiddenAtTable((places[best.submission],), (1,), (1,), 1, False)}
    )
    shown = extremes_at(ann, tables_at(ann, GAME), hidden)
    assert best.submission not in {one.submission for one in shown if one}
    everything = HiddenAtTable((1, 2, 3), (1, 2, 3), (1, 2, 3), 3, False)
    assert extremes_at(ann, tables_at(ann, GAME), HiddenDeals({table.pk: everything})) == (
        None,
        None,
    )
