from collections import Counter
from itertools import pairwise

import pytest

from league.play.rounds.drawing.schedule import METHODS, double_schedule, single_schedule

# FIDE Handbook C.05 Annex 1, round by round, the first of each pair at home
PUBLISHED = {
    4: "1:4 2:3 / 4:3 1:2 / 2:4 3:1",
    6: "1:6 2:5 3:4 / 6:4 5:3 1:2 / 2:6 3:1 4:5 / 6:5 1:4 2:3 / 3:6 4:2 5:1",
    8: (
        "1:8 2:7 3:6 4:5 / 8:5 6:4 7:3 1:2 / 2:8 3:1 4:7 5:6 / 8:6 7:5 1:4 2:3 /"
        " 3:8 4:2 5:1 6:7 / 8:7 1:6 2:5 3:4 / 4:8 5:3 6:2 7:1"
    ),
    10: (
        "1:10 2:9 3:8 4:7 5:6 / 10:6 7:5 8:4 9:3 1:2 / 2:10 3:1 4:9 5:8 6:7 /"
        " 10:7 8:6 9:5 1:4 2:3 / 3:10 4:2 5:1 6:9 7:8 / 10:8 9:7 1:6 2:5 3:4 /"
        " 4:10 5:3 6:2 7:1 8:9 / 10:9 1:8 2:7 3:6 4:5 / 5:10 6:4 7:3 8:2 9:1"
    ),
}
COUNTS = range(2, 41)


def published(text):
    return [
        {tuple(int(number) for number in pair.split(":")) for pair in pairs.split()}
        for pairs in text.split("/")
    ]


def homes_of(schedule, number):
    """Return the entrant's matches in order: H at home, A away."""
    return "".join(
        "H" if pair[0] == number else "A" for pairs in schedule for pair in pairs if number in pair
    )


@pytest.mark.parametrize("count", PUBLISHED)
def test_berger_schedule_is_the_published_table(count):
    assert [set(pairs) for pairs in single_schedule(count)] == published(PUBLISHED[count])


@pytest.mark.long
@pytest.mark.sampled(15)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("count", COUNTS)
def test_everybody_meets_everybody_once(count, method):
    met = Counter(frozenset(p) for pairs in single_schedule(count, method) for p in pairs)

    assert met == {frozenset((a, b)): 1 for a in range(1, count + 1) for b in range(1, a)}


@pytest.mark.long
@pytest.mark.sampled(15)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("count", COUNTS)
def test_everybody_meets_everybody_once_at_each_home(count, method):
    met = Counter(pair for pairs in double_schedule(count, method) for pair in pairs)

    numbers = range(1, count + 1)
    assert met == {(home, away): 1 for home in numbers for away in numbers if home != away}


@pytest.mark.long
@pytest.mark.sampled(30)
@pytest.mark.parametrize("make", [single_schedule, double_schedule])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("count", COUNTS)
def test_each_round_has_everybody_once_and_one_bye_when_odd(count, method, make):
    for pairs in make(count, method):
        playing = [number for pair in pairs for number in pair]
        assert len(playing) == len(set(playing)) == count - count % 2


@pytest.mark.long
@pytest.mark.sampled(15)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("count", COUNTS)
def test_home_matches_differ_by_at_most_one(count, method):
    homes = Counter(home for pairs in single_schedule(count, method) for home, _ in pairs)
    counts = [homes[number] for number in range(1, count + 1)]

    assert max(counts) - min(counts) <= 1


@pytest.mark.long
@pytest.mark.sampled(15)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("count", COUNTS)
def test_nobody_has_three_equal_homes_in_a_row_where_the_halves_meet(count, method):
    schedule = double_schedule(count, method)

    for number in range(1, count + 1):
        homes = homes_of(schedule, number)
        assert "HHH" not in homes
        assert "AAA" not in homes


def test_circle_moves_everybody_but_one_by_a_place():
    opponents = [
        next(sum(pair) - 1 for pair in pairs if 1 in pair) for pairs in single_schedule(8, "circle")
    ]

    moves = {
        (after - before) % 7 for before, after in pairwise(opponents) if 8 not in (before, after)
    }
    assert moves == {5}
