"""Rounds for the meetings a broken schedule still owes: late entries, lost and changed rounds."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import count
from typing import TypeVar

import rustworkx

from league.play.rounds.drawing.work import Work, matching_units

Meeting = frozenset[str]
Planned = TypeVar("Planned")


def rounds_for(
    meetings: Mapping[Meeting, int], order: Mapping[str, int], work: Work
) -> list[list[Meeting]]:
    """Return rounds in which every meeting takes place as often as asked, nobody twice in a round.

    Each round is a maximum matching that prefers those with most meetings left: whoever has most
    left decides how many rounds there must be, so an idle round of theirs costs one more.
    `order` breaks ties, so that the same request gives the same rounds.
    """
    left = Counter({meeting: times for meeting, times in meetings.items() if times > 0})
    rounds: list[list[Meeting]] = []
    while left:
        work.need(matching_units(len(order), len(left)))
        drawn = _fullest_round(left, order)
        rounds.append(drawn)
        for meeting in drawn:
            left[meeting] -= 1
        left = +left
    return rounds


def _fullest_round(left: Counter[Meeting], order: Mapping[str, int]) -> list[Meeting]:
    owed: Counter[str] = Counter()
    for meeting, times in left.items():
        for entry in meeting:
            owed[entry] += times
    entries = sorted(owed, key=lambda entry: order[entry])
    index = {entry: place for place, entry in enumerate(entries)}
    most = max(owed.values())
    # one entry with most left outweighs all the others together
    worth = {entry: (len(entries) * most if owed[entry] == most else owed[entry]) for entry in owed}

    graph = rustworkx.PyGraph()
    graph.add_nodes_from(entries)
    for pair in sorted(sorted(index[entry] for entry in meeting) for meeting in left):
        one, other = pair
        graph.add_edge(one, other, worth[entries[one]] + worth[entries[other]])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=False, weight_fn=int)
    pairs = sorted(sorted(pair) for pair in matching)
    return [frozenset(entries[place] for place in pair) for pair in pairs]


def closed_up(
    plan: Mapping[int, Sequence[Planned]], played: Collection[int]
) -> dict[int, list[Planned]]:
    """Return the rounds to come that have matches, with no number left out.

    A round in which nobody can play any more is not there; those after it take its number.
    """
    numbers = (number for number in count(1) if number not in played)
    return {next(numbers): list(plan[number]) for number in sorted(plan) if plan[number]}
