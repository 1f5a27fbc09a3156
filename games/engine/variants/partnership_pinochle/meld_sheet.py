"""What can be laid down in partnership pinochle, and melded at most with prepared cards."""

from collections.abc import Sequence
from typing import Any

from games.engine.cards import Counts
from games.engine.meld_sheet import MeldSheet
from games.engine.prepared_melds import Pool, PreparedMelds, partners_pass
from games.engine.single_deck.deck import DECK
from games.engine.single_deck.meld import most_melded
from games.engine.single_deck.meld_sheet import sheet_of
from games.engine.single_deck.values import meld_values
from games.engine.variants.partnership_pinochle.deal import HAND_SIZE
from games.engine.variants.partnership_pinochle.options import Options


def meld_sheet(options: Options, players: int) -> MeldSheet:
    return sheet_of(meld_values(options), lambda _seat, _declarer: HAND_SIZE)


# What prepared cards can meld at most: the declarer's side may exchange cards.


def _pools(options: Any, hands: Sequence[Counts], stock: Counts, declarer: int) -> list[Pool]:
    return partners_pass(hands, (declarer % 2,) if options.exchange_max else ())


PREPARED_MELDS = PreparedMelds(DECK, _pools, most_melded)
