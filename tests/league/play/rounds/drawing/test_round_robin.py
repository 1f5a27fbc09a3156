from collections import Counter
from itertools import combinations

import pytest

from league.play.rounds.drawing import CannotDraw, check_draw, draw
from tests.league.play.rounds.drawing.requests import (
    as_history,
    entries,
    placed,
    request,
    rounds_of,
    sides,
)

FORMATS = ["round_robin", "double_round_robin"]
TIMES = {"round_robin": 1, "double_round_robin": 2}


def meetings(rounds):
    return Counter(
        frozenset(entry for side in table for entry in side)
        for drawn in rounds
        for table in sides(drawn)
    )


def refusal(data):
    with pytest.raises(CannotDraw) as refused:
        draw(data)
    return refused.value


# codes of check_draw that a changed field may leave: the first deal cannot be evened out at will
UNAVOIDABLE = {"first_deal"}


def broken(data, rounds):
    return {breach.code for breach in check_draw(data, rounds)} - UNAVOIDABLE


def test_seeds_number_the_entries():
    listed = [{"id": "weak", "seed": 4}, {"id": "new"}, {"id": "best", "seed": 1}, {"id": "newer"}]

    rounds = draw({"format": "round_robin", "entries": listed})["rounds"]

    assert sides(rounds[0]) == [[["best"], ["newer"]], [["weak"], ["new"]]]


def test_avoided_pair_meets_all_the_same_and_is_reported():
    answer = draw(request("round_robin", 4, avoid=[["e1", "e4"]]))

    assert answer["quality"]["avoid_pairs_met"] == 1
    assert answer["rounds"][0]["tables"][0]["why"][1] == {
        "code": "avoid_pair",
        "text": "e1 and e4 should be kept apart, but here everybody meets everybody",
    }


def test_fewer_rounds_are_the_first_ones():
    assert rounds_of("round_robin", 8, rounds=3) == rounds_of("round_robin", 8)[:3]


def test_one_round_can_be_asked_for():
    assert rounds_of("round_robin", 8, round=5) == rounds_of("round_robin", 8)[4:5]


def test_quality_counts_what_fewer_rounds_leave_undone():
    quality = draw(request("round_robin", 6, rounds=3))["quality"]

    assert quality["meetings_left"] == 15 - 3 * 3


@pytest.mark.long
@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("count", range(3, 12))
def test_schedule_goes_on_where_the_history_stops(format_, count):
    full = rounds_of(format_, count)
    for played in range(1, len(full)):
        again = rounds_of(format_, count, history=as_history(full[:played]))
        assert [sides(drawn) for drawn in again] == [sides(drawn) for drawn in full]


@pytest.mark.long
@pytest.mark.sampled(6)
@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("count", range(3, 12))
def test_late_entry_meets_everybody_and_the_played_rounds_stay(format_, count):
    full = rounds_of(format_, count)
    for played in range(1, len(full)):
        history = as_history(full[:played])
        data = request(format_, count + 1, history=history)

        rounds = draw(data)["rounds"]

        assert broken(data, rounds) == set()
        assert [sides(drawn) for drawn in rounds[:played]] == [sides(one) for one in full[:played]]
        assert set(meetings(rounds).values()) == {TIMES[format_]}


@pytest.mark.long
@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("count", range(3, 12))
def test_opponents_of_a_withdrawn_entry_have_byes_and_nothing_else_changes(format_, count):
    full = rounds_of(format_, count)
    data = {
        "format": format_,
        "entries": entries(count, out=(1,)),
        "history": as_history(full[:1]),
    }

    rounds = draw(data)["rounds"]

    assert broken(data, rounds) == set()
    without = [[table for table in sides(drawn) if ["e1"] not in table] for drawn in full[1:]]
    assert [sides(drawn) for drawn in rounds[1:]] == [tables for tables in without if tables]


def test_withdrawn_before_the_start_is_not_numbered():
    rounds = draw({"format": "round_robin", "entries": entries(5, out=(2,))})["rounds"]

    assert len(rounds) == 3
    assert placed(rounds[0]) == ["e1", "e3", "e4", "e5"]


def test_director_who_changed_a_round_gets_the_missing_meetings_after_it():
    history = as_history(rounds_of("round_robin", 6)[:1])
    # e1-e6 and e2-e5 of the first round were swapped into e1-e5 and e2-e6
    history[0]["sides"] = [{"entries": ["e1"]}, {"entries": ["e5"]}]
    history[1]["sides"] = [{"entries": ["e2"]}, {"entries": ["e6"]}]
    data = request("round_robin", 6, history=history)

    answer = draw(data)

    assert broken(data, answer["rounds"]) == set()
    assert set(meetings(answer["rounds"]).values()) == {1}
    assert answer["rounds"][1]["tables"][0]["why"][0]["code"] == "still_to_meet"


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"entries": entries(1)}, "too_few_entries"),
        ({"entries": entries(3, out=(1, 2))}, "too_few_entries"),
        ({"entries": entries(1000)}, "too_many_entries"),
        ({"options": {"method": "dutch"}}, "unknown_choice"),
        ({"options": {"tables": 3}}, "unknown_key"),
        ({"round": 6}, "too_many_rounds"),
        ({"round": 1, "history": as_history(rounds_of("round_robin", 4)[:1])}, "already_drawn"),
        (
            {"rounds": 1, "history": as_history(rounds_of("round_robin", 4)[:2])},
            "fewer_rounds_than_played",
        ),
        (
            {"history": [{"round": 1, "sides": [{"entries": [f"e{n}"]} for n in (1, 2, 3)]}]},
            "not_two_entries",
        ),
    ],
)
def test_impossible_round_robin_is_refused(more, code):
    assert refusal(request("round_robin", 4) | more).code == code


@pytest.mark.long
@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("count", range(3, 8))
@pytest.mark.parametrize("played", [0, 1, 2])
def test_a_round_in_which_nobody_is_left_to_play_leaves_no_gap(format_, count, played):
    behind = as_history(rounds_of(format_, count)[:played])

    for gone in combinations(range(1, count + 1), count - 2):
        data = {"format": format_, "entries": entries(count, out=gone), "history": behind}
        rounds = draw(data)["rounds"]

        assert [drawn["round"] for drawn in rounds] == list(range(1, len(rounds) + 1))
        assert broken(data, rounds) == set()
