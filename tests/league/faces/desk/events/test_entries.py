"""The entries of an event at the desk."""

import pytest
from django.urls import reverse

from league.play.events.names import name_of
from league.play.events.selectors import entries_of
from tests.league.play.events.factories import (
    add_pairs,
    make_event,
    make_people,
)
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


def at(name, event, *args):
    return reverse(f"desk:{name}", args=[event.club.slug, event.slug, *args])


def names(event, state="accepted"):
    return [name_of(entry) for entry in entries_of(event).filter(state=state)]


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


def test_an_entry_is_changed(director, club):
    event = make_event(club)
    entry = add_pairs(event, 1)[0]
    make_people(club, 1, 7)

    director.post(at("entry", event, entry.pk), {"player_1": "Ann Lee", "player_2": "Hal Lee"})

    assert names(event) == ["Ann Lee & Hal Lee"]


def test_seeds_are_numbers_beside_the_names(director, club):
    event = make_event(club)
    one, two, three = add_pairs(event, 3)

    twice = director.post(at("seeds", event), {f"seed_{one.pk}": 1, f"seed_{two.pk}": 1})
    assert f"seed_{two.pk}" in twice.context["form"].errors
    director.post(at("seeds", event), {f"seed_{three.pk}": 2, f"seed_{one.pk}": 7})

    seeds = event.entries.order_by("number").values_list("seed", flat=True)
    assert list(seeds) == [2, None, 1]
