"""What a tie-break adds up comes to its number, in every event and for every entry."""

from itertools import pairwise

import pytest
from hypothesis import given

from league.tables.standings.methods import TIEBREAKS, rank_entries, read_request
from league.tables.standings.methods.explaining import breakdown_of, entries_explained, looks_of
from league.tables.standings.methods.parts import account_of
from tests.league.tables.standings.methods.results import matches, request
from tests.league.tables.standings.methods.strategies import PATIENT, events

ALL_SUMS = [name for name in TIEBREAKS if name not in ("lot", "play_off")]
GROUPED = ("head_to_head", "head_to_head_difference")


@PATIENT
@given(events(tiebreaks=tuple(ALL_SUMS)))
def test_the_sum_of_what_is_shown_is_the_number(event):
    request = read_request(event | {"tiebreaks": ALL_SUMS})
    ranking = entries_explained(request)
    numbers = {row.entry: row.tiebreaks for row in rank_entries(request)}
    for entry, called in enumerate(ranking.ids):
        assert (
            account_of(ranking.separation.ledger, entry).total
            == (ranking.separation.ledger.totals[entry])
        )
        for name, value in numbers[called].items():
            found = breakdown_of(ranking.separation, name, entry)
            if found is None:
                assert name in GROUPED, f"{name} has nothing to show"
                assert value is None, f"nobody was level, and {name} has a number"
            else:
                assert found.total == value, name


@pytest.mark.long
@PATIENT
@given(events(tiebreaks=GROUPED))
def test_whoever_stands_higher_has_more_in_the_last_look_at_both(event):
    request = read_request(event | {"tiebreaks": list(GROUPED)})
    ranking = entries_explained(request)
    rows = rank_entries(request)
    for name in GROUPED:
        for upper, lower in pairwise(rows):
            looks = [
                ranking.separation.passes[name].get(ranking.ids.index(one.entry), ())
                for one in (upper, lower)
            ]
            common = [one for one in looks[0] if any(one is other for other in looks[1])]
            if not common or upper.below is None or upper.below.criterion != name:
                continue
            first, second = (
                common[-1].ranges[ranking.ids.index(one.entry)] for one in (upper, lower)
            )
            assert first.least > second.most
            assert upper.looks[name][len(common) - 1] == first


def explained(name, entry, *rounds, method="match_points"):
    """Return (kind, round, value, whether it counts) of what adds up, and the total."""
    asked = request(method, name, matches(*rounds))
    ranking = entries_explained(read_request(asked))
    place = [one["id"] for one in asked["entries"]].index(entry)
    found = breakdown_of(ranking.separation, name, place)
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
    ranking = entries_explained(read_request(asked))
    first, second = breakdown_of(ranking.separation, "buchholz_cut_1", 0).addends
    assert (first.round, first.is_cut, first.reason) == (1, False, None)
    assert (second.round, second.is_cut, second.reason) == (2, True, "requested")


def test_an_entry_that_played_no_deal_is_shown_no_division():
    """One table a deal has no top: there is nothing to divide by."""
    result = {"round": 1, "sides": [["a"], ["b"]], "points": [50, 0]}
    asked = {
        "method": {"name": "matchpoints", "points_as": "percentage"},
        "entries": [{"id": one} for one in "abc"],
        "deals": [{"deal": 1, "results": [result]}],
        "matches": [{"round": 1, "bye": "c"}],
    }
    ledger = entries_explained(read_request(asked)).separation.ledger
    first, _second, third = (account_of(ledger, entry) for entry in range(3))
    assert (first.divisor, [one.value for one in first.parts]) == (None, [50])
    assert (third.divisor, third.total) == (None, 0)


def test_head_to_head_shows_every_look():
    """Five on the same points: 6, 4, 4, 4, 2 among themselves, then 4, 2, 0 among three."""
    beats = {"a": "bcd", "b": "ce", "c": "de", "d": "be", "e": "a"}
    played = [
        {"round": n, "sides": [{"entries": [one], "points": 2}, {"entries": [other], "points": 1}]}
        for n, (one, other) in enumerate(
            ((one, other) for one, others in beats.items() for other in others), start=1
        )
    ]
    extra = {"e": 2, "b": 1, "c": 1, "d": 1}
    byes = [
        {"round": 20 + n, "bye": entry, "points": 2 * count}
        for n, (entry, count) in enumerate(extra.items())
    ]
    asked = request("match_points", "head_to_head", [*played, *byes])
    ranking = entries_explained(read_request(asked))
    shown = {
        row.entry: [one.least for one in row.looks["head_to_head"]]
        for row in rank_entries(read_request(asked))
    }
    assert shown == {"a": [6], "b": [4, 2], "c": [4, 2], "d": [4, 2], "e": [2]}
    looks = looks_of(ranking.separation, "head_to_head", ranking.ids.index("c"))
    assert [one.breakdown.total for one in looks] == [4, 2]
    assert [sorted(map(len, one.head_to_head.levels)) for one in looks] == [[1, 1, 3], [3]]
