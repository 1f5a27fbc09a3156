"""The melds of a summary: which numbers can be melded, and what they must agree with."""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.record import missing_field
from games.engine.summaries import impossible
from games.engine.summary_fields import Summary
from games.engine.variants.double_deck_pinochle.deal import SIDES
from games.engine.variants.double_deck_pinochle.meld import LEAST_MELD
from games.engine.variants.double_deck_pinochle.options import Options
from games.engine.variants.double_deck_pinochle.reachable import (
    can_be_hand_meld,
    can_be_side_meld,
)
from games.sentences import SeatName, SideName, say

ROYAL_MARRIAGE, ACES_AROUND = 4, 10


class WrittenMelds(NamedTuple):
    """The raw melds as written down, and whether a hand of the side had aces around."""

    by_side: Sequence[int]
    by_seat: Sequence[int] | None
    aces_around: Sequence[bool]


def read_melds(
    summary: Summary, declarer: int, trump: str | None, options: Options
) -> WrittenMelds:
    """Return the melds. Raises for a number that no hand or side can meld."""
    by_seat = _check_seats(summary.get("seat_melds"), trump, options)
    from_seats = None if by_seat is None else _by_side(by_seat)
    by_side: Sequence[int]
    if from_seats is not None and not summary.has("melds"):
        by_side = from_seats
    else:
        by_side = summary.needed("melds")
    if from_seats is not None and by_side != from_seats:
        side = next(side for side in range(SIDES) if by_side[side] != from_seats[side])
        sentence = say(
            "the hands of %(side)s meld %(hands)d together, but %(melds)d is written for the side",
            side=SideName(side),
            hands=from_seats[side],
            melds=by_side[side],
        )
        impossible("meld_mismatch", sentence, "melds")
    for side, points in enumerate(by_side):
        if not can_be_side_meld(points, trump, options):
            sentence = say(
                "%(side)s cannot have melded %(points)d: no two hands meld that",
                side=SideName(side),
                points=points,
            )
            impossible("meld_unreachable", sentence, "melds")
    _check_marriage(summary, declarer, by_side, by_seat)
    return WrittenMelds(by_side, by_seat, _read_aces(summary, by_side, options))


def _check_seats(
    melds: tuple[int, ...] | None, trump: str | None, options: Options
) -> tuple[int, ...] | None:
    for seat, points in enumerate(melds or ()):
        if not can_be_hand_meld(points, trump, options):
            sentence = say(
                "%(seat)s cannot have melded %(points)d: no hand melds that",
                seat=SeatName(seat),
                points=points,
            )
            impossible("meld_unreachable", sentence, "seat_melds")
    return melds


def _by_side(seats: Sequence[int]) -> tuple[int, ...]:
    return (seats[0] + seats[2], seats[1] + seats[3])


def _check_marriage(
    summary: Summary,
    declarer: int,
    by_side: Sequence[int],
    by_seat: Sequence[int] | None,
) -> None:
    if not summary.get("royal_marriage"):
        return
    melded = by_side[declarer % SIDES] if by_seat is None else by_seat[declarer]
    if melded < ROYAL_MARRIAGE:
        sentence = say(
            "with a royal marriage the declarer melds %(least)d or more, not %(melded)d",
            least=ROYAL_MARRIAGE,
            melded=melded,
        )
        impossible("meld_mismatch", sentence, "melds")


def _read_aces(summary: Summary, by_side: Sequence[int], options: Options) -> Sequence[bool]:
    """Return which sides had aces around; asked where it decides what must be shown."""
    aces: Sequence[bool] | None = summary.get("aces_around")
    if aces is None:
        if options.aces_must_show and any(ACES_AROUND <= points < LEAST_MELD for points in by_side):
            raise missing_field("aces_around", phase="summary")
        return (False, False)
    for side, has_aces in enumerate(aces):
        if has_aces and by_side[side] < ACES_AROUND:
            sentence = say(
                "with aces around %(side)s melds %(least)d or more, not %(melded)d",
                side=SideName(side),
                least=ACES_AROUND,
                melded=by_side[side],
            )
            impossible("meld_mismatch", sentence, "melds")
    return aces
