"""The melds of a summary: which numbers can be melded, and which are nines of trumps only."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.sentences import SeatName, say
from games.engine.single_deck.attainable import can_be_hand_meld
from games.engine.single_deck.meld import DIX
from games.engine.summaries import impossible, needed, read_flags, read_numbers
from games.engine.variants.three_handed_pinochle.deal import HAND_SIZE, KITTY_SIZE, SEATS
from games.engine.variants.three_handed_pinochle.options import Options


class WrittenMelds(NamedTuple):
    """By seat: the meld, and whether it is of nines of trumps and nothing else."""

    points: Sequence[int]
    dix_only: Sequence[bool]
    dix_told: bool  # the scorer wrote down which melds are nines only


def read_melds(
    summary: Mapping[str, Any], declarer: int, trump: str | None, options: Options
) -> WrittenMelds:
    """Return the melds. Raises for a number that no hand can meld."""
    points = read_numbers(needed(summary, "melds"), SEATS, name="melds")
    for seat, meld in enumerate(points):
        with_kitty = seat == declarer and options.meld_hand == "with_kitty"
        cards = HAND_SIZE + KITTY_SIZE if with_kitty else HAND_SIZE
        if not can_be_hand_meld(meld, trump, options.run_extras, cards):
            sentence = say(
                "%(seat)s cannot have melded %(points)d: no hand melds that",
                seat=SeatName(seat),
                points=meld,
            )
            impossible("meld_unreachable", sentence, "melds")
    told = summary.get("dix_only")
    dix_only = [meld == DIX[1] for meld in points]
    if told is not None:
        dix_only = list(read_flags(told, SEATS, name="dix_only"))
        _check_dix_only(points, dix_only)
    nines = sum(DIX.index(meld) for meld, only in zip(points, dix_only, strict=True) if only)
    if nines >= len(DIX):
        sentence = say(
            "there are two nines of trumps; these melds would need %(nines)d", nines=nines
        )
        impossible("meld_mismatch", sentence, "melds" if told is None else "dix_only")
    return WrittenMelds(points, dix_only, told is not None)


def _check_dix_only(points: Sequence[int], dix_only: Sequence[bool]) -> None:
    for seat, meld in enumerate(points):
        if dix_only[seat] and meld not in DIX[1:]:
            sentence = say(
                "%(seat)s melded %(points)d; nines of trumps alone are worth 10 or 20",
                seat=SeatName(seat),
                points=meld,
            )
            impossible("meld_mismatch", sentence, "dix_only")
        if meld == DIX[1] and not dix_only[seat]:
            sentence = say(
                "%(seat)s melded 10, which can only be a nine of trumps", seat=SeatName(seat)
            )
            impossible("meld_mismatch", sentence, "dix_only")
