from collections import Counter
from itertools import pairwise

import pytest

from league.play.rounds.drawing import CannotDraw, draw
from tests.league.play.rounds.drawing.nights import as_played, assert_deals_are_apart
from tests.league.play.rounds.drawing.requests import entries, placed, request, rounds_of, sides


def met(rounds):
    return Counter(
        frozenset(entry for side in table["sides"] for entry in side)
        for drawn in rounds
        for table in drawn["tables"]
    )


def waits(rounds):
    return Counter(entry for drawn in rounds for entry in drawn["sit_outs"])


def sound(rounds, count):
    names = sorted(entry["id"] for entry in entries(count))
    assert all(placed(drawn) == names for drawn in rounds)
    assert max(met(rounds).values()) == 1
    assert_deals_are_apart(rounds)


@pytest.mark.long
@pytest.mark.parametrize("tables", [*range(2, 26), 41])
def test_homes_stay_and_visitors_come_from_the_table_below(tables):
    rounds = rounds_of("mitchell", 2 * tables)

    sound(rounds, 2 * tables)
    assert len(rounds) == (tables if tables % 2 else tables - 1)
    for drawn in rounds:
        at = {table["table"]: table["sides"] for table in drawn["tables"]}
        assert all(at[number][0] == [f"e{number}"] for number in range(1, tables + 1))
        assert not any("shared" in table for table in drawn["tables"])
    moves = {
        (number_of(after, visitor) - number_of(before, visitor)) % tables
        for before, after in pairwise(rounds)
        for visitor in [f"e{n}" for n in range(tables + 1, 2 * tables + 1)]
    }
    assert moves <= ({1} if tables % 2 else {1, 2 % tables})


def number_of(drawn, entry):
    return next(t["table"] for t in drawn["tables"] for side in t["sides"] if entry in side)


@pytest.mark.long
@pytest.mark.parametrize("tables", range(2, 31, 2))
def test_relay_and_share_plays_as_many_rounds_as_tables(tables):
    rounds = rounds_of("mitchell", 2 * tables, options={"method": "relay"})

    sound(rounds, 2 * tables)
    assert len(rounds) == tables
    assert len(met(rounds)) == tables * tables
    for drawn in rounds:
        shared = [table["table"] for table in drawn["tables"] if table.get("shared")]
        assert shared == [1, tables]


@pytest.mark.long
@pytest.mark.parametrize("tables", range(2, 31))
def test_half_table_lets_its_visitors_sit_out(tables):
    count = 2 * tables - 1
    if count < 4:
        return
    rounds = rounds_of("mitchell", count)

    sound(rounds, count)
    assert [len(drawn["sit_outs"]) for drawn in rounds] == [1] * len(rounds)
    assert max(waits(rounds).values()) == 1
    homes = [f"e{number}" for number in range(1, tables)]
    assert not waits(rounds).keys() & set(homes)
    for drawn in rounds:
        assert [table["sides"][0] for table in drawn["tables"]] == [[home] for home in homes]


# how often the rover waits, by tables; elsewhere never
ROVER_WAITS = {3: 2, 4: 1, 9: 2, 10: 1, 14: 1, 15: 2, 16: 1, 18: 1, 20: 1}


@pytest.mark.parametrize("tables", range(2, 22))
def test_rover_replaces_a_home_each_round(tables):
    count = 2 * tables + 1
    rounds = rounds_of("mitchell", count, options={"rover": True})

    sound(rounds, count)
    replaced = Counter(entry for entry in waits(rounds).elements() if entry != f"e{count}")
    assert max(replaced.values(), default=1) == 1
    assert replaced.keys() <= {f"e{number}" for number in range(1, tables + 1)}
    if tables <= 20:
        assert waits(rounds)[f"e{count}"] <= ROVER_WAITS.get(tables, 0)


@pytest.mark.long
@pytest.mark.sampled(12)
@pytest.mark.parametrize("count", range(4, 61))
def test_timed_rounds_need_no_deals_and_share_the_first_deal(count):
    answer = draw(request("mitchell", count, options={"deals": 0}))
    rounds = answer["rounds"]

    sound(rounds, count)
    tables = (count + 1) // 2
    assert len(rounds) == tables  # for every number of tables
    assert not any("deals" in table for drawn in rounds for table in drawn["tables"])
    assert answer["quality"]["balance"] <= 2
    if count % 2 == 0:
        assert len(met(rounds)) == tables * tables


def test_two_winners_are_reported_with_their_groups():
    quality = draw(request("mitchell", 14))["quality"]

    assert quality["winners"] == 2
    assert quality["groups"] == [[f"e{n}" for n in range(1, 8)], [f"e{n}" for n in range(8, 15)]]
    assert quality["balance"] == 0
    assert quality["comparisons"] == [7, 7]


