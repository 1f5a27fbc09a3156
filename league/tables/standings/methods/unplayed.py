"""Rounds that an entry did not play, and how tie-breaks that need opponents count them.

Source: FIDE Tie-Break Regulations (C.07, article 16) in force since 1 March 2026, in the form this
service uses (docs/tie-breaks.md).
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from games.sentences import say
from league.foundation.doors.played import ABSENT, DRAWN_BYE, REQUESTED
from league.foundation.doors.reading import Number
from league.tables.standings.methods.matches.awards import Award


class Reason(StrEnum):
    """Why a round was not played: three kinds of byes, and the two sides of a forfeit."""

    BYE = DRAWN_BYE
    REQUESTED = REQUESTED
    ABSENT = ABSENT
    FORFEIT_WON = "forfeit_won"
    FORFEIT_LOST = "forfeit_lost"

    @property
    def is_voluntary(self) -> bool:
        return self in (Reason.REQUESTED, Reason.ABSENT, Reason.FORFEIT_LOST)

    @property
    def is_bye(self) -> bool:
        return self in (Reason.BYE, Reason.REQUESTED)


NOT_THERE = {
    Reason.BYE: say("a bye"),
    Reason.REQUESTED: say("a bye that was asked for"),
    Reason.ABSENT: say("not there"),
    Reason.FORFEIT_WON: say("won by forfeit"),
    Reason.FORFEIT_LOST: say("lost by forfeit"),
}


class Unplayed(NamedTuple):
    """A round not played and what was given for it; opponents only where there was a forfeit.

    `award` is what the method, or the bye itself, gives: a number, or the word it was made from.
    """

    round: int
    result: Number
    reason: Reason
    opponents: tuple[int, ...] = ()
    award: Award = 0


def adjusted_scores(
    scores: Sequence[Number],
    unplayed: dict[int, list[Unplayed]],
    last_played: dict[int, int],
    even: Number | None,
    counts: Sequence[Number] | None,
) -> Sequence[Number]:
    """Return the scores as they count for the opponents.

    A requested bye that no round follows in which the entry was there counts as a draw.
    With `counts` scores are averages over so many results.
    """
    if even is None or not unplayed:
        return scores
    adjusted = list(scores)
    for entry, rounds in unplayed.items():
        there = [missed.round for missed in rounds if not missed.reason.is_voluntary]
        last = max([last_played.get(entry, 0), *there])
        for missed in rounds:
            if missed.reason is Reason.REQUESTED and missed.round > last:
                change = even - missed.result
                adjusted[entry] += Fraction(change) / counts[entry] if counts else change
    return adjusted


def absent_opponents(
    rounds: Sequence[Unplayed],
    own_score: Number,
    adjusted: Sequence[Number],
    most: Number | None,
) -> Iterator[tuple[Unplayed, Number]]:
    """Yield each unplayed round with the score of the opponent that stands in for it.

    It has the entry's own score, at most `most` (draws in every round), and after a forfeit at
    most as many as the opponent that was to be met.
    """
    own = own_score if most is None else min(own_score, most)
    for missed in rounds:
        met = [adjusted[opponent] for opponent in missed.opponents]
        yield missed, min([own, *met])
