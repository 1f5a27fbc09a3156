"""Who comes after a draw, as the director, the big screen, a table and a program see it."""

import re

import pytest
from django.urls import reverse

from league.play.events import services as events
from league.play.events.names import name_of
from league.play.rounds import services as rounds
from league.play.rounds.links import link_of
from league.play.rounds.models import RoundState
from tests.league.factories import make_club, make_member
from tests.league.play.events.factories import DIRECTOR, NOW, add_pairs, make_people
from tests.league.play.rounds.factories import make_league, open_round
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club(time_zone="Europe/London")


@pytest.fixture
def director(client, club):
    client.force_login(make_member(club, role="director").user)
    return client


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


@pytest.mark.long
def test_the_next_step_draws_again_so_that_they_play(director, drawn, late):
    page = director.get(at("event", drawn[0]))

    (step,) = page.context["steps"]
    assert step.label == f"Draw again with {name_of(late)}"
    director.post(step.url, {"action": step.action})
    again = drawn[0].stage.rounds.get(number=1)
    assert again.placements.filter(entry=late).exists()
    (step,) = director.get(at("event", again)).context["steps"]
    director.post(step.url, {"action": step.action})
    again.refresh_from_db()
    assert (step.label, again.state) == ("Open: Round 1", RoundState.OPEN)
    assert f"{name_of(late)} have no table yet" in text_of(page)


@pytest.mark.long
def test_opening_asks_and_both_answers_are_there(director, drawn, late):
    first = drawn[0]
    page = director.get(at_round("round", first))
    late_now = f"Added after round 1 was drawn, so without a table in it: {name_of(late)}."
    assert late_now in text_of(page)
    assert f"Draw again with {name_of(late)}" in text_of(page)
    assert "Open it as it is" in text_of(page)

    asked = director.post(at_round("round_move", first), {"action": "open"}, follow=True)
    assert "Draw it again, or open it as it is." in text_of(asked)
    first.refresh_from_db()
    assert first.state == RoundState.DRAWN

    seen = first.stage.event.entries.count()  # not the version that the page was made for
    director.post(at_round("round_move", first), {"action": "open", "even_stale": f"-{seen}"})
    first.refresh_from_db()
    assert first.state == RoundState.DRAWN

    version = re.search(r'name="even_stale" value="(\d+)"', page.content.decode())[1]
    director.post(at_round("round_move", first), {"action": "open", "even_stale": version})
    first.refresh_from_db()
    assert first.state == RoundState.OPEN


@pytest.mark.long
def test_drawn_again_from_the_round_s_page_it_opens_without_a_question(director, drawn, late):
    first = drawn[0]
    director.post(at_round("redraw", first), {"action": "redraw", "even_stale": "5"})

    again = first.stage.rounds.get(number=1)
    assert again.placements.filter(entry=late).exists()
    page = director.get(at_round("round", again))
    assert "Open it as it is" not in text_of(page)
    director.post(at_round("round_move", again), {"action": "open"})
    again.refresh_from_db()
    assert again.state == RoundState.OPEN


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
    return rounds.open_round(round=round, even_stale=True, actor=DIRECTOR, at=NOW)


@pytest.mark.long
def test_the_table_s_page_notices_who_enters_while_it_is_open(client, drawn):
    first = open_round(drawn[0])
    address = reverse("table:page", args=[link_of(first.tables.first())])
    version = client.get(address).context["version"]
    sheet = reverse("table:sheet", args=[link_of(first.tables.first())])
    assert client.get(sheet, {"version": version}).status_code == 204

    (late,) = add_pairs(first.stage.event, 1)

    part = client.get(sheet, {"version": version})
    assert part.status_code == 200
    assert name_of(late) in text_of(part)


@pytest.mark.long
def test_before_the_first_round_is_opened_the_screen_names_them(client, drawn, late):
    event = drawn[0].stage.event
    text = text_of(client.get(reverse("public:screen", args=[event.club.slug, event.slug])))

    assert f"{name_of(late)} have no table yet" in text


def test_a_single_player_of_a_pairs_event_is_said_to_wait_for_a_partner(director, drawn):
    event = drawn[0].stage.event
    (player,) = make_people(event.club, 1, 50)

    page = director.post(
        at("entries", drawn[0]), {"lines": player.name, "add_unknown": ""}, follow=True
    )

    sentence = f"{player.name} still needs a partner and is not drawn without one"
    assert sentence in text_of(page)
    assert f"{player.name} waits for a partner" in text_of(director.get(at("event", drawn[0])))


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


@pytest.mark.long
def test_whoever_has_withdrawn_is_marked_where_the_round_is_shown(director, drawn):
    first = open_round(drawn[0])
    entry = first.placements.filter(table__isnull=False).first().entry
    events.withdraw_entry(entry=entry, actor=DIRECTOR, at=NOW)

    assert f"{name_of(entry)} have withdrawn" in text_of(director.get(at_round("round", first)))
