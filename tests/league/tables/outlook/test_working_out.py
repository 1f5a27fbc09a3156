"""The outlook of a stage, from its facts in the database to the rows that pages show."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.play.events.models import EventState
from league.play.rounds.models import Placement, PlacementKind
from league.tables.outlook.models import EntryOutlook, OutlookState, StageOutlook
from league.tables.outlook.services import recompute_outlook
from tests.league.tables.outlook.last_rounds import four_in_the_last_round
from tests.league.tables.standings.factories import (
    NOW,
    add_entry,
    build,
    entry_of,
    make_round,
    make_stage,
    make_table,
    play,
)

pytestmark = pytest.mark.django_db


def worked_out(stage, *, scratch=True):
    recompute_outlook(stage_id=stage.pk, at=NOW, from_scratch=scratch)
    return StageOutlook.objects.get(pk=stage.pk)


def reach(stage):
    rows = EntryOutlook.objects.filter(stage=stage).order_by("entry__number")
    return {
        row.entry.members.get().player.name: (row.best, row.worst, row.mark)
        for row in rows.select_related("entry")
    }


@pytest.mark.long
def test_a_league_before_its_last_round():
    stage = four_in_the_last_round()

    outlook = worked_out(stage)

    assert (outlook.state, outlook.is_exact, outlook.open_tables) == (OutlookState.KNOWN, True, 2)
    assert reach(stage) == {
        "Ann": (1, 3, ""),
        "Bob": (1, 4, ""),
        "Cy": (1, 4, ""),
        "Di": (2, 4, "out"),
    }
    assert outlook.groups == {"": {"size": 4, "up": 0, "down": 0}}


def test_head_to_head_that_is_settled_decides_a_tie():
    stage = four_in_the_last_round(tiebreaks=["head_to_head"])

    outlook = worked_out(stage)

    # Cy can only be level with Ann, alone or with Bob, and lost to her
    assert outlook.followed == ["head_to_head"]
    assert reach(stage)["Ann"] == (1, 3, "")
    assert reach(stage)["Cy"][0] == 1  # level with Ann and Bob all have two points among them


def test_byes_to_come_are_counted():
    stage = make_stage("Ann", "Bob", "Cy")
    first, second = make_round(stage, 1), make_round(stage, 2)
    play(first, {"Ann": 300, "Bob": 100})
    Placement.objects.create(round=first, entry=entry_of(stage, "Cy"), kind=PlacementKind.BYE)
    make_table(second, "Cy", "Bob")
    Placement.objects.create(round=second, entry=entry_of(stage, "Ann"), kind=PlacementKind.BYE)

    worked_out(stage)

    # Ann has 2 and a bye worth 2 to come; Cy has 2 and a table
    assert reach(stage)["Ann"] == (1, 2, "")
    assert reach(stage)["Bob"] == (2, 3, "out")


@pytest.mark.long
def test_rounds_of_a_swiss_event_that_are_not_drawn_can_bring_anything():
    stage = make_stage("Ann", "Bob", "Cy", "Di")
    stage.format, stage.rounds_planned = "swiss", 3
    stage.save()
    play(make_round(stage, 1, "closed"), {"Ann": 300, "Bob": 100})

    outlook = worked_out(stage)

    assert (outlook.rounds_to_draw, outlook.followed) == (2, [])
    assert reach(stage)["Bob"] == (1, 4, "")


@pytest.mark.long
def test_a_round_that_nobody_sees_yet_gives_nothing_away():
    stage = make_stage("Ann", "Bob", "Cy", "Di")
    stage.format, stage.rounds_planned = "swiss", 2
    stage.save()
    first = make_round(stage, 1, "closed")
    play(first, {"Ann": 300, "Bob": 100})
    play(first, {"Cy": 300, "Di": 100})
    make_table(make_round(stage, 2, "drawn"), "Ann", "Cy")

    outlook = worked_out(stage)

    assert (outlook.open_tables, outlook.rounds_to_draw) == (0, 1)
    assert reach(stage)["Di"][0] == 1


def test_total_points_have_no_limit_and_it_is_said():
    stage = make_stage("Ann", "Bob", method={"name": "total_points"})
    make_table(make_round(stage), "Ann", "Bob")

    assert worked_out(stage).state == OutlookState.NO_LIMIT
    assert reach(stage) == {}


def test_an_event_that_is_over_has_no_outlook():
    stage = four_in_the_last_round()
    worked_out(stage)
    stage.event.state = EventState.FINISHED
    stage.event.save()

    assert worked_out(stage).state == OutlookState.NOTHING
    assert reach(stage) == {}


def test_a_withdrawn_entry_gets_nothing_from_rounds_to_come():
    stage = make_stage("Ann", "Bob")
    stage.format, stage.rounds_planned = "swiss", 2
    stage.save()
    gone = add_entry(stage, "Cy")
    play(make_round(stage, 1, "closed"), {"Ann": 300, "Bob": 100})
    play_cy = make_round(stage, 2, "closed")
    play(play_cy, {"Ann": 300, "Cy": 100})
    stage.rounds_planned = 3
    stage.save()
    gone.state, gone.withdrawn_at = "withdrawn", NOW
    gone.save()

    worked_out(stage)

    assert reach(stage)["Cy"] == (2, 3, "out")


def test_the_row_of_the_standings_is_held_before_the_own_as_deliveries_do():
    stage = four_in_the_last_round()
    build(stage)
    with CaptureQueriesContext(connection) as asked:
        worked_out(stage)

    written = [row["sql"] for row in asked if row["sql"].startswith(("UPDATE", "DELETE"))]
    held = [row["sql"] for row in asked if "FOR NO KEY UPDATE" in row["sql"]]
    assert "standings_stagestandings" in held[0]
    assert "standings_stagestandings" in written[0]
