"""Which cards of a hand its melds are made of, to lay them out on a page.

Results name the melds of the pinochle games and what they are worth; the cards follow from the
hand. A card may serve several melds of one hand.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine.meld_names import MELDS
from games.sentences import Sentence

SUITS = "SHDC"
RUN = "ATKQJ"
AROUND = {"aces": "A", "kings": "K", "queens": "Q", "jacks": "J"}
# how many kings and queens of every suit a meld takes from the marriages
ROUNDHOUSES = {"roundhouse": 1, "run_roundhouse": 1, "double_roundhouse": 2}

_CODES = {name.text: code for code, name in MELDS.items()}


@dataclass(frozen=True, slots=True)
class _Named:
    """A meld by its code; `times` is None for all of its kind that the hand holds."""

    code: str
    times: int | None


def cards_of_melds(
    melds: Sequence[Sentence | str], hand: str, trump: str, *, says_times: bool
) -> list[str]:
    """Return the cards of each meld of a hand, "KS QS"; empty where they cannot be known.

    `hand` is what the seat held when it laid its melds. With `says_times` a name without a number
    is one meld; without it a name stands for all of its kind that the hand holds.
    """
    held = Counter(hand.split())
    named = [_read(meld, 1 if says_times else None) for meld in melds]
    used = sum(ROUNDHOUSES.get(one.code, 0) * (one.times or 1) for one in named if one)
    laid = ["" if one is None else " ".join(_cards(one, held, trump, used)) for one in named]
    # what the hand does not hold was not laid from it
    return [cards if Counter(cards.split()) <= held else "" for cards in laid]


def _read(meld: Sentence | str, times_unsaid: int | None) -> _Named | None:
    if isinstance(meld, str):
        return None
    inner, times = meld.params.get("meld"), meld.params.get("times")
    if isinstance(inner, Sentence) and isinstance(times, int):
        return _Named(_CODES[inner.text], times) if inner.text in _CODES else None
    return _Named(_CODES[meld.text], times_unsaid) if meld.text in _CODES else None


def _cards(meld: _Named, held: Mapping[str, int], trump: str, used: int) -> list[str]:
    """Return the cards of one meld; `used` marriages of each suit stand in roundhouses."""
    others = [suit for suit in SUITS if suit != trump]
    if meld.code == "marriage":
        pairs = {suit: min(held["K" + suit], held["Q" + suit]) - used for suit in others}
        if meld.times is not None and meld.times != sum(pairs.values()):
            return []
        return [rank + suit for suit in others for _ in range(pairs[suit]) for rank in "KQ"]
    once = _once(meld.code, trump, others)
    if not once:
        return []
    return once * (_most(once, held) if meld.times is None else meld.times)


def _once(code: str, trump: str, others: Sequence[str]) -> list[str]:
    run = [rank + trump for rank in RUN]
    couples = [rank + suit for suit in others for rank in "KQ"]
    royal = ["K" + trump, "Q" + trump]
    melds = {
        "run": run,
        "royal_marriage": royal,
        "dix": ["9" + trump],
        "pinochle": ["QS", "JD"],
        "roundhouse": royal + couples,
        "run_roundhouse": run + couples,
        "double_roundhouse": (royal + couples) * 2,
    }
    if code in AROUND:
        return [AROUND[code] + suit for suit in SUITS]
    return melds.get(code, [])


def _most(cards: Sequence[str], held: Mapping[str, int]) -> int:
    """Return how often the hand holds these cards."""
    return min(held[card] for card in cards)
