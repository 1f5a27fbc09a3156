"""The play of a summary: points and tricks that the sides can have taken together."""

from collections.abc import Sequence

from games.engine.summaries import check_total, impossible
from games.engine.variants.fifty_six.deal import POINTS, Pack, points_in_tricks
from games.sentences import SideName, say


def check_points(pack: Pack, points: Sequence[int]) -> Sequence[int]:
    """Return the points by side: 56 together, and for each as many as some tricks can hold."""
    check_total(points, POINTS, rule="points_total", name="points")
    for side, taken in enumerate(points):
        if not any(_fits(pack, tricks, taken) for tricks in range(pack.hand_size + 1)):
            sentence = say(
                "%(side)s cannot have taken exactly %(points)d points with this pack, however "
                "many tricks it won",
                side=SideName(side),
                points=taken,
            )
            impossible("points_unreachable", sentence, "points")
    return points


def check_tricks(
    pack: Pack, tricks: Sequence[int] | None, points: Sequence[int]
) -> Sequence[int] | None:
    """Return the tricks by side, checked against the points; None where they are not given."""
    if tricks is None:
        return None
    check_total(tricks, pack.hand_size, rule="tricks_total", name="tricks")
    for side, won in enumerate(tricks):
        if not _fits(pack, won, points[side]):
            least, most = points_in_tricks(pack, won)
            sentence = say(
                "%(side)s has %(points)d points; %(tricks)d tricks are worth %(least)d to %(most)d",
                side=SideName(side),
                points=points[side],
                tricks=won,
                least=least,
                most=most,
            )
            impossible("points_unreachable", sentence, "points")
    return tricks


def _fits(pack: Pack, tricks: int, points: int) -> bool:
    """Every number between the fewest and the most can be had: values 0 to 3 leave no gaps."""
    least, most = points_in_tricks(pack, tricks)
    return least <= points <= most
