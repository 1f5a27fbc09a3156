from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest

from league.play.rounds.drawing import CannotDraw, check_draw, draw

SIZES = [s for n in (1, 2, 3) for s in combinations_with_replacement(range(2, 7), n)]


def entries(*sizes):
    listed = [
        {"id": f"{name}{n}", "group": name}
        for name, size in zip("ABC", sizes, strict=False)
        for n in range(size)
    ]
    # not in the order of the groups: as a field comes in
    return listed[::2] + listed[1::2]


def request(*sizes, format="round_robin", **more):
    return {
        "format": format,
        "entries": entries(*sizes),
        "options": {"within_groups": True},
        **more,
    }


def met(rounds):
    return Counter(
        tuple(sorted((one, other)))
        for drawn in rounds
        for table in drawn["tables"]
        for (one,), (other,) in [table["sides"]]
    )


def history(rounds):
    sides = [
        {
            "round": drawn["round"],
            "table": table["table"],
            "sides": [{"entries": side, "points": 1} for side in table["sides"]],
        }
        for drawn in rounds
        for table in drawn["tables"]
    ]
    byes = [{"round": drawn["round"], "bye": bye} for drawn in rounds for bye in drawn["byes"]]
    return sides + byes


@pytest.mark.long
@pytest.mark.sampled(20)
@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize(("format", "times"), [("round_robin", 1), ("double_round_robin", 2)])
def test_everybody_meets_the_own_group_and_nobody_else(sizes, format, times):
    asked = request(*sizes, format=format)
    drawn = draw(asked)

    ids = [entry["id"] for entry in asked["entries"]]
    wanted = {pair: times for pair in combinations(sorted(ids), 2) if pair[0][0] == pair[1][0]}
    assert met(drawn["rounds"]) == wanted
    assert drawn["quality"]["meetings_left"] == 0
    longest = max(size - 1 + size % 2 for size in sizes) * times
    assert len(drawn["rounds"]) == longest
    for one in drawn["rounds"]:
        at_tables = [entry for table in one["tables"] for side in table["sides"] for entry in side]
        placed = [*at_tables, *one["byes"]]
        assert len(placed) == len(set(placed))
        # a group that is done is nowhere: it has no byes that others do not get
        busy = {entry[0] for entry in at_tables}
        assert set(placed) == {entry for entry in ids if entry[0] in busy}
        assert [table["table"] for table in one["tables"]] == [*range(1, len(one["tables"]) + 1)]
    assert check_draw(asked, drawn["rounds"]) == []


@pytest.mark.parametrize("played", range(1, 6))
def test_late_entry_meets_its_group_in_rounds_to_come_and_the_past_stays(played):
    first = draw(request(3, 5))["rounds"]
    late = request(3, 5, history=history(first[:played]))
    late["entries"].append({"id": "A9", "group": "A"})

    after = draw(late)["rounds"]

    plain = [[(t["table"], t["sides"]) for t in one["tables"]] for one in (*first, *after)]
    assert plain[len(first) :][:played] == plain[:played]
    meetings = met(after)
    assert set(meetings.values()) == {1}
    assert {("A0", "A9"), ("A1", "A9"), ("A2", "A9")} <= meetings.keys()
    assert all(one[0] == other[0] for one, other in meetings)


def test_edit_across_groups_is_named():
    asked = request(4, 4)
    rounds = draw(asked)["rounds"]
    one, other = rounds[0]["tables"][0], rounds[0]["tables"][2]
    one["sides"][0], other["sides"][0] = other["sides"][0], one["sides"][0]

    codes = {breach.code for breach in check_draw(asked, rounds)}

    assert "other_group" in codes


def test_group_of_one_or_no_group_is_refused_with_what_to_do():
    alone = request(4, 1)
    with pytest.raises(CannotDraw, match=r"group B has 1 entry.*make fewer groups"):
        draw(alone)
    without = request(4)
    del without["entries"][0]["group"]
    with pytest.raises(CannotDraw, match="A0 is in no group"):
        draw(without)


def test_groups_mean_nothing_without_the_option():
    asked = {**request(2, 2), "options": {}}
    assert len(met(draw(asked)["rounds"])) == 6


def test_a_group_of_which_one_is_left_is_done_and_the_others_go_on():
    asked = request(2, 4)
    first = draw(asked)["rounds"][:1]
    for entry in asked["entries"]:
        entry["active"] = entry["id"] != "A1"

    left = draw(asked | {"history": history(first)})

    assert [one["byes"] for one in left["rounds"]] == [[], [], []]
    assert set(met(left["rounds"])) == {
        ("A0", "A1"),
        *combinations(("B0", "B1", "B2", "B3"), 2),
    }
