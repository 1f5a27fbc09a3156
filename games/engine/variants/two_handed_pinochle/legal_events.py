"""Everything the winner of a trick may lay down, written as a record writes it."""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from games.engine.single_deck.deck import DECK
from games.engine.variants.two_handed_pinochle.dix import (
    can_exchange,
    may_use_dix,
    nines_to_score,
)
from games.engine.variants.two_handed_pinochle.melding import may_meld, may_use_again
from games.engine.variants.two_handed_pinochle.melds import Meld, meld_rows
from games.engine.variants.two_handed_pinochle.state import State
from games.engine.variants.two_handed_pinochle.table import (
    copies_on_table,
    in_hand,
    named_copies,
)


def legal_events(state: State) -> Iterator[dict[str, Any]]:
    """Give the nines and melds the winner of the trick may lay down now, the dearest meld first."""
    if state.phase != "events":
        return
    own = {"trick": state.tricks_taken, "seat": state.turn}
    if may_use_dix(state) and nines_to_score(state):
        if can_exchange(state):
            yield {**own, "dix": "exchange"}
        yield {**own, "dix": "show"}
    if may_meld(state):
        for _, cards in legal_melds(state):
            yield {**own, "meld": cards}


def legal_melds(state: State) -> Iterator[tuple[Meld, str]]:
    """Give each meld the seat in turn can lay down, with every choice of cards for it."""
    held = state.play.held[state.turn]
    for meld in meld_rows(state.trump).values():
        if all(held & DECK.bits[code] for code in meld.cards):
            for cards in _choices(state, meld):
                # one card at least comes from the hand
                if not all("*" in card for card in cards):
                    yield meld, " ".join(cards)


def _choices(state: State, meld: Meld) -> Iterator[list[str]]:
    """Give the cards of a meld in every way in which hand and table can supply them."""
    kinds = list(dict.fromkeys(meld.cards))
    ways = (_ways(state, meld, code, meld.cards.count(code)) for code in kinds)
    for choice in product(*ways):
        yield [card for cards in choice for card in cards]


def _ways(state: State, meld: Meld, code: int, count: int) -> list[tuple[str, ...]]:
    """Return the ways to supply so many copies of one card, those from the hand first."""
    from_hand = [DECK.texts[code]] * min(count, in_hand(state, state.turn, code))
    named = named_copies(code, copies_on_table(state, state.turn, code))
    from_table = [text for text, card in named if may_use_again(state, meld, card)]
    return list(dict.fromkeys(combinations(from_hand + from_table, count)))
