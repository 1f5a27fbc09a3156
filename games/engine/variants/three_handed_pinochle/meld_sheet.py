"""What can be laid down in three-handed pinochle; the declarer may meld with the kitty in hand."""

from collections.abc import Sequence
from typing import Any

from games.engine.cards import Counts
from games.engine.meld_sheet import MeldSheet
from games.engine.prepared_melds import Pool, PreparedMelds, together
from games.engine.single_deck.deck import DECK
from games.engine.single_deck.meld import most_melded
from games.engine.single_deck.meld_sheet import sheet_of
from games.engine.single_deck.values import meld_values
from games.engine.variants.three_handed_pinochle.deal import HAND_SIZE, KITTY_SIZE
from games.engine.variants.three_handed_pinochle.options import Options


def meld_sheet(options: Options, players: int) -> MeldSheet:
    with_kitty = options.meld_hand == "with_kitty"

    def hand_size(seat: int, declarer: int | None) -> int:
        return HAND_SIZE + KITTY_SIZE if with_kitty and seat == declarer else HAND_SIZE

    return sheet_of(meld_values(options), hand_size)


# What prepared cards can meld at most: the declarer takes the kitty before melding.


def _pools(options: Any, hands: Sequence[Counts], stock: Counts, declarer: int) -> list[Pool]:
    return [
        Pool((seat,), together([hand, stock]) if seat == declarer else hand)
        for seat, hand in enumerate(hands)
    ]


PREPARED_MELDS = PreparedMelds(DECK, _pools, most_melded)
