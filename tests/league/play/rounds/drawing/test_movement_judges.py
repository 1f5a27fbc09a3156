from copy import deepcopy

import pytest

from league.play.rounds.drawing import check_draw, draw
from tests.league.play.rounds.drawing.nights import as_played
from tests.league.play.rounds.drawing.requests import request


def codes(data, rounds):
    return [breach.code for breach in check_draw(data, rounds)]


@pytest.mark.parametrize("format_", ["mitchell", "howell", "individual"])
@pytest.mark.parametrize("count", [5, 6, 7, 8, 12, 13])
def test_drawn_movement_breaks_nothing(format_, count):
    data = request(format_, count)
    rounds = draw(data)["rounds"]

    assert codes(data, rounds) == []
    behind = data | {"history": as_played(rounds[:2])}
    assert codes(behind, rounds) == []


def test_two_visitors_swapped_meet_again_and_play_old_deals():
    data = request("mitchell", 10)
    rounds = draw(data)["rounds"]
    one, other = (rounds[0]["tables"][place]["sides"] for place in (0, 1))
    one[1], other[1] = other[1], one[1]

    found = {(b.code, b.round, b.table): b for b in check_draw(data, rounds)}

    assert {code for code, _, _ in found} == {"repeat", "deal_twice"}
    assert str(found["repeat", 2, 2].sentence) == "e2, e6 would have met 2 times"
    again = next(b for key, b in found.items() if key[0] == "deal_twice")
    assert "would play deals again that they have played: " in str(again.sentence)


def test_howell_says_who_has_still_to_meet():
    data = request("howell", 8)
    rounds = draw(data)["rounds"]

    still = [b for b in check_draw(data, rounds[:6]) if b.code == "still_to_meet"]

    assert len(still) == 4
    assert codes(data | {"rounds": 6}, draw(data | {"rounds": 6})["rounds"]) == []


def test_partner_twice_is_named():
    data = request("individual", 8)
    rounds = draw(data)["rounds"]
    edited = [*rounds, {**deepcopy(rounds[0]), "round": 8}]
    edited[7]["tables"] = [{k: t[k] for k in ("table", "sides")} for t in edited[7]["tables"]]

    # eight rounds make some partners meet again, so a second time is no fault, a third is
    assert codes(data, edited) == []
    third = [*edited, {**edited[7], "round": 9}]
    names = {b.entries for b in check_draw(data, third) if b.code == "repeat_partner"}
    assert names == {tuple(sorted(s)) for t in rounds[0]["tables"] for s in t["sides"]}


@pytest.mark.parametrize(
    ("format_", "sides"),
    [
        ("mitchell", [["e1"], ["e2"], ["e3"]]),
        ("howell", [["e1", "e2"], ["e3"]]),
        ("individual", [["e1", "e2"], ["e3"]]),
        ("individual", [["e1"], ["e2"], ["e3"]]),
    ],
)
def test_table_of_another_size_is_named(format_, sides):
    data = request(format_, 4) | {"rounds": 1}
    edited = {"round": 1, "tables": [{"table": 1, "sides": sides}], "sit_outs": ["e4"]}

    assert codes(data, [edited]) == ["table_size"]


def test_deals_at_two_tables_are_named_unless_shared():
    data = request("howell", 8, rounds=1)
    rounds = draw(data)["rounds"]
    first, second = rounds[0]["tables"][:2]
    second["deals"] = first["deals"]

    assert codes(data, rounds) == ["deal_at_two_tables", "deal_at_two_tables"]
    first["shared"] = second["shared"] = True
    assert codes(data, rounds) == []
