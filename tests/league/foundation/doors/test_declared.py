"""A declared object is read as a reader written by hand would, and described as it is read."""

from typing import Annotated, Any

import pytest
from msgspec import Meta, Struct

from games.sentences import say
from league.foundation.doors.declared import (
    NULL_IS_LEFT_OUT,
    Note,
    limits_of,
    one_of,
    read_by,
    reader_of,
    schemas_of,
    written,
)
from league.foundation.doors.reading import InvalidRequest, checked, choice, read_note, read_number

read_points = checked(read_number, lambda n: n >= 0, "too_low", say("%(place)s is %(given)s"))


class Player(Struct, frozen=True, kw_only=True):
    name: Note = ""
    seat: Annotated[int, Meta(ge=0, le=3)]
    plays: bool = True
    points: Annotated[
        tuple[Annotated[Any, read_by(read_points, {"type": "number"})], ...],
        Meta(max_length=2),
        NULL_IS_LEFT_OUT,
    ] = ()
    why: Any = None


class Pairs(Struct, kw_only=True, tag_field="kind", tag="pairs"):
    boards: Annotated[int, Meta(ge=1, le=9)] = 1


class Teams(Struct, kw_only=True, tag_field="kind", tag="teams"):
    rooms: Annotated[int, Meta(ge=1, le=2)] = 2

    def checked(self, path):
        if self.rooms == 1:
            raise InvalidRequest("one_room", say("teams need two rooms"), path=f"{path}.rooms")
        return self


read_player = reader_of(Player)


def refused(value):
    with pytest.raises(InvalidRequest) as fault:
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


def test_the_first_refusal_is_that_of_the_first_field():
    assert refused({"name": "Ann", "seat": 9, "points": [1, -2]})[1] == "players[1].seat"
    assert refused({"seat": 1, "points": [1, -2]}) == (
        "too_low",
        "players[1].points[1]",
        "players[1].points[1] is -2",
    )


def test_one_of_several_is_read_by_its_tag_and_asked_whether_its_fields_go_together():
    read = one_of(Pairs, Teams)
    assert read({"kind": "pairs", "boards": 3}, "") == Pairs(boards=3)
    for value, code, path in (
        ({"kind": "singles"}, "unknown_choice", "kind"),
        ({"kind": "teams", "rooms": 1}, "one_room", ".rooms"),
        ({"kind": "teams", "zz": 1}, "unknown_key", "zz"),
    ):
        with pytest.raises(InvalidRequest) as fault:
            read(value, "")
        assert (fault.value.code, fault.value.path) == (code, path)


def test_what_is_written_is_read_as_the_same():
    ann = Player(name="Ann", seat=1, points=(1, 2))
    assert written(ann, float)["points"] == [1, 2]
    assert read_player(written(ann, float), "") == ann


def test_the_schema_has_the_limits_of_the_reader():
    player = schemas_of(DoorPlayer=Player)["DoorPlayer"]
    assert player["required"] == ["seat"]
    assert player["properties"]["seat"] == {"type": "integer", "minimum": 0, "maximum": 3}
    assert player["properties"]["points"]["items"] == {"type": "number"}
    assert limits_of(Pairs, "boards") == (1, 9)


def test_a_note_may_be_empty_and_is_no_number():
    assert read_note("", "reason") == ""
    with pytest.raises(InvalidRequest):
        read_note(0, "reason")


def test_a_choice_names_what_it_knows():
    with pytest.raises(InvalidRequest, match="must be one of high, low, not 1"):
        choice("high", "low")(1, "order")
