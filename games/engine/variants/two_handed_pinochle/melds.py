"""The table of melds: which cards make one, what it is worth and to which class it belongs."""

from collections.abc import Mapping
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from games.engine.cards import SUITS
from games.engine.single_deck.deck import DECK
from games.engine.variants.two_handed_pinochle.options import Options
from games.sentences import Sentence, SuitName, say


class Meld(NamedTuple):
    """A row of the table. `name` is what a result calls it, `label` what people do."""

    name: str
    label: Sentence
    kind: str  # A, B or C: the classes within which a card may not be used again for as little
    points: int
    cards: tuple[int, ...]  # codes, as they are laid out
    text: str  # the same in words of a record


_NAMES = (
    "double_pinochle", "run", "aces", "kings", "queens", "jacks", "pinochle", "royal_marriage",
    "marriage",
)  # fmt: skip
_worths_of = attrgetter(*_NAMES)
AROUNDS = (
    ("A", "aces", "aces around", say("aces around")),
    ("K", "kings", "kings around", say("kings around")),
    ("Q", "queens", "queens around", say("queens around")),
    ("J", "jacks", "jacks around", say("jacks around")),
)


def meld_rows(trump: str, options: Options) -> dict[tuple[int, ...], Meld]:
    """Return the table for a suit as trump, by the sorted codes of the cards; dearest first.

    A meld that is worth nothing is none.
    """
    return _rows(trump, _worths_of(options))


@lru_cache(maxsize=256)  # clubs type values of their own
def _rows(trump: str, worths: tuple[int, ...]) -> dict[tuple[int, ...], Meld]:
    worth = dict(zip(_NAMES, worths, strict=True))
    run = " ".join(rank + trump for rank in "ATKQJ")
    rows = [
        _meld(
            "double pinochle", say("double pinochle"), "C", worth["double_pinochle"], "QS QS JD JD"
        ),
        _meld("run", say("run"), "A", worth["run"], run),
        *(
            _meld(name, label, "B", worth[option], " ".join(rank + suit for suit in SUITS))
            for rank, option, name, label in AROUNDS
        ),
        _meld("pinochle", say("pinochle"), "C", worth["pinochle"], "QS JD"),
        *(_marriage(suit, trump, worth) for suit in SUITS),
    ]
    rows = [meld for meld in rows if meld.points]
    rows.sort(key=lambda meld: -meld.points)
    return {tuple(sorted(meld.cards)): meld for meld in rows}


def _meld(name: str, label: Sentence, kind: str, points: int, cards: str) -> Meld:
    codes = tuple(DECK.codes[card] for card in cards.split())
    return Meld(name, label, kind, points, codes, cards)


def _marriage(suit: str, trump: str, worth: Mapping[str, int]) -> Meld:
    cards = f"K{suit} Q{suit}"
    if suit == trump:
        return _meld("royal marriage", say("royal marriage"), "A", worth["royal_marriage"], cards)
    label = say("marriage in %(suit)s", suit=SuitName(suit))
    return _meld(f"marriage {suit}", label, "A", worth["marriage"], cards)
