"""What prepared cards can meld at most: partners who exchange hold their cards together."""

from collections.abc import Sequence
from typing import Any

from games.engine.cards import Counts
from games.engine.prepared_melds import Pool, PreparedMelds, partners_pass
from games.engine.variants.double_deck_pinochle.deal import DECK
from games.engine.variants.double_deck_pinochle.meld import best_meld, meld_table


def _pools(options: Any, hands: Sequence[Counts], stock: Counts, declarer: int) -> list[Pool]:
    passing = {"none": (), "declarer_side": (declarer % 2,)}.get(options.exchange, (0, 1))
    return partners_pass(hands, passing)


def _worth(options: Any, cards: Counts, trump: int) -> int:
    return best_meld(cards, trump, meld_table(options)).points


PREPARED_MELDS = PreparedMelds(DECK, _pools, _worth)
