"""One deal at all tables that played it: the results from the same cards, compared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Prefetch

from league.play.events.models import Stage
from league.play.results.models import LIVE, Submission, SubmissionState
from league.play.rounds.models import RoundState, Table
from league.play.rounds.selectors import placements_with_names, seats_in_turn


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedTable:
    """A table that plays the deal, and its submission; None while there is none."""

    table: Table
    submission: Submission | None

    @property
    def score(self) -> Sequence[int] | None:
        """Return the points by side, as far as they are settled."""
        submission = self.submission
        return (
            submission.deal.score
            if submission and submission.state == SubmissionState.CONFIRMED
            else None
        )


def tables_with_deal(stage: Stage, number: int) -> list[ComparedTable]:
    """Return the tables of a stage that play a deal, in the order of rounds and tables.

    Five queries, however many tables there are.
    """
    tables = (
        Table.objects.filter(round__stage=stage, deal_numbers__contains=[number])
        .exclude(round__state=RoundState.DRAWN)
        .select_related("round", "result")
        .prefetch_related(
            Prefetch("placements", placements_with_names()),
            Prefetch("seats", seats_in_turn()),
            Prefetch(
                "submissions",
                Submission.objects.filter(state__in=LIVE).select_related("deal").order_by("id"),
                to_attr="live",
            ),
        )
        .order_by("round__number", "number", "room")
    )
    return [ComparedTable(table=table, submission=_submission(table, number)) for table in tables]


def _submission(table: Table, number: int) -> Submission | None:
    place = table.deal_numbers.index(number) + 1
    live: list[Submission] = table.live  # type: ignore[attr-defined]
    of_deal = [submission for submission in live if submission.number == place]
    return of_deal[0] if of_deal else None


Points = tuple[Fraction | None, ...]


def comparison_points(
    method: Mapping[str, Any], scores: Sequence[Sequence[int] | None]
) -> list[Points]:
    """Return for each table what each side has from the comparison, in per cent of the best.

    `scores` are the points by side of each table, None where there is no result. This is the one
    place where an event's `method` may compare differently; here every method gives one for each
    table that did worse and a half for each that did the same, as a share of the other tables.
    """
    return shares(scores)


def shares(scores: Sequence[Sequence[int] | None]) -> list[Points]:
    """Return each side's share of the other tables that it beat, 0 to 100; a tie is a half.

    Two sides are compared by the difference of their points (matchpoints as a percentage: Law 78A
    of duplicate bridge); three or more by their own points. None where nobody else played.
    """
    worth = [None if score is None else _worth(score) for score in scores]
    return [
        _shares_of(own, [side_points for side_points in worth if side_points is not None])
        for own in worth
    ]


def _worth(score: Sequence[int]) -> tuple[int, ...]:
    if len(score) == 2:
        return score[0] - score[1], score[1] - score[0]
    return tuple(score)


def _shares_of(result: tuple[int, ...] | None, field: Sequence[tuple[int, ...]]) -> Points:
    if result is None:
        return ()
    others = len(field) - 1
    if not others:
        return tuple(None for _side in result)
    return tuple(
        _share([side_points[side] for side_points in field], points)
        for side, points in enumerate(result)
    )


def _share(field: Sequence[int], points: int) -> Fraction:
    """Return the share, in per cent, of points among those of all tables, its own included."""
    worse = sum(other < points for other in field)
    level = sum(other == points for other in field) - 1
    return Fraction(100 * (2 * worse + level), 2 * (len(field) - 1))
