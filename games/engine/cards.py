"""Cards as small integers, hands as counts, and sets of kinds as the bits of an integer.

A card is written rank + suit ("AS", "TD"). Inside the engine it is a code: its suit's codes stand
together, weak to strong, so that every question of the play is a mask: `held & deck.higher[card]`
is what a hand holds above a card in its suit.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import compress
from operator import or_
from random import Random
from typing import Self

from games.engine.errors import IllegalAction, MalformedRecord
from games.sentences import CardName, SeatName, say

SUITS = "SHDC"

Counts = list[int]  # copies held, by card code
Mask = int  # a set of kinds of card: bit `code` is set


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Deck:
    """The pack of a game: which cards, in which order, how many of each."""

    copies: int
    texts: tuple[str, ...]  # by code
    codes: dict[str, int]  # by text
    bits: tuple[Mask, ...]  # by code: the card alone
    suit_of: tuple[int, ...]  # by code: the place of its suit in `SUITS`
    suits: tuple[Mask, ...]  # by place in `SUITS`: all cards of the suit
    suit_mask: tuple[Mask, ...]  # by code: all cards of its suit
    higher: tuple[Mask, ...]  # by code: the cards of its suit that are above it

    def __deepcopy__(self, memo: object) -> Self:
        """A deck never changes, so a copied deal may share it."""
        return self

    @property
    def kinds(self) -> int:
        return len(self.texts)

    @property
    def size(self) -> int:
        return len(self.texts) * self.copies


@dataclass(frozen=True, slots=True, kw_only=True)
class HowDealt:
    """The whole pack of a game, how many of its cards a hand has, and whether the rest is drawn.

    What is in no hand is the stock; where it is drawn from, its order counts.
    """

    deck: Deck
    hand_size: int
    stock_in_order: bool = False


def deck_of_suits(suits: Sequence[Sequence[str]], copies: int) -> Deck:
    """Return a deck from the cards of each suit, in the order of `SUITS`, weak to strong.

    A card may stand in another suit than the one printed on it.
    """
    texts = tuple(text for suit in suits for text in suit)
    suit_of = tuple(place for place, suit in enumerate(suits) for _ in suit)
    bits = tuple(1 << code for code in range(len(texts)))
    masks = tuple(
        reduce(or_, (bits[code] for code in range(len(texts)) if suit_of[code] == place))
        for place in range(len(suits))
    )
    return Deck(
        copies=copies,
        texts=texts,
        codes={text: code for code, text in enumerate(texts)},
        bits=bits,
        suit_of=suit_of,
        suits=masks,
        suit_mask=tuple(masks[place] for place in suit_of),
        higher=tuple(masks[suit_of[code]] & -(2 << code) for code in range(len(texts))),
    )


def deck_of_ranks(ranks: str, copies: int = 1) -> Deck:
    """Return a deck with the same ranks, weak to strong, in each of the four suits."""
    return deck_of_suits([[rank + suit for rank in ranks] for suit in SUITS], copies)


def cards_in(counts: Counts) -> list[int]:
    """Return the codes of a hand's cards, copies one by one."""
    return [code for code, copies in enumerate(counts) for _ in range(copies)]


def mask_of(deck: Deck, counts: Counts) -> Mask:
    """Return the kinds of which a hand has a card."""
    return sum(compress(deck.bits, counts))


def codes_in(mask: Mask) -> list[int]:
    """Return the codes of the kinds in a set, lowest first."""
    codes = []
    while mask:
        lowest = mask & -mask
        codes.append(lowest.bit_length() - 1)
        mask ^= lowest
    return codes


def write_cards(deck: Deck, codes: Iterable[int]) -> str:
    return " ".join([deck.texts[code] for code in codes])


