"""The draw and the rounds at the desk."""

import pytest

from league.play.events.names import name_of
from league.play.rounds.links import link_of
from league.play.rounds.models import Round
from tests.league.faces.desk.rounds.addresses import at, at_round
from tests.league.play.events.factories import (
    PITCH,
    add_pairs,
    add_singles,
    make_running,
)
from tests.league.play.rounds.factories import make_league, open_round
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


def hidden(page):
    form = page.context["form"]
    return {f.name: f.value() for f in form.hidden_fields() if f.value() is not None}


def test_the_draw_is_looked_at_with_reasons_then_drawn_with_deadlines(director, club):
    event = make_running(4, club)

    page = director.get(at("draw", event))
    assert "round 1 of the Berger table: number 1, at home, meets number 4" in text_of(page)
    assert "Nobody meets the same opponent more often than planned." in text_of(page)
    assert not Round.objects.exists()
    director.post(
        at("draw", event),
        hidden(page) | {"first_deadline": "2026-03-24T21:00", "days_between": 7},
    )

    deadlines = [round.deadline.isoformat() for round in Round.objects.order_by("number")]
    # nine in the evening in London, before and after summer time begins on 29 March
    assert deadlines == [
        "2026-03-24T21:00:00+00:00",
        "2026-03-31T20:00:00+00:00",
        "2026-04-07T20:00:00+00:00",
    ]


def test_a_stale_page_is_asked_to_look_again(director, club):
    event = make_running(8, club, **PITCH)
    typed = hidden(director.get(at("draw", event)))
    add_singles(event, 1)

    page = director.post(at("draw", event), typed)

    assert "The entries have changed in the meantime. Check" in text_of(page)
    assert not Round.objects.exists()


def test_rounds_not_yet_opened_are_drawn_again_for_a_late_pair(director, club):
    first, *_rest = make_league(4, club)
    open_round(first)
    (late,) = add_pairs(first.stage.event, 1)
    page = director.get(at("draw", first.stage.event))
    late_sentence = f"Added after round 2 was drawn, so without a table in it: {name_of(late)}."
    assert late_sentence in text_of(page)
    assert f"Draw again with {name_of(late)}" in text_of(page)

    director.post(at("redraw", first.stage.event, 1, 2), {"action": "redraw"})

    page = director.get(at("draw", first.stage.event))
    assert page.context["stale"] is None
    assert Round.objects.count() > 3


def test_a_round_is_opened_closed_and_reopened_with_buttons(director, club):
    round = make_league(4, club)[0]
    states = []
    for typed in (
        {"action": "open"},
        {"action": "close"},
        {"action": "close", "even_unfinished": "on"},
        {"action": "reopen"},
        {"action": "dance"},
    ):
        director.post(at_round("round_move", round), typed)
        round.refresh_from_db()
        states.append(round.state)

    assert states == ["open", "open", "closed", "open", "open"]


def test_the_deadline_is_typed_in_the_clubs_time(director, club):
    round = make_league(2, club)[0]

    director.post(
        at_round("round_move", round), {"action": "deadline", "deadline": "2026-07-01T21:00"}
    )
    wrong = director.post(at_round("round_move", round), {"action": "deadline", "deadline": "soon"})

    round.refresh_from_db()
    assert round.deadline.isoformat() == "2026-07-01T20:00:00+00:00"
    assert wrong.status_code == 422
    html = wrong.content.decode()
    assert 'value="soon"' in html
    assert 'aria-invalid="true"' in html
    assert "Give a day and a time, like 2026-03-14 21:00." in text_of(wrong)


def test_a_link_is_renewed(director, club):
    round = make_league(2, club)[0]
    table = round.tables.get()
    old = link_of(table)

    director.post(at_round("renew_link", round, table.pk))

    table.refresh_from_db()
    assert link_of(table) != old