@pytest.mark.parametrize(("tables", "switched"), [(7, 1), (9, 1), (11, 1), (13, 2), (21, 3)])
def test_arrows_are_switched_in_one_round_of_eight_for_one_winner(tables, switched):
    answer = draw(request("mitchell", 2 * tables, options={"winners": 1}))

    homes = {f"e{number}" for number in range(1, tables + 1)}
    turned = [
        drawn["round"]
        for drawn in answer["rounds"]
        if all(table["sides"][1][0] in homes for table in drawn["tables"])
    ]
    assert turned == list(range(tables - switched + 1, tables + 1))
    assert answer["quality"]["groups"] == [[f"e{n}" for n in range(1, 2 * tables + 1)]]
    never = draw(request("mitchell", 2 * tables, options={"winners": 1, "arrow_switch": 0}))
    spread = [quality["comparisons"] for quality in (answer["quality"], never["quality"])]
    assert spread[0][1] - spread[0][0] < spread[1][1] - spread[1][0]


def test_fewer_rounds_are_the_beginning():
    whole = rounds_of("mitchell", 18)

    assert rounds_of("mitchell", 18, rounds=4) == whole[:4]
    assert draw(request("mitchell", 18, round=7))["rounds"] == [whole[6]]


@pytest.mark.parametrize("options", [{}, {"method": "relay"}, {"winners": 1}, {"deals": 0}])
def test_going_on_from_the_history_is_the_same_movement(options):
    whole = rounds_of("mitchell", 12, options=options)

    for behind in range(len(whole) + 1):
        history = as_played(whole[:behind], deals=False)
        rounds = draw(request("mitchell", 12, options=options, history=history))["rounds"]
        assert rounds[behind:] == whole[behind:]


def test_late_pair_fills_the_half_table():
    half = rounds_of("mitchell", 13)
    late = [*entries(13), {"id": "late"}]

    answer = draw({"format": "mitchell", "entries": late, "history": as_played(half[:2])})

    for drawn in answer["rounds"][2:]:
        assert drawn["sit_outs"] == []
        assert drawn["tables"][6]["sides"][0] == ["late"]
    assert answer["quality"]["repeat_opponents"] == 0


def test_late_pair_at_full_tables_roves_and_nobody_else_changes():
    whole = rounds_of("mitchell", 14)
    late = [*entries(14), {"id": "late"}]

    answer = draw({"format": "mitchell", "entries": late, "history": as_played(whole[:2])})

    replaced = []
    for before, after in zip(whole[2:], answer["rounds"][2:], strict=True):
        assert len(after["sit_outs"]) == 1
        replaced += after["sit_outs"]
        kept = [table for table in sides(after) if ["late"] not in table]
        assert all(table in sides(before) for table in kept)
    assert len(set(replaced)) == len(replaced) == 5
    rover = [t for d in answer["rounds"][2:] for t in d["tables"] if ["late"] in t["sides"]]
    assert {table["why"][0]["code"] for table in rover} == {"rover"}
    assert answer["quality"]["repeat_deals"] == answer["quality"]["repeat_opponents"] == 0


def test_pair_that_comes_takes_the_place_of_one_that_left():
    whole = rounds_of("mitchell", 14)
    now = [*entries(14, out=(9,)), {"id": "new"}]

    answer = draw({"format": "mitchell", "entries": now, "history": as_played(whole[:3])})

    for before, after in zip(whole[3:], answer["rounds"][3:], strict=True):
        expected = [[["new"] if side == ["e9"] else side for side in t] for t in sides(before)]
        assert sides(after) == expected


def test_many_who_leave_do_not_make_many_wait():
    whole = rounds_of("mitchell", 16)
    now = entries(16, out=(9, 10, 11, 12))

    answer = draw({"format": "mitchell", "entries": now, "history": as_played(whole[:2])})

    assert all(len(drawn["sit_outs"]) == 0 for drawn in answer["rounds"][2:])
    assert answer["quality"]["repeat_opponents"] <= 2  # 5 rounds among 12 who have met already


@pytest.mark.parametrize(
    ("count", "more", "code", "words"),
    [
        (3, {}, "too_few_entries", "at least 4 entries, not 3"),
        (201, {}, "too_many_entries", "at most 200 can play it"),
        (12, {"rounds": 6}, "too_many_rounds", "with the method relay they can play 6"),
        (14, {"rounds": 8}, "too_many_rounds", "at most 7 rounds"),
        (12, {"options": {"method": "plain"}, "rounds": 4}, "too_many_rounds", "at most 3 rounds"),
        (14, {"options": {"method": "web"}}, "unknown_choice", "plain, skip, relay"),
        (14, {"options": {"winners": 3}}, "not_a_count", "from 1 to 2"),
        (
            14,
            {"options": {"winners": 2, "arrow_switch": 1}},
            "switched_for_two_winners",
            "1 winner",
        ),
        (14, {"options": {"rover": 1}}, "wrong_type", "true or false"),
        (14, {"options": {"seats": 4}}, "unknown_key", "it knows deals, seed, method"),
    ],
)
def test_impossible_mitchells_are_refused(count, more, code, words):
    with pytest.raises(CannotDraw) as refused:
        draw(request("mitchell", count) | more)

    assert refused.value.code == code
    assert words in refused.value.message


@pytest.mark.parametrize("method", ["skip", "relay"])
def test_what_is_chosen_for_an_even_number_of_tables_leaves_an_odd_one_as_it_is(method):
    chosen = draw(request("mitchell", 14, options={"method": method}))

    assert chosen["rounds"] == draw(request("mitchell", 14))["rounds"]
