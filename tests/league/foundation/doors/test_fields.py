"""A table of fields reads an object as a reader written by hand would, and refuses alike."""

from typing import NamedTuple

import pytest

from games.sentences import say
from league.foundation.doors.fields import checked, choice, count, list_of, object_of, read_note
from league.foundation.doors.reading import read_flag, read_number
from league.foundation.doors.unanswerable import Unanswerable


class Player(NamedTuple):
    name: str = ""
    seat: int | None = None
    plays: bool = True
    points: tuple = ()


read_player = object_of(
    Player,
    {
        "points": list_of(
            checked(read_number, lambda n: n >= 0, "too_low", say("%(place)s is %(given)s")), most=2
        ),
        "seat": count(0, 3),
        "plays": read_flag,
        "name": read_note,
    },
    needed=("seat",),
    not_null=("plays",),
    listed=("name", "seat", "plays", "points", "why"),
)


def refused(value):
    with pytest.raises(Unanswerable) as fault:
        read_player(value, "players[1]")
    return fault.value.code, fault.value.path, str(fault.value)


def test_what_is_left_out_is_as_the_class_says():
    assert read_player({"seat": 2}, "") == Player(seat=2)
    given = {"name": "Ann", "seat": 0, "plays": False, "points": [1, 0.5], "why": "a note"}
    assert read_player(given, "").name == "Ann"
    assert read_player(given, "").points[0] == 1


def test_null_stands_for_what_is_left_out_where_it_may():
    assert read_player({"seat": 2, "name": None, "points": None}, "") == Player(seat=2)
    assert refused({"seat": None})[:2] == ("missing_key", "players[1].seat")
    assert refused({"seat": 1, "plays": None})[:2] == ("wrong_type", "players[1].plays")


def test_keys_are_named_as_listed_and_what_is_needed_comes_before_what_is_read():
    assert refused({"zz": 1}) == (
        "unknown_key",
        "players[1].zz",
        'players[1] has no "zz"; it knows name, seat, plays, points, why',
    )
    assert refused({"points": [-1]})[0] == "missing_key"


def test_the_first_refusal_is_that_of_the_first_field_of_the_table():
    assert refused({"name": 5, "seat": 9, "points": [1, -2]}) == (
        "too_low",
        "players[1].points[1]",
        "players[1].points[1] is -2",
    )
    assert refused({"name": 5, "seat": 9})[1] == "players[1].seat"


def test_a_note_may_be_empty_and_is_no_number():
    assert read_note("", "reason") == ""
    with pytest.raises(Unanswerable):
        read_note(0, "reason")


def test_a_choice_names_what_it_knows():
    with pytest.raises(Unanswerable, match="must be one of high, low, not 1"):
        choice("high", "low")(1, "order")
