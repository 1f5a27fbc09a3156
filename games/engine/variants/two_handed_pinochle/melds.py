"""The table of melds: which cards make one, what it is worth and to which class it belongs."""

from functools import cache
from typing import NamedTuple

from games.engine.cards import SUITS
from games.engine.single_deck.deck import DECK
from games.sentences import Sentence, SuitName, say

DIX = 10  # for the nine of trumps


class Meld(NamedTuple):
    """A row of the table. `name` is what a result calls it, `label` what people do."""

    name: str
    label: Sentence
    kind: str  # A, B or C: the classes within which a card may not be used again for as little
    points: int
    cards: tuple[int, ...]  # codes, as they are laid out
    text: str  # the same in words of a record


AROUNDS = (
    ("A", "aces around", say("aces around"), 100),
    ("K", "kings around", say("kings around"), 80),
    ("Q", "queens around", say("queens around"), 60),
    ("J", "jacks around", say("jacks around"), 40),
)


@cache
def meld_rows(trump: str) -> dict[tuple[int, ...], Meld]:
    """Return the table for a suit as trump, by the sorted codes of the cards; dearest first."""
    rows = [
        _meld("double pinochle", say("double pinochle"), "C", 300, "QS QS JD JD"),
        _meld("run", say("run"), "A", 150, " ".join(rank + trump for rank in "ATKQJ")),
        *(
            _meld(name, label, "B", points, " ".join(rank + suit for suit in SUITS))
            for rank, name, label, points in AROUNDS
        ),
        _meld("pinochle", say("pinochle"), "C", 40, "QS JD"),
        *(_marriage(suit, trump) for suit in SUITS),
    ]
    rows.sort(key=lambda meld: -meld.points)
    return {tuple(sorted(meld.cards)): meld for meld in rows}


def _meld(name: str, label: Sentence, kind: str, points: int, cards: str) -> Meld:
    codes = tuple(DECK.codes[card] for card in cards.split())
    return Meld(name, label, kind, points, codes, cards)


def _marriage(suit: str, trump: str) -> Meld:
    cards = f"K{suit} Q{suit}"
    if suit == trump:
        return _meld("royal marriage", say("royal marriage"), "A", 40, cards)
    label = say("marriage in %(suit)s", suit=SuitName(suit))
    return _meld(f"marriage {suit}", label, "A", 20, cards)
