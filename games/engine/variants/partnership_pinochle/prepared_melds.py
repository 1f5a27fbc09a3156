"""What prepared cards can meld at most: the declarer's side may exchange cards."""

from collections.abc import Sequence
from typing import Any

from games.engine.cards import Counts
from games.engine.prepared_melds import Pool, PreparedMelds, partners_pass
from games.engine.single_deck.deck import DECK
from games.engine.single_deck.meld import most_melded


def _pools(options: Any, hands: Sequence[Counts], stock: Counts, declarer: int) -> list[Pool]:
    return partners_pass(hands, (declarer % 2,) if options.exchange_max else ())


PREPARED_MELDS = PreparedMelds(DECK, _pools, most_melded)
