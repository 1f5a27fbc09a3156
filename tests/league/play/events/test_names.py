"""How many people the names of entries are, so that the verb beside them agrees."""

import pytest

from league.play.events import services as events
from league.play.events.names import people_named
from tests.league.play.events.factories import (
    DIRECTOR,
    NOW,
    PITCH,
    add_pairs,
    add_singles,
    make_event,
)

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def opened(**fields):
    return events.open_event(event=make_event(**fields), actor=DIRECTOR, at=NOW)


def test_a_pair_without_a_name_counts_as_two_names_and_a_single_player_as_one():
    assert people_named(add_pairs(opened(), 1)) == 2
    assert people_named(add_singles(opened(**PITCH), 1)) == 1
    assert people_named([]) == 0


def test_an_entry_with_a_name_of_its_own_counts_as_one_name():
    (entry,) = add_pairs(opened(), 1)
    entry.name = "The Aces"
    assert people_named([entry]) == 1
