"""The pack once trump is named: fourteen trumps with the low pedro among them, six of them count.

The five of the trumps' colour mate is the low pedro, a trump and no card of the suit printed on it.
"""

from dataclasses import dataclass
from functools import cache
from typing import Self

from games.engine.cards import SUITS, Deck, Mask, deck_of_suits
from games.engine.variants.pedro.deal import RANKS

MATES = {"S": "C", "C": "S", "H": "D", "D": "H"}

# the card points of a deal by name: what each is worth, in the order of the rulebook
WORTH = {"high": 1, "jack": 1, "game": 1, "low": 1, "pedro": 5, "low_pedro": 5}
POINTS = sum(WORTH.values())
_RANK_OF = {"high": "A", "jack": "J", "game": "T", "low": "2", "pedro": "5"}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TrumpPack:
    """The cards as they rank in one deal."""

    deck: Deck
    trumps: Mask
    bit_of: dict[str, Mask]  # by text: the card alone
    low_pedro: int  # its code
    point_cards: dict[str, int]  # the code of each card that counts, by its name
    counting: Mask  # those six
    values: tuple[int, ...]  # what a card is worth, by code

    def __deepcopy__(self, memo: object) -> Self:
        """A pack never changes, so a copied deal may share it."""
        return self


@cache
def trump_pack(trump: str, low_pedro_rank: str) -> TrumpPack:
    """Return the pack for a trump suit and a value of the option `low_pedro_rank`."""
    deck = deck_of_suits([_suit(suit, trump, low_pedro_rank) for suit in SUITS], copies=1)
    low_pedro = deck.codes["5" + MATES[trump]]
    point_cards = {name: deck.codes[rank + trump] for name, rank in _RANK_OF.items()}
    point_cards["low_pedro"] = low_pedro
    values = {code: WORTH[name] for name, code in point_cards.items()}
    return TrumpPack(
        deck=deck,
        trumps=deck.suits[SUITS.index(trump)],
        bit_of=dict(zip(deck.texts, deck.bits, strict=True)),
        low_pedro=low_pedro,
        point_cards=point_cards,
        counting=sum(deck.bits[code] for code in values),
        values=tuple(values.get(code, 0) for code in range(deck.kinds)),
    )


def _suit(suit: str, trump: str, low_pedro_rank: str) -> list[str]:
    """Return the cards that belong to a suit, weak to strong."""
    cards = [rank + suit for rank in RANKS]
    low_pedro = "5" + MATES[trump]
    if suit == MATES[trump]:
        cards.remove(low_pedro)
    elif suit == trump:
        place = 0 if low_pedro_rank == "lowest" else cards.index("5" + trump)
        cards.insert(place, low_pedro)
    return cards
