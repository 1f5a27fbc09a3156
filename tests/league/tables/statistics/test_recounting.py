"""Statistics follow the deals of confirmed tables, whatever is corrected later."""

import pytest

from league.foundation.journal.models import Happening
from league.play.results import services as results
from league.tables.statistics.models import Achievement, SeatCount, StageStatistics
from league.tables.statistics.subscriber import follow
from tests.league.factories import make_double, make_player
from tests.league.play.results.factories import (
    NOW,
    make_director,
    make_pitch_table,
    make_table,
    pinochle,
    play,
)
from tests.league.tables.statistics.factories import count, player_at, stored

pytestmark = pytest.mark.django_db

MADE = pinochle()
SET = pinochle(declarer=2, bid=80, points=(25, 25))
OTHERS = pinochle(declarer=1, bid=55, last_trick=1)


@pytest.fixture
def table():
    return make_table()


@pytest.mark.long
def test_the_deals_of_a_confirmed_table_are_counted(table):
    play(table, MADE, SET, OTHERS)
    assert count(table.round.stage)
    mine, partner = (SeatCount.objects.get(seat=seat) for seat in (0, 2))
    assert (mine.deals, mine.bids, mine.made, mine.bid_sum) == (3, 1, 1, 60)
    assert mine.partners == [partner.player_id]
    assert (partner.bids, partner.made, partner.short_sum) == (1, 0, 80 - 59)
    assert (mine.side_bids, mine.side_sets, mine.defended, mine.sets_given) == (2, 1, 1, 1)
    assert (mine.meld_deals, mine.side_meld_deals, mine.side_meld_sum) == (0, 3, 3 * 34)


@pytest.mark.long
def test_nothing_is_counted_before_the_table_is_confirmed(table):
    play(table, MADE, SET, OTHERS, confirmed=False)
    assert not count(table.round.stage)
    assert not SeatCount.objects.exists()


@pytest.mark.long
def test_counting_a_correction_gives_the_same_as_counting_from_scratch(table):
    submissions = play(table, MADE, SET, OTHERS)
    count(table.round.stage)
    results.correct(
        submission=submissions[1],
        data=pinochle(declarer=2, bid=80, points=(50, 0))
        | {"dealer": submissions[1].deal.data["dealer"]},
        reason="misread",
        key="9f0c2c0e-92d5-4b1c-8b57-0d1f5a1f7a11",
        actor=make_director(table),
        at=NOW,
    )
    assert count(table.round.stage)
    corrected = stored()
    assert SeatCount.objects.get(seat=2).made == 1
    assert not count(table.round.stage)
    SeatCount.objects.all().delete()
    assert count(table.round.stage)
    assert stored() == corrected


@pytest.mark.long
def test_a_substitute_is_counted(table):
    play(table, MADE, SET, OTHERS)
    seat = table.seats.get(number=0)
    sub = make_player(table.round.stage.event.club, "Sue Sub")
    seat.stands_in_for, seat.player, seat.is_substitute = seat.player, sub, True
    seat.save()
    count(table.round.stage)
    assert SeatCount.objects.get(seat=0).player == sub


@pytest.mark.long
def test_a_merged_player_counts_as_the_player_who_stays(table):
    play(table, MADE, SET, OTHERS)
    player = player_at(table, 0)
    double = make_double(player)
    table.seats.filter(number=0).update(player=double)
    count(table.round.stage)
    assert SeatCount.objects.get(seat=0).player == player


@pytest.mark.long
def test_a_smudge_is_an_achievement_with_its_deal():
    from tests.league.play.results.factories import pitch

    table = make_pitch_table(table_play="deals", deals_a_round=1)
    (submission,) = play(table, pitch(declarer=1, bid=4, high=1, low=1, jack=1, game=1))
    count(table.round.stage)
    found = Achievement.objects.filter(submission=submission)
    assert {one.kind for one in found} == {"smudge", "smudge_bid"}
    assert {one.player for one in found} == {player_at(table, 1)}


def test_a_trial_is_not_counted(table):
    play(table, MADE, SET, OTHERS)
    table.round.stage.event.visibility = "hidden"
    table.round.stage.event.save()
    assert not count(table.round.stage)


@pytest.mark.long
def test_the_journals_reader_wants_the_stages_in_which_something_was_played(table):
    stage = table.round.stage
    player = player_at(table, 0)

    def happened(kind: str, **about) -> Happening:
        return Happening.objects.create(kind=kind, actor_name="Ann", via="desk", **about)

    follow([happened("deal.submitted", stage_id=stage.pk), happened("player.changed")])
    assert not StageStatistics.objects.exists()
    follow([happened("table.confirmed", stage_id=stage.pk)])
    follow([happened("player.merged", subject_type="player", subject_id=player.pk)])
    follow([happened("event.changed", event_id=stage.event_id)])
    assert StageStatistics.objects.get().wanted == 3