def read_cards(
    deck: Deck, text: object, *, phase: str, index: int | None, field: str | None = None
) -> list[int]:
    """Return the codes of cards written in a row. Raises MalformedRecord `bad_card`."""
    if not isinstance(text, str):
        raise _not_a_row(phase=phase, index=index, field=field)
    try:
        return [deck.codes[word] for word in text.split()]
    except KeyError as unknown:
        raise unknown_card(unknown.args[0], phase=phase, index=index) from None


def _not_a_row(*, phase: str, index: int | None, field: str | None) -> MalformedRecord:
    sentence = say("cards are written in one text, such as AS TD KH")
    return MalformedRecord("bad_card", sentence, phase=phase, index=index, field=field)


def read_played(deck: Deck, text: object, *, index: int) -> int:
    """Return the code of one card of the play. Raises MalformedRecord `bad_card`."""
    if isinstance(text, str) and text in deck.codes:
        return deck.codes[text]
    raise unknown_card(text, phase="play", index=index)


def unknown_card(text: object, *, phase: str, index: int | None) -> MalformedRecord:
    sentence = say('"%(card)s" is not a card of this game', card=str(text)[:20])
    return MalformedRecord("bad_card", sentence, phase=phase, index=index)


def read_hands(deck: Deck, hands: Sequence[object], hand_size: int) -> list[Counts]:
    """Return the hands as counts.

    Raises MalformedRecord `bad_card`, IllegalAction `hand_size` or `bad_deck` (more copies of a
    card than the pack has).
    """
    codes, kinds = deck.codes, deck.kinds
    counted = []
    for seat, text in enumerate(hands):
        if not isinstance(text, str):
            raise _not_a_row(phase="hands", index=seat, field=None)
        cards = text.split()
        if len(cards) != hand_size:
            raise _wrong_hand_size(seat, len(cards), hand_size)
        counts = [0] * kinds
        try:
            for card in cards:
                counts[codes[card]] += 1
        except KeyError as unknown:
            raise unknown_card(unknown.args[0], phase="hands", index=seat) from None
        counted.append(counts)
    check_copies(deck, list(map(sum, zip(*counted, strict=True))))
    return counted


def read_stock(deck: Deck, stock: object, hands: Sequence[Counts]) -> list[int]:
    """Return the codes of the undealt cards, in order.

    Raises MalformedRecord `bad_card`, IllegalAction `bad_deck` where they do not make up the pack
    together with the hands.
    """
    cards = read_cards(deck, stock, phase="stock", index=None, field="stock")
    total = len(cards) + sum(map(sum, hands))
    if total != deck.size:
        sentence = say(
            "hands and stock are %(total)d cards together; the pack has %(size)d",
            total=total,
            size=deck.size,
        )
        raise IllegalAction("stock", None, "bad_deck", sentence, field="stock")
    # as many cards as the pack has, and no card too often: it is the pack
    dealt = list(map(sum, zip(*hands, strict=True)))
    for code in cards:
        dealt[code] += 1
    check_copies(deck, dealt)
    return cards


def check_copies(deck: Deck, dealt: Sequence[int]) -> None:
    """Refuse a card dealt more often than the pack holds it; `dealt` counts by code."""
    most = max(dealt)
    if most > deck.copies:
        sentence = say(
            "%(card)s was dealt %(dealt)d times; the pack has %(copies)d of it",
            card=CardName(deck.texts[dealt.index(most)]),
            dealt=most,
            copies=deck.copies,
        )
        raise IllegalAction("hands", None, "bad_deck", sentence)


def _wrong_hand_size(seat: int, held: int, due: int) -> IllegalAction:
    sentence = say(
        "%(seat)s holds %(held)d cards; a hand has %(due)d",
        seat=SeatName(seat),
        held=held,
        due=due,
    )
    return IllegalAction("hands", seat, "hand_size", sentence)


def shuffled(deck: Deck, rng: Random) -> list[str]:
    """Return the whole pack in a random order, as texts."""
    pack = [text for text in deck.texts for _ in range(deck.copies)]
    rng.shuffle(pack)
    return pack
