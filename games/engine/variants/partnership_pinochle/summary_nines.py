"""Melds of nines of trumps and of nothing else, which need no point to be saved."""

from collections.abc import Sequence

from games.engine.errors import MalformedRecord
from games.engine.single_deck.meld import DIX, MARRIAGE, RUN
from games.engine.summaries import impossible
from games.engine.summary_fields import Summary
from games.engine.variants.partnership_pinochle.deal import SIDES
from games.engine.variants.partnership_pinochle.options import Options
from games.sentences import SideName, say

ONE_NINE, TWO_NINES = DIX[1:]


def read_dix_only(
    summary: Summary,
    melds: Sequence[int],
    points: Sequence[int] | None,
    options: Options,
) -> Sequence[bool]:
    """Return for each side whether its meld is of nines only.

    `points` are those taken in play, None where nothing was played. A meld of 10 is always a nine.
    Whoever leaves it unmarked is corrected only where it decides: forms send what nobody marked
    as false.
    """
    written = summary.get("dix_only")
    decides = [
        options.save_meld == "point" and points is not None and not points[side]
        for side in range(SIDES)
    ]
    if written is None:
        _ask_where_it_decides(melds, decides)
        marked: Sequence[bool] = (False,) * SIDES
    else:
        marked = written
        _check_marked(melds, marked, decides)
    nines = sum(_nines(meld, only) for meld, only in zip(melds, marked, strict=True))
    if nines > 2:
        sentence = say(
            "the pack has two nines of trumps; these melds would need %(nines)d", nines=nines
        )
        impossible("meld_mismatch", sentence, "dix_only")
    return [only or meld == ONE_NINE for meld, only in zip(melds, marked, strict=True)]


def _ask_where_it_decides(melds: Sequence[int], decides: Sequence[bool]) -> None:
    for side, meld in enumerate(melds):
        if decides[side] and meld == TWO_NINES:
            sentence = say(
                "%(side)s melded 20 and took no point: say whether it was two nines of trumps, "
                "which need none",
                side=SideName(side),
            )
            raise MalformedRecord("missing_field", sentence, phase="summary", field="dix_only")


def _check_marked(melds: Sequence[int], marked: Sequence[bool], decides: Sequence[bool]) -> None:
    for side, meld in enumerate(melds):
        if marked[side] and meld not in (ONE_NINE, TWO_NINES):
            sentence = say(
                "%(side)s melded %(points)d; nines of trumps alone are worth 10 or 20",
                side=SideName(side),
                points=meld,
            )
            impossible("meld_mismatch", sentence, "dix_only")
        if decides[side] and meld == ONE_NINE and not marked[side]:
            sentence = say(
                "%(side)s melded 10, which can only be a nine of trumps", side=SideName(side)
            )
            impossible("meld_mismatch", sentence, "dix_only")


def _nines(meld: int, only: bool) -> int:
    """Return how many nines of trumps a meld has at least: below a run all else is in twenties."""
    if only and meld == TWO_NINES:
        return 2
    return int(meld < RUN[1] and meld % MARRIAGE > 0)
