"""The entries of an event at the desk."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.play.events import services as events
from league.play.events.names import name_of
from league.play.events.selectors import entries_of
from tests.league.factories import make_club, make_member
from tests.league.play.events.factories import (
    DIRECTOR,
    NOW,
    add_pairs,
    make_event,
    make_people,
    make_running,
)
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def director(client, club):
    client.force_login(make_member(club, role="director").user)
    return client


def at(name, event, *args):
    return reverse(f"desk:{name}", args=[event.club.slug, event.slug, *args])


def names(event, state="accepted"):
    return [name_of(entry) for entry in entries_of(event).filter(state=state)]


@pytest.mark.long
def test_entries_are_typed_a_line_each(director, club):
    event = make_event(club)
    make_people(club, 4)

    page = director.post(
        at("entries", event), {"lines": "Ann Lee & Bob Lee\nCy Lee & Di Lee"}, follow=True
    )

    assert "2 entries added." in text_of(page)
    assert names(event) == ["Ann Lee & Bob Lee", "Cy Lee & Di Lee"]


def test_unknown_names_are_shown_and_what_was_typed_stays(director, club):
    event = make_event(club)
    make_people(club, 1)

    page = director.post(at("entries", event), {"lines": "Ann Lee & Zoe Zimmer"})

    assert "no player called Zoe Zimmer" in text_of(page)
    assert "Ann Lee & Zoe Zimmer" in text_of(page)
    director.post(at("entries", event), {"lines": "Ann Lee & Zoe Zimmer", "add_unknown": "on"})
    assert names(event) == ["Ann Lee & Zoe Zimmer"]


def test_one_entry_is_added_by_name_with_suggestions(director, club):
    event = make_event(club)
    make_people(club, 2)
    form = director.get(at("entry_new", event))
    assert '<option value="Ann Lee">' in form.content.decode()

    wrong = director.post(at("entry_new", event), {"player_1": "Ann Lee", "player_2": "Bod"})
    assert "player_2" in wrong.context["form"].errors
    assert wrong.context["form"]["player_1"].value() == "Ann Lee"

    director.post(
        at("entry_new", event), {"name": "Aces", "player_1": "Ann Lee", "player_2": "Bob Lee"}
    )
    assert names(event) == ["Aces"]


def test_a_refused_entry_leaves_no_new_player_behind(director, club):
    event = make_event(club)
    make_people(club, 2)
    director.post(at("entries", event), {"lines": "Ann Lee & Bob Lee"})

    page = director.post(
        at("entry_new", event), {"player_1": "Zoe", "player_2": "Ann Lee", "add_unknown": "on"}
    )

    assert "Ann Lee is in another entry" in text_of(page)
    assert not club.players.filter(name="Zoe").exists()


def test_an_entry_is_changed(director, club):
    event = make_event(club)
    entry = add_pairs(event, 1)[0]
    make_people(club, 1, 7)

    director.post(at("entry", event, entry.pk), {"player_1": "Ann Lee", "player_2": "Hal Lee"})

    assert names(event) == ["Ann Lee & Hal Lee"]


@pytest.mark.long
def test_withdraw_and_reinstate_with_buttons(director, club):
    event = make_running(3, club)
    entry = event.entries.first()

    director.post(at("entry_act", event, entry.pk, "withdraw"))
    assert "Ann Lee & Bob Lee" in names(event, "withdrawn")
    page = director.post(at("entry_act", event, entry.pk, "reinstate"), follow=True)

    assert "Ann Lee & Bob Lee reinstated." in text_of(page)
    assert len(names(event)) == 3


def test_a_waiting_pair_is_let_in(director, club):
    event = events.open_event(event=make_event(club), actor=DIRECTOR, at=NOW)
    waiting = events.add_entry(
        event=event, players=make_people(club, 2), state="waiting", actor=DIRECTOR, at=NOW
    )

    page = director.get(at("entries", event))
    assert f"Accept {name_of(waiting)}" in text_of(page)
    director.post(at("entry_act", event, waiting.pk, "accept"))

    assert names(event) == ["Ann Lee & Bob Lee"]


@pytest.mark.long
@pytest.mark.parametrize("action", ["dance", "delete"])
def test_an_unknown_action_is_no_page(director, club, action):
    event = make_event(club)
    entry = add_pairs(event, 1)[0]

    assert director.post(at("entry_act", event, entry.pk, action)).status_code == 404


@pytest.mark.long
def test_an_entry_of_another_event_is_no_page_here(director, club):
    here, there = make_event(club), make_event(club)
    foreign = add_pairs(there, 1)[0]

    for name, args in (("entry", []), ("entry_act", ["remove"])):
        assert director.post(at(name, here, foreign.pk, *args)).status_code == 404
    assert there.entries.count() == 1


def test_seeds_are_numbers_beside_the_names(director, club):
    event = make_event(club)
    one, two, three = add_pairs(event, 3)

    twice = director.post(at("seeds", event), {f"seed_{one.pk}": 1, f"seed_{two.pk}": 1})
    assert f"seed_{two.pk}" in twice.context["form"].errors
    director.post(at("seeds", event), {f"seed_{three.pk}": 2, f"seed_{one.pk}": 7})

    seeds = event.entries.order_by("number").values_list("seed", flat=True)
    assert list(seeds) == [2, None, 1]


@pytest.mark.long
def test_the_page_takes_the_same_number_of_queries_however_many_entries(director, club):
    few, many = make_event(club), make_event(club)
    add_pairs(few, 1)
    add_pairs(many, 15)

    counts = []
    for event in (few, many):
        with CaptureQueriesContext(connection) as queries:
            assert director.get(at("entries", event)).status_code == 200
        counts.append(len(queries))

    assert counts[0] == counts[1]
