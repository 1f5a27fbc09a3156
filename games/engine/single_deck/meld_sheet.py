"""What can be laid down in the games with one pinochle pack whose hands are melded at once."""

from collections.abc import Callable, Sequence

from games.engine.cards import Counts
from games.engine.meld_names import MELDS
from games.engine.meld_sheet import TRUMP, Laid, LaidMeld, MeldSheet, Named, around, marriages
from games.engine.single_deck.deck import DECK
from games.engine.single_deck.meld import named_melds
from games.engine.single_deck.values import MeldValues
from games.sentences import say

_RUN = tuple(rank + TRUMP for rank in "ATKQJ")
_MOST = DECK.copies
_BESIDE = (
    LaidMeld("extra_K", say("one more king of trumps"), ("K" + TRUMP,), "sequence", 1),
    LaidMeld("extra_Q", say("one more queen of trumps"), ("Q" + TRUMP,), "sequence", 1),
)


def laid_melds(values: MeldValues) -> tuple[LaidMeld, ...]:
    """Return the melds that are worth something.

    A king or queen beside the run stands alone only where it counts so.
    """
    each_beside = values.run_extras == "each" and values.beside_run
    known = (
        (max(values.run), LaidMeld("run", MELDS["run"], _RUN, "sequence", _MOST)),
        *((each_beside, meld) for meld in _BESIDE),
        *((max(*values.royal_marriage, values.marriage), meld) for meld in marriages(_MOST)),
        (max(values.aces), around("aces", MELDS["aces"], "A", _MOST)),
        (max(values.kings), around("kings", MELDS["kings"], "K", _MOST)),
        (max(values.queens), around("queens", MELDS["queens"], "Q", _MOST)),
        (max(values.jacks), around("jacks", MELDS["jacks"], "J", _MOST)),
        (
            max(values.pinochle),
            LaidMeld("pinochle", MELDS["pinochle"], ("QS", "JD"), "pinochle", _MOST),
        ),
        (max(values.dix), LaidMeld("dix", MELDS["dix"], ("9" + TRUMP,), "dix", _MOST)),
    )
    return tuple(meld for worth, meld in known if worth)


def sheet_of(values: MeldValues, hand_size: Callable[[int, int | None], int | None]) -> MeldSheet:
    """Return the sheet of a game; `hand_size`: seat and declarer -> cards."""

    def worth(_laid: Laid, hand: Counts, trump: int) -> Sequence[Named]:
        melds = named_melds(hand, trump, values)
        return [(MELDS[code], points) for code, points in melds.items()]

    return MeldSheet(melds=laid_melds(values), deck=DECK, hand_size=hand_size, worth=worth)
