"""What a tie-break adds up comes to its number, in every event and for every entry."""

import pytest
from hypothesis import given

from league.standings.methods import TIEBREAKS, read_request
from league.standings.methods.addends import Kind, breakdown_of
from league.standings.methods.explaining import entries_explained
from tests.league.standings.methods.results import matches, request
from tests.league.standings.methods.test_properties import PATIENT, events

ALL_SUMS = [
    *("buchholz", "buchholz_cut_1", "buchholz_cut_2", "median_buchholz", "median_buchholz_2"),
    *("sonneborn_berger", "koya", "progressive", "progressive_cut_1", "opponents_strength"),
    *("partners_strength", "opponents_to_partners", "points_for", "point_difference"),
    *("head_to_head", "head_to_head_difference"),
]


@PATIENT
@given(events(tiebreaks=tuple(ALL_SUMS)))
def test_the_sum_of_what_is_shown_is_the_number(event):
    told = entries_explained(read_request(event | {"tiebreaks": ALL_SUMS}))
    for entry in range(len(event["entries"])):
        for name, value in told.separation.numbers(entry).items():
            found = breakdown_of(told.separation, name, entry)
            if found is not None:
                assert found.total == value, name
            elif name not in ("opponents_to_partners", "head_to_head", "head_to_head_difference"):
                raise AssertionError(f"{name} has nothing to show")


def explained(name, entry, *rounds, method="match_points"):
    """Return (kind, round, value, whether it counts) of what adds up, and the total."""
    asked = request(method, name, matches(*rounds))
    told = entries_explained(read_request(asked))
    place = [one["id"] for one in asked["entries"]].index(entry)
    found = breakdown_of(told.separation, name, place)
    return [(one.round, one.value, not one.is_cut) for one in found.addends], found.total


ROUNDS = ("a 2 b 1, c 2 d 1", "a 2 c 1, b 2 d 1", "a 1 d 1, b 2 c 1")


@pytest.mark.parametrize(
    ("name", "shown", "total"),
    [
        # a has 5, b 4, c 2, d 1
        ("buchholz", [(1, 4, True), (2, 2, True), (3, 1, True)], 7),
        ("buchholz_cut_1", [(1, 4, True), (2, 2, True), (3, 1, False)], 6),
        ("median_buchholz", [(1, 4, False), (2, 2, True), (3, 1, False)], 2),
        ("sonneborn_berger", [(1, 8, True), (2, 4, True), (3, 1, True)], 13),
        ("koya", [(1, 2, True)], 2),
        ("progressive", [(1, 2, True), (2, 4, True), (3, 5, True)], 11),
        ("progressive_cut_1", [(1, 2, False), (2, 4, True), (3, 5, True)], 9),
        ("point_difference", [(1, 1, True), (2, 1, True), (3, 0, True)], 2),
    ],
)
def test_by_hand(name, shown, total):
    assert explained(name, "a", *ROUNDS) == (shown, total)


def test_a_round_not_played_tells_why_and_is_cut_first():
    asked = request(
        "match_points",
        "buchholz_cut_1",
        [
            *matches("a 2 b 1, c 2 d 1", "b 2 c 1"),
            {"round": 2, "bye": "a", "kind": "requested"},
            {"round": 2, "bye": "d"},
        ],
    )
    told = entries_explained(read_request(asked))
    first, second = breakdown_of(told.separation, "buchholz_cut_1", 0).addends
    assert (first.round, first.is_cut, first.reason) == (1, False, None)
    assert (second.round, second.is_cut, second.reason) == (2, True, "requested")


def test_what_is_no_sum_has_nothing_to_show():
    told = entries_explained(read_request(request("match_points", "", matches(*ROUNDS))))
    assert {
        name for name in TIEBREAKS if breakdown_of(told.separation, name, 0) is not None
    } == set(ALL_SUMS) - {"opponents_to_partners", "head_to_head", "head_to_head_difference"}
    assert set(Kind) >= {"score", "times"}
