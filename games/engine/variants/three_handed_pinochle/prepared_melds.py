"""What prepared cards can meld at most: the declarer takes the kitty before melding."""

from collections.abc import Sequence
from typing import Any

from games.engine.cards import Counts
from games.engine.prepared_melds import Pool, PreparedMelds, together
from games.engine.single_deck.deck import DECK
from games.engine.single_deck.meld import most_melded


def _pools(options: Any, hands: Sequence[Counts], stock: Counts, declarer: int) -> list[Pool]:
    return [
        Pool((seat,), together([hand, stock]) if seat == declarer else hand)
        for seat, hand in enumerate(hands)
    ]


PREPARED_MELDS = PreparedMelds(DECK, _pools, most_melded)
