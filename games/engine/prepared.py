"""Deals prepared from a secret seed: the same seed, ruleset and number give the same cards.

Anybody can recompute them with nothing but SHA-256; every step is in docs/prepared-deals.md,
which must be changed together with this module, and only for seeds made afterwards.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import Any

from games.engine.cards import HowDealt
from games.engine.errors import IllegalAction
from games.engine.ruleset import Ruleset
from games.engine.variants import VARIANTS
from games.sentences import CardName, SeatName, Sentence, say

SEED_LENGTH = 64  # hexadecimal digits: 32 bytes
WORD = 1 << 32
WORDS_A_BLOCK = 8
STEP = 4  # cards that are taken off a sorted pack at once
SUIT_ORDER = "SHDC"


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedDeal:
    """A deal before anybody has called. Cards are written as in a record, by seat.

    `stock` is in the order in which it lies; empty where every card is in a hand.
    """

    number: int
    dealer: int
    hands: tuple[str, ...]
    stock: str

    def as_record(self) -> dict[str, Any]:
        """Return the keys that a record of this deal begins with."""
        stock = {"stock": self.stock} if self.stock else {}
        return {"dealer": self.dealer, "hands": list(self.hands), **stock}


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of dealing by hand: cards off the top of the sorted pack, and who gets which.

    `cards` has one entry a seat and last one for the stock, each a row of cards or empty.
    """

    number: int
    taken: str
    cards: tuple[str, ...]


def is_seed(text: object) -> bool:
    """Say whether a text is a seed: 64 hexadecimal digits in small letters."""
    return (
        isinstance(text, str)
        and len(text) == SEED_LENGTH
        and all(letter in "0123456789abcdef" for letter in text)
    )


def commitment_of(seed: str, purpose: str) -> str:
    """Return what is published before: SHA-256 of purpose, a line feed and the seed, in hex."""
    return sha256(f"{purpose}\n{seed}".encode()).hexdigest()


def dealer_of(number: int, players: int) -> int:
    """Return who deals a prepared deal: the seats in turn, seat 0 the first."""
    return (number - 1) % players


def prepared_deal(ruleset: Ruleset, seed: str, number: int) -> PreparedDeal:
    """Return the deal with this number, from 1. Raises ValueError for what is no seed or number.

    A deal that the rules throw in before the first call is shuffled again from where the stream
    of numbers stands, so that nobody is handed a deal that cannot be played.
    """
    if not is_seed(seed):
        raise ValueError("a seed is 64 hexadecimal digits in small letters")
    if number < 1:
        raise ValueError("deals are numbered from 1")
    dealt = how_dealt(ruleset)
    words = _words(seed, number)
    dealer = dealer_of(number, ruleset.players)
    while True:
        deal = _cut(_shuffled(dealt, words), dealt, ruleset.players, number, dealer)
        if not VARIANTS[ruleset.variant].opening(ruleset, deal.as_record()).over:
            return deal


def how_dealt(ruleset: Ruleset) -> HowDealt:
    """Return the pack of a ruleset and the size of a hand."""
    return VARIANTS[ruleset.variant].how_dealt(ruleset.options, ruleset.players)


def _words(seed: str, number: int) -> Iterator[int]:
    """Give whole numbers below 2**32: eight from each SHA-256 of "seed:number:block"."""
    for block in count():
        digest = sha256(f"{seed}:{number}:{block}".encode()).digest()
        for at in range(0, 4 * WORDS_A_BLOCK, 4):
            yield int.from_bytes(digest[at : at + 4], "big")


def _below(limit: int, words: Iterator[int]) -> int:
    """Return a number from 0 to limit - 1, all equally likely.

    Words from the largest multiple of `limit` on are skipped: they would favour small numbers.
    """
    most = WORD - WORD % limit
    return next(word for word in words if word < most) % limit


def _shuffled(dealt: HowDealt, words: Iterator[int]) -> list[str]:
    """Return the pack shuffled by Fisher and Yates, from the last place down (Knuth 3.4.2, P)."""
    pack = [text for text in dealt.deck.texts for _ in range(dealt.deck.copies)]
    for last in range(len(pack) - 1, 0, -1):
        other = _below(last + 1, words)
        pack[last], pack[other] = pack[other], pack[last]
    return pack


