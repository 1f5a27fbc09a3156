"""How far an event is, on its card: of all the rounds there will be, those of later stages too."""

import pytest

from league.faces.desk.rounds.next_steps import next_steps
from league.faces.public.events.event_cards import event_cards, with_counts
from league.play.events import services as events
from league.play.events.models import Event
from league.play.events.names import entries_in_words
from league.play.rounds import services as rounds
from league.play.rounds.selectors import rounds_of_event
from tests.league.play.events.factories import DIRECTOR, NOW, PITCH, make_running
from tests.league.play.rounds.factories import close_round, draw, make_played, open_round

pytestmark = pytest.mark.django_db


def play(round):
    open_round(round)
    for table in round.tables.all():
        make_played(table)
    return close_round(round)


def progress(event):
    (card,) = event_cards(list(with_counts(Event.objects.filter(pk=event.pk))), full_names=False)
    return card.get("done"), card.get("total"), card.get("round_text")


def steps(event):
    found = next_steps(
        event, list(event.stages.all()), list(rounds_of_event(event)), may_change=True
    )
    return [step.label for step in found]


@pytest.mark.long
def test_a_knock_out_of_eight_has_three_rounds():
    event = make_running(8, format="knockout")
    assert progress(event) == (0, 3, "Rounds played")
    play(draw(event)[0])

    assert progress(event) == (1, 3, "Rounds played")


@pytest.mark.long
def test_the_rounds_of_stages_to_come_are_counted():
    event = make_running(8, format="swiss", rounds_planned=3)
    events.add_stage(
        event=event, format="knockout", name="Finals", takes="top", places=4, actor=DIRECTOR, at=NOW
    )
    play(draw_first(event))

    assert progress(event) == (1, 5, "Rounds played")


def draw_first(event):
    stage = event.stages.get(number=1)
    return rounds.draw_rounds(stage=stage, actor=DIRECTOR, at=NOW)[0]


def test_where_nobody_has_said_how_many_rounds_there_are_those_played_are_counted():
    event = make_running(8, **PITCH)
    assert progress(event) == (None, None, None)
    play(draw(event)[0])

    assert progress(event) == (None, None, "1 round played")


def test_a_decided_bracket_offers_no_next_round():
    event = make_running(4, format="knockout")
    play(draw(event)[0])
    assert steps(event) == ["Draw the next round"]
    play(draw(event)[0])

    assert steps(event) == []
    assert progress(event) == (2, 2, "Rounds played")


@pytest.mark.parametrize(
    ("kind", "one", "two"),
    [
        ("individual", "1 player", "2 players"),
        ("pair", "1 pair", "2 pairs"),
        ("team", "1 team", "2 teams"),
    ],
)
def test_who_takes_part_is_counted_as_players_pairs_or_teams(kind, one, two):
    event = Event(entry_kind=kind)
    assert (entries_in_words(event, 1), entries_in_words(event, 2)) == (one, two)
