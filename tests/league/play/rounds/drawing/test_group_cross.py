from collections import Counter
from itertools import product

import pytest

from league.play.rounds.drawing import CannotDraw, check_draw, draw
from tests.league.play.rounds.drawing.requests import as_history, placed, sides

SIZES = list(product(range(1, 11), repeat=2))


def crossed(one, other, *, out=(), **more):
    entries = [{"id": f"a{n}", "group": "A", "active": f"a{n}" not in out} for n in range(one)]
    entries += [{"id": f"b{n}", "group": "B", "active": f"b{n}" not in out} for n in range(other)]
    return {"format": "group_cross", "entries": entries} | more


def meetings(rounds):
    return Counter(
        frozenset(entry for side in table for entry in side)
        for drawn in rounds
        for table in sides(drawn)
    )


def across(one, other):
    return {frozenset((f"a{a}", f"b{b}")) for a in range(one) for b in range(other)}


@pytest.mark.long
@pytest.mark.sampled(20)
@pytest.mark.parametrize(("one", "other"), SIZES)
def test_every_entry_of_one_group_meets_every_entry_of_the_other_once(one, other):
    data = crossed(one, other)

    answer = draw(data)

    rounds = answer["rounds"]
    assert meetings(rounds) == dict.fromkeys(across(one, other), 1)
    assert [drawn["round"] for drawn in rounds] == list(range(1, max(one, other) + 1))
    everybody = sorted(entry["id"] for entry in data["entries"])
    assert all(placed(drawn) == everybody for drawn in rounds)
    assert all(len(drawn["byes"]) == abs(one - other) for drawn in rounds)
    byes = Counter(entry for drawn in rounds for entry in drawn["byes"])
    assert set(byes.values()) <= {abs(one - other)}
    assert all(entry.startswith("a" if one > other else "b") for entry in byes)
    assert answer["quality"]["balance"] <= 1
    assert check_draw(data, rounds) == []


@pytest.mark.parametrize(("one", "other"), [(3, 3), (4, 3), (6, 6), (5, 7)])
def test_schedule_goes_on_where_the_history_stops(one, other):
    full = draw(crossed(one, other))["rounds"]
    for played in range(1, len(full)):
        again = draw(crossed(one, other, history=as_history(full[:played])))["rounds"]
        assert [sides(drawn) for drawn in again] == [sides(drawn) for drawn in full]


@pytest.mark.long
@pytest.mark.sampled(10)
@pytest.mark.parametrize(("one", "other"), list(product(range(2, 8), repeat=2)))
def test_late_entry_meets_the_other_group_in_as_few_rounds_as_can_be(one, other):
    full = draw(crossed(one, other))["rounds"]
    for played in range(1, len(full)):
        data = crossed(one + 1, other, history=as_history(full[:played]))
        rounds = draw(data)["rounds"]
        met = meetings(full[:played])
        owed = Counter(e for pair in across(one + 1, other) - set(met) for e in pair)
        assert meetings(rounds) == dict.fromkeys(across(one + 1, other), 1)
        assert len(rounds) == played + max(owed.values())
        assert [sides(drawn) for drawn in rounds[:played]] == [sides(d) for d in full[:played]]


def test_opponents_of_a_withdrawn_entry_have_byes():
    full = draw(crossed(4, 4))["rounds"]

    rounds = draw(crossed(4, 4, out=("a1",), history=as_history(full[:1])))["rounds"]

    assert [sides(drawn) for drawn in rounds[1:]] == [
        [table for table in sides(drawn) if ["a1"] not in table] for drawn in full[1:]
    ]
    assert all(len(drawn["byes"]) == 1 for drawn in rounds[1:])


def test_changed_round_is_followed():
    history = as_history(draw(crossed(3, 3))["rounds"][:1])
    one, other = history[0]["sides"], history[1]["sides"]
    away = {side["entries"][0]: side for table in (one, other) for side in table}
    history[0]["sides"] = [away["a0"], away["b1"]]
    history[1]["sides"] = [away["a1"], away["b0"]]

    assert set(meetings(draw(crossed(3, 3, history=history))["rounds"]).values()) == {1}


def test_one_round_and_the_first_rounds():
    full = draw(crossed(5, 4))["rounds"]

    assert draw(crossed(5, 4, round=3))["rounds"] == full[2:3]
    answer = draw(crossed(5, 4, rounds=2, options={"seats": 6}))
    assert answer["rounds"] == full[:2]
    assert answer["quality"]["meetings_left"] == 20 - 8


def test_check_names_entries_of_one_group():
    data = crossed(2, 2)
    rounds = draw(data)["rounds"]
    rounds[0]["tables"][0]["sides"] = [["a0"], ["a1"]]
    rounds[0]["tables"][1]["sides"] = [["b0"], ["b1"]]

    codes = Counter(breach.code for breach in check_draw(data, rounds))

    assert codes == {"same_group": 2, "still_to_meet": 2}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"entries": [{"id": "a", "group": "A"}, {"id": "b"}]}, "no_group"),
        ({"entries": [{"id": "a", "group": "A"}, {"id": "b", "group": "A"}]}, "not_two_groups"),
        ({"entries": [{"id": n, "group": n} for n in "abc"]}, "not_two_groups"),
        ({"entries": []}, "not_two_groups"),
        (crossed(400, 400), "too_many_entries"),
        (crossed(2, 2, rounds=3), "too_many_rounds"),
        (crossed(2, 2, round=3), "too_many_rounds"),
        (crossed(2, 2, options={"seats": 9}), "not_a_count"),
        (crossed(2, 2, options={"deals": 9}), "unknown_key"),
        (
            crossed(
                2,
                2,
                history=[
                    {"round": 1, "sides": [{"entries": ["a0", "a1"]}, {"entries": ["b0", "b1"]}]}
                ],
            ),
            "not_two_entries",
        ),
        (crossed(2, 2, out=("a0", "a1"), history=[{"round": 1, "bye": "a0"}]), "too_few_entries"),
        (crossed(2, 2, history=[{"round": 1, "bye": "a0"}], round=1), "already_drawn"),
        (
            crossed(2, 2, history=[{"round": 2, "bye": "a0"}], rounds=1),
            "fewer_rounds_than_played",
        ),
    ],
)
def test_impossible_crossing_is_refused(data, code):
    with pytest.raises(CannotDraw) as refused:
        draw({"format": "group_cross"} | data)

    assert refused.value.code == code


def test_rounds_in_which_nobody_is_left_to_play_leave_no_gap():
    behind = as_history(draw(crossed(3, 3))["rounds"][:1])

    rounds = draw(crossed(3, 3, out=("a1", "a2", "b0", "b1"), history=behind))["rounds"]

    assert [drawn["round"] for drawn in rounds] == [1, 2]
    assert sides(rounds[1]) == [[["a0"], ["b2"]]]
