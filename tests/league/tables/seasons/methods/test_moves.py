"""Promotion and relegation, worked out by hand."""

import pytest

from league.tables.seasons.methods import Decision, Division, propose_moves
from tests.league.tables.seasons.methods.nights import nights, table

DIVISIONS = [Division(1, "Premier", 0, 2), Division(2, "First", 2, 0)]
TEN = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]
SIDES = dict.fromkeys(TEN[:5], 1) | dict.fromkeys(TEN[5:], 2)
RULES = {"scoring": {"name": "rank_points", "table": list(range(20, 0, -1))}, "tiebreaks": []}


def moves(text: str, *, rules=RULES, divisions=DIVISIONS, sides=SIDES, **facts):
    found = table(rules, nights(text), divisions=sides, guests=facts.get("guests", ()))
    return propose_moves(found.rows, divisions, **({"decisions": {}} | facts))


def went(found):
    return {one.key: one.after for one in found if one.before != one.after}


IN_ORDER = ", ".join(TEN)


def test_the_first_go_up_and_the_last_go_down():
    found = moves(IN_ORDER)

    assert went(found) == {"d": 2, "e": 2, "f": 1, "g": 1}
    whys = {one.key: str(one.why) for one in found}
    assert whys["f"] == "place 1 of 5 in First with 15; promotion places: 2"
    assert whys["e"] == "place 5 of 5 in Premier with 16; relegation places: 2"
    assert whys["a"] == "place 1 of 5 in Premier with 20 stays"


def test_who_withdraws_leaves_first_and_makes_room():
    found = moves(IN_ORDER, withdrawn={"a"})

    assert went(found) == {"a": None, "e": 2, "f": 1, "g": 1}
    assert {one.key: str(one.why) for one in found}["e"] == (
        "place 4 of 4 in Premier with 16; relegation places: 1, which is 2 less 1 for those "
        "who leave"
    )


def test_newcomers_begin_at_the_bottom_and_guests_nowhere():
    found = moves(IN_ORDER + ", n, q", guests={"q"})

    assert went(found)["n"] == 2
    assert "q" not in {one.key for one in found}


def test_the_committee_decides_otherwise_with_its_reason():
    decisions = {"e": Decision(1, "hardship"), "n": Decision(1, "county champions")}
    found = moves(IN_ORDER + ", n", decisions=decisions)

    assert went(found) == {"d": 2, "f": 1, "g": 1, "n": 1}
    assert {one.key: str(one.why) for one in found}["n"] == (
        "the committee seats them in Premier: county champions"
    )


def test_those_level_across_the_line_are_left_to_the_committee():
    found = moves("a, b, c d, e, f, g h, i, j")

    assert {one.key for one in found if not one.is_settled} == {"c", "d", "g", "h"}
    settled = moves(
        "a, b, c d, e, f, g h, i, j",
        decisions={
            key: Decision(to, "cut of cards") for key, to in zip("cdgh", (1, 2, 1, 2), strict=True)
        },
    )
    assert all(one.is_settled for one in settled)


def test_who_is_not_ranked_is_not_promoted_and_goes_down_first():
    found = moves("a, b, c, f, g, h, i, j", rules=RULES | {"least_nights": 1})  # d and e never came

    assert went(found) == {"d": 2, "e": 2, "f": 1, "g": 1}


@pytest.mark.parametrize("size", [1, 2, 3])
def test_nobody_of_a_small_division_goes_up_and_down_at_once(size):
    divisions = [Division(1, "A", 0, 3), Division(2, "B", 2, 2), Division(3, "C", 3, 0)]
    sides = {key: 1 + number // size for number, key in enumerate(TEN[: 3 * size])}
    found = moves(", ".join(sides), divisions=divisions, sides=sides)

    assert len(found) == len({one.key for one in found}) == 3 * size
    assert all(abs(one.after - one.before) <= 1 for one in found)


def test_without_divisions_nothing_is_proposed():
    assert moves(IN_ORDER, divisions=[], sides={}) == []
