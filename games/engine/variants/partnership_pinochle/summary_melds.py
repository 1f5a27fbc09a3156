"""The melds of a summary: which numbers can be melded by a hand, and by two."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.record import missing_field
from games.engine.sentences import SeatName, SideName, say
from games.engine.single_deck.attainable import can_be_hand_meld, can_be_side_meld
from games.engine.summaries import impossible, read_numbers
from games.engine.variants.partnership_pinochle.deal import HAND_SIZE, SEATS, SIDES, by_side
from games.engine.variants.partnership_pinochle.options import Options


class WrittenMelds(NamedTuple):
    """The melds as written down; those of the hands only where the scorer did."""

    by_side: Sequence[int]
    by_seat: Sequence[int] | None


def read_melds(summary: Mapping[str, Any], trump: str | None, options: Options) -> WrittenMelds:
    """Return the melds. Raises for a number that no hand or side can meld."""
    seats = _read_seat_melds(summary.get("seat_melds"), trump, options)
    written = summary.get("melds")
    if written is not None:
        sides = list(read_numbers(written, SIDES, name="melds"))
    elif seats is not None:
        sides = by_side(seats)
    else:
        raise missing_field("melds", phase="summary")
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


def _read_seat_melds(value: object, trump: str | None, options: Options) -> Sequence[int] | None:
    if value is None:
        return None
    melds = read_numbers(value, SEATS, name="seat_melds")
    for seat, points in enumerate(melds):
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
