"""What an entry needs now: how its next match, as things stand, takes it past those ahead of it."""

from collections.abc import Sequence
from typing import NamedTuple

from league.foundation.doors.reading import Number
from league.tables.outlook.methods.contest import Result

MOST_NAMED = 3


class Passing(NamedTuple):
    """To be ahead of somebody on points as they stand: a result, or so many points.

    `result` is the least of one's next match that is enough, None where no result is; `points`
    how many more than one has are enough.
    """

    other: int
    result: Result | None
    points: Number


def passing(
    own: Number, ahead: Sequence[tuple[int, Number]], results: Sequence[Result]
) -> list[Passing]:
    """Return what takes an entry with `own` points past the next ones ahead of it, nearest first.

    `ahead` are the others and their points. The results are those of a match as its home side sees
    them; none where a match could bring anything.
    """
    nearest = sorted(ahead, key=lambda one: one[1])[:MOST_NAMED]
    rising = sorted(results, key=lambda one: (one.home, -one.away))
    return [
        Passing(
            other,
            next((one for one in rising if own + one.home > points), None),
            points - own,
        )
        for other, points in nearest
        if points >= own
    ]
