"""The deal: two packs cut down to the ranks in use, all of it dealt out."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NamedTuple, Self

from games.engine.cards import (
    Counts,
    Deck,
    HowDealt,
    Mask,
    cards_in,
    codes_in,
    deck_of_ranks,
    mask_of,
    read_cards,
    read_hands,
)
from games.engine.errors import IllegalAction
from games.engine.variants.fifty_six.options import Options

RANKS = "78QKTA9J"  # weak to strong, in every suit
CARD_POINTS = {"J": 3, "9": 2, "A": 1, "T": 1}
COPIES = 2
WHOLE_PACK = len(RANKS) * 4 * COPIES
PLAYERS = (4, 8)  # the fewest and the most
SIDES = 2
POINTS = 56  # in every deal, with any of the packs


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pack:
    """The cards of a deal and how many of them a hand has, which is also the number of tricks.

    There is one for each number of cards and players, so it is compared by identity.
    """

    deck: Deck
    values: tuple[int, ...]  # card points by code
    suits: tuple[tuple[int, ...], ...]  # by place in `SUITS`: its codes, weak to strong
    hand_size: int
    jacks: Mask
    blanks: Mask  # the cards that are worth nothing

    def __deepcopy__(self, memo: object) -> Self:
        """A pack never changes, so a copied deal may share it."""
        return self


class ThrownIn(NamedTuple):
    """Why a deal is not played: what a hand was dealt, and whose hand, as far as it is known."""

    reason: Literal["all_jacks", "no_points"]
    seat: int | None


def pack_for(options: Options, players: int) -> Pack:
    """Return the pack that this number of players uses."""
    cards = {4: options.deck_4, 6: 48, 8: options.deck_8}[players]
    return _pack(cards, players)


def how_dealt(options: Options, players: int) -> HowDealt:
    """Return the whole pack and how many cards a hand has."""
    pack = pack_for(options, players)
    return HowDealt(deck=pack.deck, hand_size=pack.hand_size)


@lru_cache(maxsize=8)
def _pack(cards: int, players: int) -> Pack:
    kinds_a_suit = cards // (4 * COPIES)
    deck = deck_of_ranks(RANKS[-kinds_a_suit:], COPIES)
    values = tuple(CARD_POINTS.get(text[0], 0) for text in deck.texts)
    return Pack(
        deck=deck,
        values=values,
        suits=tuple(tuple(codes_in(suit)) for suit in deck.suits),
        hand_size=cards // players,
        jacks=sum(bit for bit, text in zip(deck.bits, deck.texts, strict=True) if text[0] == "J"),
        blanks=sum(bit for bit, value in zip(deck.bits, values, strict=True) if not value),
    )


def dealt_hands(pack: Pack, hands: Sequence[Any]) -> list[Counts]:
    """Return the hands as counts, or say what is wrong with the deal.

    A card that is not in the pack is named before a wrong number of cards: hands of another pack
    are usually both.
    """
    try:
        return read_hands(pack.deck, hands, pack.hand_size)
    except IllegalAction as refusal:
        if refusal.rule == "hand_size":
            for seat, text in enumerate(hands):
                read_cards(pack.deck, text, phase="hands", index=seat)
        raise


def thrown_in(pack: Pack, options: Options, hands: Sequence[Counts]) -> ThrownIn | None:
    """Return why the deal is thrown in: the first hand of jacks only, or without any points."""
    if options.redeal == "none":
        return None
    for seat, hand in enumerate(hands):
        held = mask_of(pack.deck, hand)
        if not held & ~pack.jacks:
            return ThrownIn("all_jacks", seat)
        if not held & ~pack.blanks:
            return ThrownIn("no_points", seat)
    return None


def can_be_dealt(pack: Pack, reason: str) -> bool:
    """Say whether the pack has enough such cards to fill a hand."""
    cards = pack.jacks if reason == "all_jacks" else pack.blanks
    return cards.bit_count() * COPIES >= pack.hand_size


@lru_cache(maxsize=128)
def points_in_tricks(pack: Pack, tricks: int) -> tuple[int, int]:
    """Return the fewest and the most card points that so many tricks can hold."""
    players = pack.deck.size // pack.hand_size
    whole_pack = cards_in([COPIES] * pack.deck.kinds)
    values = sorted(pack.values[card] for card in whole_pack)
    taken = tricks * players
    return sum(values[:taken]), sum(values[len(values) - taken :])


@lru_cache(maxsize=128)
def possible_points(pack: Pack) -> frozenset[int]:
    """Return the card points that a side can have, however many tricks it won.

    Cards of 0 to 3 points make every sum between the fewest and the most of so many tricks.
    """
    bounds = (points_in_tricks(pack, tricks) for tricks in range(pack.hand_size + 1))
    return frozenset(points for least, most in bounds for points in range(least, most + 1))
