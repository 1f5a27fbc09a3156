"""What contradicts what among the options of double-deck pinochle, tables included."""

from collections.abc import Iterator

from games.engine.card_values import impossible_cards
from games.engine.variants.double_deck_pinochle.deal import card_values
from games.engine.variants.double_deck_pinochle.meld import impossible_melds
from games.engine.variants.double_deck_pinochle.options import Options, impossible_bids
from games.sentences import Sentence


def contradictions(options: Options, players: int) -> Iterator[tuple[str, Sentence]]:
    """Give each option that contradicts another, with the reason.

    One that does nothing because another is off is allowed.
    """
    yield from impossible_bids(options)
    yield from impossible_melds(options)
    yield from impossible_cards(card_values(options))
