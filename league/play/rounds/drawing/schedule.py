"""Schedules of round robins, on numbers: who meets whom in which round, and who is at home.

Entries are numbers from 1; a pair is (home, away). With an odd count the highest number of the
next even count is nobody: whoever meets it has a bye.
"""

from collections.abc import Callable
from typing import TypeAlias

Pair: TypeAlias = tuple[int, int]
Schedule: TypeAlias = list[list[Pair]]


def berger_round(count: int, number: int) -> list[Pair]:
    """Return round `number` of the Berger table for an even count.

    Source: FIDE Handbook C.05 Annex 1 in closed form. The stationary entrant `count` meets p, and
    p + k is at home against p - k, counted round a circle of count - 1.
    """
    circle = count - 1
    pivot = ((number - 1) * (count // 2)) % circle + 1
    first = (pivot, count) if number % 2 else (count, pivot)
    return [first] + [
        ((pivot + step - 1) % circle + 1, (pivot - step - 1) % circle + 1)
        for step in range(1, count // 2)
    ]


def circle_round(count: int, number: int) -> list[Pair]:
    """Return round `number` of the circle method for an even count.

    The highest number stays, the others move on by one place a round. Those who face each other
    take turns at home from place to place, so that everybody is at home half of the time.
    """
    circle = count - 1
    line = [(place - number + 1) % circle + 1 for place in range(circle)]
    pairs = [(line[0], count) if number % 2 else (count, line[0])]
    for place in range(1, count // 2):
        upper, lower = line[place], line[circle - place]
        pairs.append((upper, lower) if place % 2 else (lower, upper))
    return pairs


METHODS: dict[str, Callable[[int, int], list[Pair]]] = {
    "berger": berger_round,
    "circle": circle_round,
}


def single_schedule(count: int, method: str = "berger") -> Schedule:
    """Return the rounds in which everybody meets everybody once; byes are left out."""
    even = count + count % 2
    rounds = [METHODS[method](even, number) for number in range(1, even)]
    return [[pair for pair in pairs if max(pair) <= count] for pairs in rounds]


def double_schedule(count: int, method: str = "berger") -> Schedule:
    """Return the rounds in which everybody meets everybody twice, once at home.

    The last two rounds of the first half are swapped: without that, entrants would have three
    equal homes in a row where the halves meet.
    """
    first = single_schedule(count, method)
    second = [[(away, home) for home, away in pairs] for pairs in first]
    if len(first) > 2:
        first[-2:] = reversed(first[-2:])
    return first + second
