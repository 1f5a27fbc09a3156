"""How many people the names of entries are, so that the verb beside them agrees."""

import pytest

from league.events import services as events
from league.events.names import people_named
from tests.league.events.factories import (
    DIRECTOR,
    NOW,
    PITCH,
    add_pairs,
    add_singles,
    make_event,
)

pytestmark = pytest.mark.django_db


def opened(**fields):
    return events.open_event(event=make_event(**fields), actor=DIRECTOR, at=NOW)


def test_the_players_of_a_pair_are_two_and_a_single_player_is_one():
    assert people_named(add_pairs(opened(), 1)) == 2
    assert people_named(add_singles(opened(**PITCH), 1)) == 1
    assert people_named([]) == 0


def test_a_name_of_its_own_is_one():
    (entry,) = add_pairs(opened(), 1)
    entry.name = "The Aces"
    assert people_named([entry]) == 1
