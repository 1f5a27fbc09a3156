"""The play of a summary: points, last trick and tricks that can have been taken together."""

from collections.abc import Sequence

from games.engine.record import missing_field
from games.engine.summaries import check_total, impossible
from games.engine.summary_fields import Summary, refuse_play
from games.engine.variants.double_deck_pinochle.deal import (
    LAST_TRICK,
    POINTS,
    SEATS,
    SIDES,
    TRICKS,
)
from games.engine.variants.double_deck_pinochle.options import Options
from games.sentences import SideName, say

ALL_COUNTERS = POINTS - LAST_TRICK
BLANKS = SEATS * TRICKS - ALL_COUNTERS  # cards that are worth nothing


def read_play(
    summary: Summary, outcome: str, options: Options
) -> tuple[Sequence[int], Sequence[int] | None]:
    """Return points and tricks by side; zeros and None where no card was played."""
    if outcome != "played":
        refuse_play(summary)
        return (0,) * SIDES, None
    points = summary.needed("points")
    check_total(points, POINTS, rule="points_total", name="points")
    last = summary.needed("last_trick")
    if points[last] < LAST_TRICK:
        sentence = say(
            "%(side)s won the last trick and so has 2 points or more, not %(points)d",
            side=SideName(last),
            points=points[last],
        )
        impossible("points_unreachable", sentence, "points")
    tricks = summary.get("tricks")
    if tricks is None:
        if options.all_tricks_wins:
            raise missing_field("tricks", phase="summary")
        return points, None
    return points, _check_tricks(tricks, points, last)


def _check_tricks(tricks: Sequence[int], points: Sequence[int], last: int) -> Sequence[int]:
    check_total(tricks, TRICKS, rule="tricks_total", name="tricks")
    if not tricks[last]:
        sentence = say(
            "%(side)s won the last trick, so it has a trick at least", side=SideName(last)
        )
        impossible("tricks_unreachable", sentence, "tricks")
    for side, count in enumerate(tricks):
        bonus = LAST_TRICK if side == last else 0
        least = max(0, SEATS * count - BLANKS) + bonus
        most = min(ALL_COUNTERS, SEATS * count) + bonus
        if not least <= points[side] <= most:
            sentence = say(
                "%(side)s has %(points)d points; %(tricks)d tricks are worth %(least)d to %(most)d",
                side=SideName(side),
                points=points[side],
                tricks=count,
                least=least,
                most=most,
            )
            impossible("points_unreachable", sentence, "points")
    return tricks
