from collections import Counter
from itertools import combinations
from math import gcd
from random import Random

import pytest

from league.play.rounds.drawing import CannotDraw, check_draw, draw
from league.play.rounds.drawing.formats.seat_chart import first_repeat
from tests.league.play.rounds.drawing.evenings import Night, by_lot
from tests.league.play.rounds.drawing.requests import entries, placed, request

TABLES = range(1, 15)


def chart(tables, **more):
    return request("seat_chart", 4 * tables, **more)


def met_again(rounds):
    """Return the first round in which two players are at a table for the second time."""
    met = set()
    for drawn in rounds:
        pairs = {frozenset(p) for t in drawn["tables"] for p in combinations(t["seats"], 2)}
        if pairs & met:
            return drawn["round"]
        met |= pairs
    return None


def refusal(data):
    with pytest.raises(CannotDraw) as refused:
        draw(data)
    return refused.value


@pytest.mark.long
@pytest.mark.parametrize("tables", TABLES)
def test_lines_move_as_their_seats_say(tables):
    rounds = draw(chart(tables))["rounds"]

    assert len(rounds) == tables
    first = {e: (t["table"], at) for t in rounds[0]["tables"] for at, e in enumerate(t["seats"])}
    steps = (0, 1, -1, 2)  # North, East, South, West in turn
    for drawn in rounds:
        for table in drawn["tables"]:
            for at, entry in enumerate(table["seats"]):
                began, line = first[entry]
                moved = steps[line] * (drawn["round"] - 1)
                assert (at, (began - 1 + moved) % tables) == (line, table["table"] - 1)


@pytest.mark.long
@pytest.mark.parametrize("tables", TABLES)
def test_first_repeat_is_where_it_is_said_to_be(tables):
    answer = draw(chart(tables))

    repeat = met_again(answer["rounds"])
    assert repeat == first_repeat(tables) == answer["quality"]["first_repeat"]
    assert (repeat is None) == (gcd(tables, 6) == 1)
    assert answer["quality"]["repeat_partners"] == 0
    assert (answer["quality"]["repeat_opponents"] == 0) == (repeat is None)
    warned = [d["round"] for d in answer["rounds"] if "chart_repeats" in codes(d)]
    expected = [] if repeat is None else sorted({1, *range(repeat, tables + 1)})
    assert warned == expected


def codes(drawn):
    return [reason["code"] for reason in drawn.get("why", [])]


@pytest.mark.parametrize("tables", [5, 7])
def test_table_of_one_who_left_sits_out_until_somebody_takes_the_place(tables):
    night = Night("seat_chart", 4 * tables)
    whole = draw(night.request)["rounds"]
    night.play(whole[0], by_lot(Random(1)))
    night.out = {3}

    rounds = draw(night.request)["rounds"]
    for drawn in rounds[1:]:
        assert placed(drawn) == sorted(night.active)
        assert len(drawn["sit_outs"]) == 3
    night.play(rounds[1], by_lot(Random(2)))
    night.count += 1
    again = draw(night.request)["rounds"]
    late = f"e{night.count}"
    for drawn, planned in zip(again[2:], whole[2:], strict=True):
        seats = [table["seats"] for table in drawn["tables"]]
        assert seats == [
            [late if entry == "e3" else entry for entry in table["seats"]]
            for table in planned["tables"]
        ]


def test_late_player_without_a_place_sits_out_and_learns_why():
    night = Night("seat_chart", 20)
    night.play(draw(night.request)["rounds"][0], by_lot(Random(1)))
    night.count = 21

    drawn = draw(night.request)["rounds"][1]

    assert drawn["sit_outs"] == ["e21"]
    assert "every place of the chart is taken" in drawn["why"][0]["text"]


def test_players_who_changed_places_go_on_from_there():
    night = Night("seat_chart", 20)
    first = draw(night.request)["rounds"][0]
    one, other = first["tables"][0]["sides"], first["tables"][1]["sides"]
    one[0][0], other[1][0] = other[1][0], one[0][0]
    night.play(first, by_lot(Random(1)))

    second = draw(night.request)["rounds"][1]

    assert placed(second) == sorted(night.active)
    assert second["tables"][0]["seats"][0] == one[0][0]


def test_check_counts_partners_and_meetings():
    night = Night("seat_chart", 8)
    first = draw(night.request)["rounds"][0]
    night.play(first, by_lot(Random(1)))

    found = Counter(b.code for b in check_draw(night.request, [dict(first, round=2)]))

    assert found == {"repeat_partner": 4, "repeat": 8}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (request("seat_chart", 3), "too_few_entries"),
        (request("seat_chart", 14), "not_full_tables"),
        (request("seat_chart", 10_000), "too_many_entries"),
        (chart(5, rounds=6), "too_many_rounds"),
        (chart(5, round=6), "too_many_rounds"),
        (chart(5, options={"deals": 4}), "unknown_key"),
        (chart(5, options={"order": "no"}), "unknown_choice"),
        (
            chart(1, history=[{"round": 1, "sides": [{"entries": ["e1"]}, {"entries": ["e2"]}]}]),
            "not_two_sides",
        ),
        (
            chart(
                1,
                history=[
                    {
                        "round": 1,
                        "table": 9,
                        "sides": [{"entries": ["e1", "e3"]}, {"entries": ["e2", "e4"]}],
                    }
                ],
            ),
            "unknown_table",
        ),
        (chart(2, entries=entries(8, out=(1,))), "not_full_tables"),
    ],
)
def test_impossible_chart_is_refused(data, code):
    assert refusal(data).code == code


@pytest.mark.long
@pytest.mark.parametrize("gone", [1, 2, 3])
def test_whoever_leaves_before_the_first_round_leaves_the_chart_as_large_as_it_was(gone):
    first = draw(chart(4))["rounds"][0]
    seats = first["tables"][0]["seats"]
    history = [
        {"round": 1, "table": table["table"], "sides": [{"entries": s} for s in table["sides"]]}
        for table in first["tables"][1:]
    ] + [{"round": 1, "bye": entry} for entry in seats[gone:]]
    out = tuple(int(entry[1:]) for entry in seats[:gone])

    answer = draw({"format": "seat_chart", "entries": entries(16, out=out), "history": history})

    assert len(answer["rounds"]) == 4
    assert all(len(drawn["tables"]) >= 4 - gone for drawn in answer["rounds"][1:])
