from copy import deepcopy

import pytest

from league.play.rounds.drawing import CannotDraw, check_draw, draw
from tests.league.play.rounds.drawing.requests import as_history, entries, request, rounds_of


def codes(data, rounds):
    return [breach.code for breach in check_draw(data, rounds)]


@pytest.fixture
def data():
    return request("round_robin", 4)


@pytest.fixture
def rounds(data):
    return draw(data)["rounds"]


def test_two_opponents_swapped_are_two_repeats_and_two_meetings_lost(data, rounds):
    # e1-e4, e2-e3 becomes e1-e3, e2-e4
    rounds[0]["tables"][0]["sides"] = [["e1"], ["e3"]]
    rounds[0]["tables"][1]["sides"] = [["e2"], ["e4"]]

    breaches = check_draw(data, rounds)

    assert [(b.code, b.round, b.table, b.entries) for b in breaches] == [
        ("still_to_meet", None, None, ("e1", "e4")),
        ("still_to_meet", None, None, ("e2", "e3")),
        ("repeat", 3, 1, ("e2", "e4")),
        ("repeat", 3, 2, ("e1", "e3")),
    ]
    assert str(breaches[2].sentence) == "e2, e4 would have met 2 times"


def test_entry_twice_in_a_round_and_another_nowhere(data, rounds):
    rounds[0]["tables"][1]["sides"] = [["e1"], ["e3"]]

    assert codes(data | {"rounds": 1}, rounds[:1]) == ["entry_twice", "missing_entry"]


def test_bye_takes_the_place_of_a_table(data, rounds):
    data["entries"] = entries(5)
    first = {"round": 1, "tables": rounds[0]["tables"], "byes": ["e5"]}

    assert codes(data | {"rounds": 5}, [first]) == []


def test_stranger_is_named(data, rounds):
    rounds[0]["tables"][0]["sides"] = [["e1"], ["stranger"]]

    assert codes(data | {"rounds": 1}, rounds[:1]) == ["missing_entry", "unknown_entry"]


def test_withdrawn_entry_cannot_be_drawn(data, rounds):
    data["entries"] = entries(4, out=(2,))

    assert codes(data | {"rounds": 1}, rounds[:1]) == ["withdrawn_entry"]


def test_table_number_twice(data, rounds):
    rounds[0]["tables"][1]["table"] = 1

    assert codes(data, rounds) == ["table_twice"]


def test_pair_to_avoid_is_reported_where_it_meets(data, rounds):
    data["avoid"] = [["e2", "e3"]]

    breaches = check_draw(data, rounds)

    assert [(b.code, b.round, b.table, b.entries) for b in breaches] == [
        ("avoid_pair", 1, 2, ("e2", "e3"))
    ]


def test_three_at_a_table_of_a_round_robin(data):
    table = {"table": 1, "sides": [["e1"], ["e2"], ["e3"]]}
    first = {"round": 1, "tables": [table], "byes": ["e4"]}

    assert codes(data | {"rounds": 1}, [first]) == ["table_size"]


def test_played_round_must_stay(data, rounds):
    data["history"] = as_history(rounds[:1])
    edited = deepcopy(rounds)
    edited[0]["tables"][0]["sides"].reverse()

    assert codes(data, rounds) == []
    assert codes(data, edited) == ["changed_round"]


def test_meetings_of_the_history_count(data, rounds):
    data |= {"history": as_history(rounds[:1]), "rounds": 2}
    repeated = {**rounds[0], "round": 2}

    assert codes(data, [repeated]) == ["repeat", "repeat"]


def test_double_round_robin_allows_a_second_meeting_and_no_third():
    data = request("double_round_robin", 2)
    rounds = rounds_of("double_round_robin", 2)

    assert codes(data, rounds) == []
    assert codes(data, [*rounds, {**rounds[0], "round": 3}]) == ["repeat"]


def test_first_deal_that_always_falls_to_the_same_entry(data, rounds):
    for drawn in rounds:
        for table in drawn["tables"]:
            table["sides"].sort(key=lambda side: side != ["e1"])

    breaches = check_draw(data, rounds)

    assert {(b.code, *b.entries): str(b.sentence) for b in breaches} == {
        ("first_deal", "e1"): "e1 has the first deal 3 times and the opponents 0 times",
        ("first_deal", "e3"): "e3 has the first deal 0 times and the opponents 3 times",
    }


def test_first_deal_at_individual_tables_is_judged_at_the_table():
    seats = [["e1"], ["e2"], ["e3"]]
    data = request("individual_tables", 3)
    twice = [{"round": n, "tables": [{"table": 1, "sides": seats}]} for n in (1, 2)]

    breaches = [b for b in check_draw(data, twice) if b.code == "first_deal"]

    assert [(b.round, b.table, b.entries) for b in breaches] == [(2, 1, ("e1", "e2"))]
    assert str(breaches[0].sentence) == "first deals so far: e1 1, e2 0; let e2 deal first"


def test_individual_tables_keep_to_their_sizes():
    data = request("individual_tables", 8, options={"minimum": 4, "maximum": 4})
    tables = [
        {"table": 1, "sides": [["e1"], ["e2"], ["e3"]]},
        {"table": 2, "sides": [["e4"], ["e5"], ["e6"], ["e7"], ["e8"]]},
    ]

    assert codes(data, [{"round": 1, "tables": tables}]) == ["table_size", "table_size"]


@pytest.mark.parametrize(
    ("rounds", "path"),
    [
        ("rounds", "rounds"),
        ([{"tables": []}], "rounds[0].round"),
        ([{"round": 1, "tables": [{"table": 1}]}], "rounds[0].tables[0].sides"),
        ([{"round": 1, "tables": [{"table": 0, "sides": []}]}], "rounds[0].tables[0].table"),
        ([{"round": 1, "tables": [], "byes": [7]}], "rounds[0].byes[0]"),
    ],
)
def test_unreadable_rounds_are_refused_with_their_place(data, rounds, path):
    with pytest.raises(CannotDraw) as refused:
        check_draw(data, rounds)

    assert refused.value.path == path
