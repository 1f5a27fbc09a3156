"""What can be laid down or melded with prepared cards; roundhouses follow from kings and queens."""

from collections.abc import Sequence
from typing import Any

from games.engine.cards import Counts
from games.engine.meld_names import MELDS
from games.engine.meld_sheet import TRUMP, Laid, LaidMeld, MeldSheet, Named, around, marriages
from games.engine.prepared_melds import Pool, PreparedMelds, partners_pass
from games.engine.variants.double_deck_pinochle.deal import DECK, HAND_SIZE
from games.engine.variants.double_deck_pinochle.meld import best_meld, meld_table, parted
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


# What prepared cards can meld at most: partners who exchange hold their cards together.


def _pools(options: Any, hands: Sequence[Counts], stock: Counts, declarer: int) -> list[Pool]:
    passing = {"none": (), "declarer_side": (declarer % 2,)}.get(options.exchange, (0, 1))
    return partners_pass(hands, passing)


def _worth(options: Any, cards: Counts, trump: int, hands: int) -> int:
    table = meld_table(options)
    return best_meld(cards, trump, table if hands == 1 else parted(table)).points


PREPARED_MELDS = PreparedMelds(DECK, _pools, _worth)
