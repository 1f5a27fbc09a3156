"""What is asked before an event is finished or put away: rounds and tables that are not settled."""

import pytest

from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.results.models import TableResult
from league.play.rounds import services as rounds
from league.play.rounds.unsettled import unsettled
from tests.league.play.events.factories import DIRECTOR, NOW, make_running
from tests.league.play.rounds.factories import (
    close_round,
    make_league,
    make_played,
    open_round,
)

pytestmark = pytest.mark.django_db


def said(event):
    return [(one.code, str(one.sentence)) for one in unsettled(event)]


def play(round):
    open_round(round)
    for table in round.tables.all():
        make_played(table)
    return close_round(round)


def test_tables_without_a_result_and_disputed_ones_are_named():
    first, *_rest = make_league(8)
    open_round(first)
    one, _other, *others = first.tables.order_by("number")
    for table in others:
        make_played(table)
    TableResult.objects.update_or_create(table=one, defaults={"round": first, "state": "disputed"})
    close_round(first)

    assert said(first.stage.event)[1:] == [
        ("tables_unconfirmed", "Table 2 of round 1 has no confirmed result."),
        ("tables_disputed", "Table 1 of round 1 is disputed."),
    ]


def test_stages_say_which_of_them_is_meant():
    event = make_running(4, format="round_robin")
    events.add_stage(event=event, format="knockout", name="Finals", by=Act(DIRECTOR, NOW))
    for round in rounds.draw_rounds(stage=event.stages.get(number=1), by=Act(DIRECTOR, NOW)):
        play(round)

    assert said(event) == [("rounds_undrawn", "Finals: No round is drawn yet.")]
