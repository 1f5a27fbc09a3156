"""The melds of a summary: which numbers can be melded by a hand, and by two."""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.single_deck.attainable import can_be_hand_meld, can_be_side_meld
from games.engine.summaries import impossible
from games.engine.summary_fields import Summary
from games.engine.variants.partnership_pinochle.deal import HAND_SIZE, SIDES, by_side
from games.engine.variants.partnership_pinochle.options import Options
from games.sentences import SeatName, SideName, say


class WrittenMelds(NamedTuple):
    """The melds as written down; those of the hands only where the scorer did."""

    by_side: Sequence[int]
    by_seat: Sequence[int] | None


def read_melds(summary: Summary, trump: str | None, options: Options) -> WrittenMelds:
    """Return the melds. Raises for a number that no hand or side can meld."""
    seats = _check_seats(summary.get("seat_melds"), trump, options)
    if seats is not None and not summary.has("melds"):
        sides = by_side(seats)
    else:
        sides = list(summary.needed("melds"))
    for side, points in enumerate(sides):
        if not can_be_side_meld(points, trump, options.run_extras, HAND_SIZE):
            sentence = say(
                "%(side)s cannot have melded %(points)d: no two hands meld that",
                side=SideName(side),
                points=points,
            )
            impossible("meld_unreachable", sentence, "melds")
    if seats is not None:
        _check_agree(sides, by_side(seats))
    return WrittenMelds(sides, seats)


def _check_seats(
    melds: Sequence[int] | None, trump: str | None, options: Options
) -> Sequence[int] | None:
    for seat, points in enumerate(melds or ()):
        if not can_be_hand_meld(points, trump, options.run_extras, HAND_SIZE):
            sentence = say(
                "%(seat)s cannot have melded %(points)d: no hand melds that",
                seat=SeatName(seat),
                points=points,
            )
            impossible("meld_unreachable", sentence, "seat_melds")
    return melds


def _check_agree(sides: Sequence[int], from_seats: Sequence[int]) -> None:
    for side in range(SIDES):
        if sides[side] != from_seats[side]:
            sentence = say(
                "the hands of %(side)s meld %(hands)d together, "
                "but %(melds)d is written for the side",
                side=SideName(side),
                hands=from_seats[side],
                melds=sides[side],
            )
            impossible("meld_mismatch", sentence, "melds")
