"""What can be laid down in the games with one pinochle pack whose hands are melded at once."""

from collections.abc import Callable, Sequence

from games.engine.cards import Counts
from games.engine.meld_names import MELDS
from games.engine.meld_sheet import TRUMP, Laid, LaidMeld, MeldSheet, Named, around, marriages
from games.engine.single_deck.deck import DECK
from games.engine.single_deck.meld import RunExtras, named_melds
from games.sentences import say

_RUN = tuple(rank + TRUMP for rank in "ATKQJ")
_MOST = DECK.copies
_BESIDE = (
    LaidMeld("extra_K", say("one more king of trumps"), ("K" + TRUMP,), "sequence", 1),
    LaidMeld("extra_Q", say("one more queen of trumps"), ("Q" + TRUMP,), "sequence", 1),
)


def laid_melds(run_extras: RunExtras) -> tuple[LaidMeld, ...]:
    """Return the melds; a king or queen beside the run alone only where it counts."""
    return (
        LaidMeld("run", MELDS["run"], _RUN, "sequence", _MOST),
        *(_BESIDE if run_extras == "each" else ()),
        *marriages(_MOST),
        around("aces", MELDS["aces"], "A", _MOST),
        around("kings", MELDS["kings"], "K", _MOST),
        around("queens", MELDS["queens"], "Q", _MOST),
        around("jacks", MELDS["jacks"], "J", _MOST),
        LaidMeld("pinochle", MELDS["pinochle"], ("QS", "JD"), "pinochle", _MOST),
        LaidMeld("dix", MELDS["dix"], ("9" + TRUMP,), "dix", _MOST),
    )


def sheet_of(
    run_extras: RunExtras, hand_size: Callable[[int, int | None], int | None]
) -> MeldSheet:
    """Return the sheet of a game; `hand_size`: seat and declarer -> cards."""

    def worth(_laid: Laid, hand: Counts, trump: int) -> Sequence[Named]:
        melds = named_melds(hand, trump, run_extras)
        return [(MELDS[code], points) for code, points in melds.items()]

    return MeldSheet(melds=laid_melds(run_extras), deck=DECK, hand_size=hand_size, worth=worth)
