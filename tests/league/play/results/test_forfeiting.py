"""Tables to which somebody did not come."""

import pytest
from django.db import IntegrityError

from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.play.prepared.hiding import NOTHING_HIDDEN
from league.play.results import services as results
from league.play.results.models import TableResult
from league.play.rounds import services as rounds
from league.play.rounds.models import Table
from league.play.rounds.unsettled import final_of, is_decided
from league.tables.ratings.rated_tables import tables_played
from league.tables.standings.facts import facts_of
from league.tables.standings.ranking import rows_after
from league.tables.standings.stage_facts import places_after_rounds
from tests.league.play.results.factories import (
    NOW,
    make_director,
    make_round,
    make_table,
    pinochle,
    play,
    submit,
)
from tests.league.play.rounds.teams import both_tables, make_teams

pytestmark = pytest.mark.django_db
MATCH_POINTS = {"name": "match_points", "win": 2, "draw": 1, "loss": 0}


def forfeit(table, absent, reason="", actor=None):
    return results.forfeit(
        table=table, absent=absent, reason=reason, by=Act(actor or make_director(table), NOW)
    )


def test_the_side_that_came_has_won_and_nothing_can_be_entered():
    table = make_table()

    result = forfeit(table, [1], "their car")

    assert (result.state, result.winner, result.awarded) == ("confirmed", 0, [0, 0])
    with pytest.raises(results.TableFinished, match="did not come"):
        submit(table)
    said = sentence_of(Happening.objects.get(kind="table.forfeited"))
    assert "a forfeit at table 1 in round 1 of " in said
    assert said.endswith(" did not come")


@pytest.mark.long
def test_what_nobody_came_to_is_not_rated_until_it_is_taken_back():
    table = make_table()
    for _number in range(3):
        play(table, pinochle())
    club, director = table.round.stage.event.club, make_director(table)
    assert len(tables_played(club.pk)) == 1

    for absent in ([1], [0, 1]):
        forfeit(table, absent, actor=director)
        assert tables_played(club.pk) == []

    forfeit(table, None, actor=director)
    assert len(tables_played(club.pk)) == 1


@pytest.mark.parametrize("absent", [[], [2], [0, 1, 2]])
def test_only_sides_of_the_table_can_be_missing(absent):
    with pytest.raises(results.BadForfeit, match="or both"):
        forfeit(make_table(), absent)


def test_where_deals_are_compared_percentages_are_awarded_instead():
    table = make_table(
        entries=6,
        format="mitchell",
        stage_options={"prepared_deals": True},
        method={"name": "matchpoints"},
        tiebreaks=[],
    )
    with pytest.raises(results.BadForfeit, match="60"):
        forfeit(table, [0])


@pytest.mark.long
def test_a_forfeit_gives_no_points_at_the_table():
    forfeit(make_table(), [0])
    with pytest.raises(IntegrityError):
        TableResult.objects.update(awarded=[1, 2])


def test_a_match_in_two_rooms_is_forfeited_at_both_tables():
    event = make_teams(method=MATCH_POINTS)
    first, second = both_tables(make_round(event))

    result = forfeit(second, [0])

    assert result.forfeit == 0
    assert TableResult.objects.get(table=first).forfeit == 1
    rows = rows_after(
        facts_of(Table.objects.get(pk=first.pk).round.stage, hidden=NOTHING_HIDDEN), 1
    )
    assert {row.won for row in rows} == {0, 1}


def test_nobody_wins_a_match_of_a_knock_out_that_nobody_came_to():
    table = make_table(entries=4, format="knockout")
    director = make_director(table)
    result = forfeit(table, [0, 1], actor=director)
    said = {"reason": "by lot", "by": Act(director, NOW)}

    assert not results.is_level(table, result)
    with pytest.raises(results.NothingToDecide):
        results.decide_level(table=table, side=0, **said)
    (other,) = table.round.tables.exclude(pk=table.pk)
    results.award(table=other, points=[5, 3], **said)
    rounds.close_round(round=table.round, by=Act(director, NOW))
    stage = table.round.stage

    # whoever waited has won: there is no final left to be drawn
    assert is_decided(stage, stage.event)
    assert final_of(stage) is None
    assert places_after_rounds(stage, held_back=())[1][0].entry == (
        other.placements.get(side=0).entry_id
    )
