"""What is asked before an event is finished or put away: rounds and tables that are not settled."""

import pytest

from league.play.events import services as events
from league.play.events.models import Event
from league.play.results.models import TableResult
from league.play.rounds import services as rounds
from league.play.rounds.unsettled import unsettled
from tests.league.play.events.factories import DIRECTOR, NOW, make_running
from tests.league.play.rounds.factories import (
    close_round,
    draw,
    make_league,
    make_played,
    open_round,
)

pytestmark = pytest.mark.django_db


def finish(event, **more):
    return events.finish_event(event=event, actor=DIRECTOR, at=NOW, **more)


def said(event):
    return [(one.code, str(one.sentence)) for one in unsettled(event)]


def play(round):
    open_round(round)
    for table in round.tables.all():
        make_played(table)
    return close_round(round)


@pytest.mark.long
def test_an_event_that_is_settled_is_finished_without_a_question():
    drawn = make_league(4)
    for round in drawn:
        play(round)

    assert said(drawn[0].stage.event) == []
    assert finish(drawn[0].stage.event).state == "finished"


@pytest.mark.long
def test_rounds_that_nobody_opened_are_named_and_it_can_be_insisted():
    first, *_rest = make_league(4)
    play(first)

    with pytest.raises(events.Unsettled) as refused:
        finish(first.stage.event)
    assert str(refused.value) == "Rounds 2–3 are drawn and were never opened."
    assert Event.objects.get().state == "running"
    assert finish(first.stage.event, anyway=True).state == "finished"


@pytest.mark.long
def test_rounds_that_are_not_drawn_are_counted():
    event = make_running(8, format="swiss", rounds_planned=5)
    (first,) = draw(event)
    play(first)

    assert said(event) == [("rounds_undrawn", "4 of 5 rounds are not drawn.")]


@pytest.mark.long
def test_a_bracket_counts_the_rounds_to_its_winner():
    event = make_running(8, format="knockout")
    (first,) = draw(event)
    play(first)

    assert said(event) == [("rounds_undrawn", "2 of 3 rounds are not drawn.")]


@pytest.mark.long
def test_a_bracket_that_is_decided_is_settled():
    event = make_running(4, format="knockout")
    for _round in range(2):
        play(draw(event)[0])

    assert said(event) == []


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
    events.add_stage(event=event, format="knockout", name="Finals", actor=DIRECTOR, at=NOW)
    for round in rounds.draw_rounds(stage=event.stages.get(number=1), actor=DIRECTOR, at=NOW):
        play(round)

    assert said(event) == [("rounds_undrawn", "Finals: No round is drawn yet.")]


@pytest.mark.long
def test_an_event_of_which_nothing_was_opened_is_put_away_only_when_insisted_on():
    event = finish(make_league(4)[0].stage.event, anyway=True)

    with pytest.raises(events.Unsettled, match="No round of this event was ever opened"):
        events.archive_event(event=event, actor=DIRECTOR, at=NOW)
    archived = events.archive_event(event=event, anyway=True, actor=DIRECTOR, at=NOW)
    assert archived.state == "archived"
