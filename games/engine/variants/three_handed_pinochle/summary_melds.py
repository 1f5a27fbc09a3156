"""The melds of a summary: which numbers can be melded, and which are nines of trumps only."""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.single_deck.attainable import can_be_hand_meld
from games.engine.single_deck.deck import DECK
from games.engine.single_deck.meld import DIX, MARRIAGE, RUN
from games.engine.summaries import impossible
from games.engine.summary_fields import Summary
from games.engine.variants.three_handed_pinochle.deal import HAND_SIZE, KITTY_SIZE, SEATS
from games.engine.variants.three_handed_pinochle.options import Options
from games.sentences import SeatName, say

ONE_NINE, TWO_NINES = DIX[1:]


class WrittenMelds(NamedTuple):
    """By seat: the melds, and those marked as nines of trumps only, or None if none could be."""

    points: Sequence[int]
    marked: Sequence[bool] | None

    @property
    def dix_only(self) -> Sequence[bool]:
        """By seat: a meld of 10 is of one nine, marked or not: forms send no mark as false."""
        marked = self.marked or (False,) * SEATS
        return [only or meld == ONE_NINE for meld, only in zip(self.points, marked, strict=True)]


def read_melds(
    summary: Summary, declarer: int, trump: str | None, options: Options
) -> WrittenMelds:
    """Return the melds. Raises for a number that no hand can meld."""
    points = summary.needed("melds")
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
    marked = summary.get("dix_only")
    if marked is not None:
        _check_marked(points, marked)
    melds = WrittenMelds(points, marked)
    nines = sum(map(_nines, points, melds.dix_only))
    if nines > DECK.copies:
        sentence = say(
            "the pack has two nines of trumps; these melds would need %(nines)d", nines=nines
        )
        impossible("meld_mismatch", sentence, "melds" if marked is None else "dix_only")
    return melds


def _check_marked(points: Sequence[int], marked: Sequence[bool]) -> None:
    for seat, meld in enumerate(points):
        if marked[seat] and meld not in (ONE_NINE, TWO_NINES):
            sentence = say(
                "%(seat)s melded %(points)d; nines of trumps alone are worth 10 or 20",
                seat=SeatName(seat),
                points=meld,
            )
            impossible("meld_mismatch", sentence, "dix_only")


def _nines(meld: int, only: bool) -> int:
    """Return how many nines of trumps a meld has at least: below a run all else is in twenties."""
    if only:
        return DIX.index(meld)
    return int(meld < RUN[1] and meld % MARRIAGE > 0)
