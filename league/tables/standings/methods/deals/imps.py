"""International match points: a difference of points on a flatter scale, so that no deal decides.

Source: Laws of Duplicate Bridge 2017, Law 78B. The table knows differences in tens; a difference
between two rows belongs to the lower one.
"""

from bisect import bisect_right
from collections.abc import Iterable

from league.foundation.doors.reading import Number

# the least difference for 1 IMP, for 2, ... for 24
LEAST = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)


def imps(difference: Number, multiplier: Number = 1) -> int:
    """Return the IMPs of a difference in points, with its sign, at most 24.

    `multiplier` brings the points of another game to the scale of the table first.
    """
    scaled = difference * multiplier
    return bisect_right(LEAST, scaled) if scaled >= 0 else -bisect_right(LEAST, -scaled)


def match_imps(differences: Iterable[Number], multiplier: Number = 1) -> tuple[int, int]:
    """Return the IMPs that two teams won from each other over the deals of a match.

    A difference is the sum of the first team's points for a deal at both tables.
    """
    swings = [imps(difference, multiplier) for difference in differences]
    return sum(s for s in swings if s > 0), -sum(s for s in swings if s < 0)
