"""What can be laid down in double-deck pinochle; roundhouses follow from kings and queens."""

from collections.abc import Sequence

from games.engine.cards import Counts
from games.engine.laid import TRUMP, Laid, LaidMeld, MeldSheet, Named, around, marriages
from games.engine.meld_names import MELDS
from games.engine.variants.double_deck_pinochle.deal import DECK, HAND_SIZE
from games.engine.variants.double_deck_pinochle.meld import meld_table
from games.engine.variants.double_deck_pinochle.meld_names import name_melds
from games.engine.variants.double_deck_pinochle.options import Options

_RUN = tuple(rank + TRUMP for rank in "ATKQJ")


def meld_sheet(options: Options, players: int) -> MeldSheet:
    table = meld_table(options)

    def worth(_laid: Laid, hand: Counts, trump: int) -> Sequence[Named]:
        return name_melds(hand, trump, table)

    most = DECK.copies
    return MeldSheet(
        melds=(
            LaidMeld("run", MELDS["run"], _RUN, "sequence", most),
            *marriages(most),
            around("aces", MELDS["aces"], "A", most),
            around("kings", MELDS["kings"], "K", most),
            around("queens", MELDS["queens"], "Q", most),
            around("jacks", MELDS["jacks"], "J", most),
            LaidMeld("pinochle", MELDS["pinochle"], ("QS", "JD"), "pinochle", most),
        ),
        deck=DECK,
        hand_size=lambda _seat, _declarer: HAND_SIZE,
        worth=worth,
    )
