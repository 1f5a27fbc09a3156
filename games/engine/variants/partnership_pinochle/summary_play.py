"""The play of a summary: points, last trick and tricks that can have been taken together."""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.errors import MalformedRecord
from games.engine.single_deck.deck import COUNTER, LAST_TRICK, POINTS
from games.engine.single_deck.saved import points_of_tricks, possible_last_trick
from games.engine.summaries import check_total, impossible
from games.engine.summary_fields import Summary, refuse_play
from games.engine.variants.partnership_pinochle.deal import SEATS, SIDES, TRICKS
from games.engine.variants.partnership_pinochle.options import Options
from games.sentences import SideName, say


class WrittenPlay(NamedTuple):
    """What was taken, by side, in the words of `FinishedDeal`."""

    points: Sequence[int]
    has_trick: Sequence[bool]
    tricks: Sequence[int] | None
    last_trick: int | None


def nothing_played(summary: Summary) -> WrittenPlay:
    """Return that nobody took anything, and refuse what only a deal that was played has."""
    refuse_play(summary)
    return WrittenPlay((0,) * SIDES, (False,) * SIDES, (0,) * SIDES, None)


def read_play(summary: Summary, options: Options) -> WrittenPlay:
    """Return what was taken. Raises for what no play can have brought."""
    points = summary.needed("points")
    check_total(points, POINTS, rule="points_total", name="points")
    for side, taken in enumerate(points):
        if taken % COUNTER:
            sentence = say(
                "%(side)s has %(points)d points in play; they are a multiple of 10",
                side=SideName(side),
                points=taken,
            )
            impossible("points_unreachable", sentence, "points")
    last = _check_last(summary.get("last_trick"), points)
    tricks = _check_tricks(summary.get("tricks"), points, last)
    if tricks is not None:
        return WrittenPlay(points, [count > 0 for count in tricks], tricks, last)
    if options.save_meld == "trick" and 0 in points:
        sentence = say(
            "tricks are needed: %(side)s has no points and may have won no trick",
            side=SideName(points.index(0)),
        )
        raise MalformedRecord("missing_field", sentence, phase="summary", field="tricks")
    return WrittenPlay(points, [taken > 0 for taken in points], None, last)


def _check_last(last: int | None, points: Sequence[int]) -> int | None:
    if last is not None and points[last] < LAST_TRICK:
        sentence = say(
            "%(side)s won the last trick and so has 10 points or more, not %(points)d",
            side=SideName(last),
            points=points[last],
        )
        impossible("points_unreachable", sentence, "points")
    return last


def _check_tricks(
    tricks: Sequence[int] | None, points: Sequence[int], last: int | None
) -> Sequence[int] | None:
    if tricks is None:
        return None
    check_total(tricks, TRICKS, rule="tricks_total", name="tricks")
    if last is not None and not tricks[last]:
        sentence = say(
            "%(side)s won the last trick, so it has a trick at least", side=SideName(last)
        )
        impossible("tricks_unreachable", sentence, "tricks")
    possible = possible_last_trick(points, tricks, SEATS)
    if not possible or last not in (None, *possible):
        _refuse(points, tricks, last)
    return tricks


def _refuse(points: Sequence[int], tricks: Sequence[int], last: int | None) -> None:
    """Say which side's points its tricks cannot hold; an unknown last trick may be anybody's."""
    for side, count in enumerate(tricks):
        must_have_last = side == last or count == TRICKS
        may_have_last = must_have_last or (last is None and count > 0)
        least = points_of_tricks(count, SEATS, won_last=must_have_last).least
        most = points_of_tricks(count, SEATS, won_last=may_have_last).most
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
    sentence = say("whoever won the last trick, these points do not go with these tricks")
    impossible("points_unreachable", sentence, "points")
