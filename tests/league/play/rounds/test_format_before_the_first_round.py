"""How a stage is drawn can be changed until its first round is opened, and no longer."""

import pytest
from django.db import IntegrityError, connection

from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.events.models import EntryState
from league.play.rounds import services as rounds
from league.play.rounds.services import DrawImpossible
from tests.league.play.events.factories import DIRECTOR, NOW, make_running
from tests.league.play.rounds.factories import draw, make_evening, make_league, open_round

pytestmark = pytest.mark.django_db


def change(stage, **changes):
    return events.change_stage(stage=stage, changes=changes, by=Act(DIRECTOR, NOW))


@pytest.mark.long
def test_what_nobody_has_seen_is_thrown_away_with_the_old_format():
    stage = make_league(4)[0].stage

    change(stage, format="swiss", rounds_planned=2)

    assert not stage.rounds.exists()
    assert [round.number for round in draw(stage.event)] == [1]


def test_an_opened_round_keeps_its_format():
    stage = open_round(make_evening()).stage

    with pytest.raises(events.Frozen, match="has begun"):
        change(stage, format="individual")

    assert stage.rounds.count() == 1


def test_fewer_groups_help_where_one_has_become_too_small():
    event = make_running(8, stage_options={"groups": 4})
    stage = event.stages.get()
    gone = event.entries.filter(state=EntryState.ACCEPTED).order_by("number").first()
    events.withdraw_entry(entry=gone, by=Act(DIRECTOR, NOW))
    with pytest.raises(DrawImpossible, match="make fewer groups"):
        draw(event)

    change(stage, options={"groups": 3})

    sizes = sorted(row.group for row in stage.stage_entries.all())
    assert sizes == [""] * 8  # divided by the next draw
    draw(event)
    groups = rounds.groups_now(stage)
    assert sorted({groups[entry] for entry in groups if entry != gone.pk}) == ["A", "B", "C"]


@pytest.mark.long
def test_the_database_keeps_the_format_of_a_stage_with_rounds():
    stage = make_league(4)[0].stage

    with pytest.raises(IntegrityError, match="frozen"), connection.cursor() as cursor:
        cursor.execute("UPDATE events_stage SET format = 'x' WHERE id = %s", [stage.pk])
