"""Tie-breaks of a season's table: they separate competitors with the same total, in turn."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from games.sentences import Sentence, say
from league.foundation.doors.reading import Number, whole
from league.tables.seasons.methods.counting import Sheet
from league.tables.seasons.methods.rules import (
    BEST_NIGHT,
    HEAD_TO_HEAD,
    NIGHTS_PLAYED,
    NIGHTS_WON,
)

TOTAL = "total"

# numbers in their order: the first that differs decides
Values: TypeAlias = tuple[Number, ...]


def nights_won(group: Sequence[Sheet]) -> list[Values]:
    """Nights of rank 1, shared or not, whether they count in the total or not."""
    return [(sum(night.rank == 1 for night in sheet.nights.values()),) for sheet in group]


def best_night(group: Sequence[Sheet]) -> list[Values]:
    """The best score that counts, then the second best, and so on; a night not played is 0."""
    most = max(len(sheet.counted) for sheet in group)
    scores = [[sheet.scores[night] for night in sheet.counted] for sheet in group]
    return [
        tuple(sorted(score + [0] * (most - len(score)), reverse=True))  # as many numbers for each
        for score in scores
    ]


def nights_played(group: Sequence[Sheet]) -> list[Values]:
    """How many nights the competitor played."""
    return [(len(sheet.nights),) for sheet in group]


def head_to_head(group: Sequence[Sheet]) -> list[Values]:
    """In the nights that all level competitors played: 1 for each who came below, half if level.

    Where there is no such night the tie stands.
    """
    shared = set.intersection(*(set(sheet.nights) for sheet in group))
    totals = [Fraction(0)] * len(group)
    for night in shared:
        ranks = [sheet.nights[night].rank for sheet in group]
        for one, own in enumerate(ranks):
            behind = sum(other > own for other in ranks)
            level = ranks.count(own) - 1
            totals[one] += behind + Fraction(level, 2)
    return [(whole(total),) for total in totals]


class Tiebreak(NamedTuple):
    """A tie-break: its label, what it counts, and a function that gives a group's numbers."""

    label: Sentence
    help: Sentence
    values: Callable[[Sequence[Sheet]], list[Values]]


TIEBREAKS: Mapping[str, Tiebreak] = {
    NIGHTS_WON: Tiebreak(
        say("nights won"), say("How many nights one won, alone or shared."), nights_won
    ),
    BEST_NIGHT: Tiebreak(
        say("best night"),
        say("The best night that counts, then the second best, and so on."),
        best_night,
    ),
    HEAD_TO_HEAD: Tiebreak(
        say("head-to-head"),
        say("Who was ahead in the nights that all those level came to."),
        head_to_head,
    ),
    NIGHTS_PLAYED: Tiebreak(
        say("nights played"), say("Whoever came to more nights is ahead."), nights_played
    ),
}


def criterion_label(criterion: str) -> Sentence:
    return say("total") if criterion == TOTAL else TIEBREAKS[criterion].label