def _cut(
    pack: Sequence[str], dealt: HowDealt, players: int, number: int, dealer: int
) -> PreparedDeal:
    size = dealt.hand_size
    return PreparedDeal(
        number=number,
        dealer=dealer,
        hands=tuple(" ".join(pack[seat * size : (seat + 1) * size]) for seat in range(players)),
        stock=" ".join(pack[players * size :]),
    )


def sorted_pack(dealt: HowDealt) -> list[str]:
    """Return the pack as people sort it: suit by suit, strong to weak, equal cards together."""
    strong_to_weak = dealt.deck.texts[::-1]
    texts = sorted(strong_to_weak, key=lambda text: SUIT_ORDER.index(text[-1]))
    return [text for text in texts for _ in range(dealt.deck.copies)]


def sorted_hand(dealt: HowDealt, cards: str) -> list[str]:
    """Return the cards of a hand in the order of the sorted pack."""
    place = {text: at for at, text in enumerate(dict.fromkeys(sorted_pack(dealt)))}
    return sorted(cards.split(), key=place.__getitem__)


def steps_of(dealt: HowDealt, deal: PreparedDeal) -> list[Step]:
    """Return how a sorted pack is dealt by hand: four cards at a time, twenty steps for 80.

    A pack has several copies of a card; which copy a seat is given makes no difference.
    """
    left = [Counter(cards.split()) for cards in (*deal.hands, deal.stock)]
    pack = sorted_pack(dealt)
    steps: list[Step] = []
    for at in range(0, len(pack), STEP):
        taken = pack[at : at + STEP]
        dealt_now: list[list[str]] = [[] for _ in left]
        for card in taken:
            to = next(place for place, cards in enumerate(left) if cards[card])
            left[to][card] -= 1
            dealt_now[to].append(card)
        steps.append(
            Step(
                number=len(steps) + 1,
                taken=" ".join(taken),
                cards=tuple(" ".join(cards) for cards in dealt_now),
            )
        )
    return steps


def check_as_prepared(
    dealt: HowDealt, deal: PreparedDeal, hands: Sequence[str], stock: object = None
) -> None:
    """Refuse a record whose cards are not those that were prepared; the order in a hand is free.

    `hands` and `stock` have been read before and are a whole deal. Raises IllegalAction
    `not_as_prepared` with the seat and the card.
    """
    for seat, (written, due) in enumerate(zip(hands, deal.hands, strict=True)):
        held, meant = Counter(written.split()), Counter(due.split())
        if held != meant:
            raise _not_as_prepared(seat, _in_hand(deal.number, seat, held - meant, meant - held))
    if not isinstance(stock, str):
        return
    place = next(
        (
            at
            for at, (written, due) in enumerate(
                zip(stock.split(), deal.stock.split(), strict=False), start=1
            )
            if written != due
        ),
        None,
    )
    if dealt.stock_in_order and place is not None:
        raise _not_as_prepared(
            None,
            say(
                "card %(place)d of the stock of prepared deal %(deal)d is the %(due)s, "
                "not the %(written)s: look whether the deal was dealt from its sheet",
                place=place,
                deal=deal.number,
                due=CardName(deal.stock.split()[place - 1]),
                written=CardName(stock.split()[place - 1]),
            ),
        )


def _in_hand(
    number: int, seat: int, more: Mapping[str, int], missing: Mapping[str, int]
) -> Sentence:
    return say(
        "in prepared deal %(deal)d %(seat)s was dealt the %(due)s and not the %(written)s: "
        "look whether the deal was dealt from its sheet",
        deal=number,
        seat=SeatName(seat),
        due=CardName(min(missing)),
        written=CardName(min(more)),
    )


def _not_as_prepared(seat: int | None, sentence: Sentence) -> IllegalAction:
    phase = "stock" if seat is None else "hands"
    return IllegalAction(phase, seat, "not_as_prepared", sentence)
