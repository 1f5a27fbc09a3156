"""Who comes after a draw, as the director, the big screen, a table and a program see it."""

import pytest
from django.urls import reverse

from league.foundation.journal.actor import Act
from league.play.events.names import name_of
from league.play.rounds import services as rounds
from league.play.rounds.links import link_of
from tests.league.play.events.factories import DIRECTOR, NOW, add_pairs
from tests.league.play.rounds.factories import make_league
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def drawn(club):
    return make_league(4, club)


@pytest.fixture
def late(drawn):
    return add_pairs(drawn[0].stage.event, 1)[0]


def at(name, round, *args):
    event = round.stage.event
    return reverse(f"desk:{name}", args=[event.club.slug, event.slug, *args])


def at_round(name, round):
    return at(name, round, round.stage.number, round.number)


def test_while_the_round_is_played_they_are_named_everywhere(director, drawn, late):
    first = open_round_stale(drawn[0])
    event, name = first.stage.event, name_of(late)
    table = first.tables.first()
    screen = reverse("public:screen", args=[event.club.slug, event.slug])
    public = reverse("public:round", args=[event.club.slug, event.slug, 1, 1])
    pages = [
        at("event", first),
        at_round("round", first),
        at_round("room", first),
        screen,
        public,
        reverse("table:page", args=[link_of(table)]),
    ]

    for address in pages:
        text = text_of(director.get(address))
        assert f"{name} have no table yet and play from the next draw on" in text, address


def open_round_stale(round):
    return rounds.open_round(round=round, even_stale=True, by=Act(DIRECTOR, NOW))


def test_programs_are_refused_with_a_code_and_can_insist(director, drawn, late):
    first = drawn[0]
    detail = director.get(f"/api/v1/rounds/{first.pk}").json()
    assert detail["stale"] == {"late": [late.pk], "left": []}
    assert detail["without_table"] == [{"entry": late.pk, "name": name_of(late), "reason": "late"}]

    refused = director.post(f"/api/v1/rounds/{first.pk}/open", {}, "application/json")
    assert refused.status_code == 409
    assert refused.json()["code"] == "draw_stale"

    opened = director.post(
        f"/api/v1/rounds/{first.pk}/open", {"even_stale": True}, "application/json"
    )
    assert opened.json()["state"] == "open"


def test_a_finished_event_and_one_put_away_are_asked_about(director, drawn):
    event = drawn[0].stage.event
    page = director.post(at("event_move", drawn[0]), {"move": "finish"})
    assert "Rounds 1–3 are drawn and were never opened." in text_of(page)
    assert "Finish it all the same" in text_of(page)
    event.refresh_from_db()
    assert event.state == "running"

    director.post(at("event_move", drawn[0]), {"move": "finish", "anyway": "on"})
    event.refresh_from_db()
    assert event.state == "finished"
    page = director.post(at("event_move", drawn[0]), {"move": "archive"})
    assert "Put it into the archive all the same" in text_of(page)
    refused = director.post(
        f"/api/v1/events/{event.pk}/move", {"move": "archive"}, "application/json"
    )
    assert refused.json()["code"] == "event_unsettled"
    done = director.post(
        f"/api/v1/events/{event.pk}/move",
        {"move": "archive", "anyway": True},
        "application/json",
    )
    assert done.json()["state"] == "archived"
