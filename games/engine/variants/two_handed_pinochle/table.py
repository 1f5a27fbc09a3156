"""The cards on the table, and how a record names one: `KS` from the hand, `KS*` from the table.

`KS*1` and `KS*2` are the first and the second copy on the table in the order of laying; `KS*` is
the earliest that may be used.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.engine.cards import unknown_card
from games.engine.errors import IllegalAction
from games.engine.single_deck.deck import DECK
from games.engine.variants.two_handed_pinochle.deal import STOCK_TRICKS
from games.engine.variants.two_handed_pinochle.state import State, TableCard
from games.sentences import CardName, SeatName, say

_PLACES = {"": 0, "1": 1, "2": 2}


class Token(NamedTuple):
    """A card as written. `place`: None for the hand, 0 for any copy on the table, else which."""

    code: int
    place: int | None


def token_of(text: str) -> Token | None:
    """Return what a card's text names, None where it is no card."""
    code = DECK.codes.get(text)
    if code is not None:
        return Token(code, None)
    card, star, place = text.partition("*")
    if star and card in DECK.codes and place in _PLACES:
        return Token(DECK.codes[card], _PLACES[place])
    return None


def read_token(text: object, *, phase: str, index: int) -> Token:
    """Return what a card's text names. Raises MalformedRecord `bad_card`."""
    token = token_of(text) if isinstance(text, str) else None
    if token is None:
        raise unknown_card(text, phase=phase, index=index)
    return token


def copies_on_table(state: State, seat: int, code: int) -> list[TableCard]:
    """Return the copies of a card a player has on the table, in the order of laying."""
    return state.table[seat].get(code, [])


def in_hand(state: State, seat: int, code: int) -> int:
    """Return how many copies of a card a player holds that are not on the table."""
    return state.play.hands[seat][code] - len(copies_on_table(state, seat, code))


def lay(state: State, card: TableCard) -> None:
    """Put a card of the seat in turn on the table."""
    state.table[state.turn].setdefault(card.code, []).append(card)


def take_away(state: State, seat: int, card: TableCard) -> None:
    """Take a card that has been played off the table."""
    copies = state.table[seat][card.code]
    copies[:] = [copy for copy in copies if copy is not card]
    if not copies:
        del state.table[seat][card.code]


def named_copies(code: int, copies: Sequence[TableCard]) -> Iterator[tuple[str, TableCard]]:
    """Give the copies of a card on the table with the shortest text that names just this one."""
    for place, card in enumerate(copies, start=1):
        yield f"{DECK.texts[code]}*{place if len(copies) > 1 else ''}", card


def playable_copies(state: State, seat: int, code: int) -> list[TableCard]:
    """Return the copies that may be played from the table; after trick 12 all are in hand again."""
    return copies_on_table(state, seat, code) if state.tricks_taken < STOCK_TRICKS else []


def not_on_table(seat: int, token: Token, *, phase: str, index: int) -> IllegalAction:
    """Return the refusal of a card named with a star that does not lie on the table."""
    sentence = say(
        "%(seat)s has no %(card)s on the table, or not as many copies of it",
        seat=SeatName(seat),
        card=CardName(DECK.texts[token.code]),
    )
    return IllegalAction(phase, index, "card_not_held", sentence)


def not_in_hand(seat: int, code: int, *, phase: str, index: int) -> IllegalAction:
    """Return the refusal of a card named without a star that is not in the hand."""
    sentence = say(
        "%(seat)s does not hold %(card)s",
        seat=SeatName(seat),
        card=CardName(DECK.texts[code]),
    )
    return IllegalAction(phase, index, "card_not_held", sentence)
