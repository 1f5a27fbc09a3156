"""Melding: the winner of a trick lays down cards that make exactly one meld (see `melds.py`)."""

from functools import lru_cache
from typing import NoReturn

from games.engine.errors import IllegalAction
from games.engine.single_deck.deck import DECK
from games.engine.variants.two_handed_pinochle.melds import Meld, meld_rows
from games.engine.variants.two_handed_pinochle.state import Laid, State, TableCard
from games.engine.variants.two_handed_pinochle.table import (
    Token,
    copies_on_table,
    in_hand,
    lay,
    not_in_hand,
    not_on_table,
    read_token,
    token_of,
)
from games.sentences import CardName, Sentence, say


def lay_meld(state: State, text: str, index: int) -> None:
    """Lay down a meld of the seat in turn; `text` has its cards, such as "KS QS*".

    Raises MalformedRecord or IllegalAction before anything is changed; `index` is the place of
    the entry in the record, for the refusal.
    """
    named = _read_meld(text, state)
    if named is None:
        _refuse_cards(text, index)
    meld, tokens = named
    if not may_meld(state):
        sentence = say("only one meld may be laid down after a trick in this game")
        _refuse(index, "one_meld_a_trick", sentence)
    from_hand = [token.code for token in tokens if token.place is None]
    for code in from_hand:
        if in_hand(state, state.turn, code) < from_hand.count(code):
            raise not_in_hand(state.turn, code, phase="events", index=index)
    from_table = _copies_named(state, meld, tokens, index)
    if not from_hand:
        sentence = say(
            "all cards of this %(meld)s lie on the table already; one at least must come from "
            "the hand",
            meld=meld.label,
        )
        _refuse(index, "meld_needs_hand_card", sentence)
    _check_used_again(state, meld, from_table, index)
    for card in from_table:
        card.worth[meld.kind] = meld.points
    for code in from_hand:
        lay(state, TableCard(code, {meld.kind: meld.points}))
    state.melded += 1
    state.log.append(
        Laid(state.tricks_taken, state.turn, meld.name, meld.points, meld.label, meld.text)
    )


def _read_meld(text: str, state: State) -> tuple[Meld, list[Token]] | None:
    """Return the meld and its cards as written, None where the text does not name one."""
    codes, tokens = _read_cards(text)
    meld = meld_rows(state.trump, state.options).get(codes)
    return None if meld is None else (meld, tokens)


@lru_cache(maxsize=4096)
def _read_cards(text: str) -> tuple[tuple[int, ...], list[Token]]:
    """Return the codes of the cards, sorted, and the cards as written; none where one is none."""
    tokens = [token for token in map(token_of, text.split()) if token is not None]
    if len(tokens) < len(text.split()):
        return (), []
    return tuple(sorted(token.code for token in tokens)), tokens


def _refuse_cards(text: str, index: int) -> NoReturn:
    """Refuse a text that is not one meld: for its first word that is no card, else as a whole."""
    for word in text.split():
        read_token(word, phase="events", index=index)
    sentence = say("%(cards)s is not exactly one meld of this game", cards=CardName(text[:40]))
    _refuse(index, "not_a_meld", sentence)


def may_meld(state: State) -> bool:
    """Say whether the seat in turn may still lay down a meld after this trick."""
    return not state.melded or state.options.melds_per_trick == "many"


def may_use_again(state: State, meld: Meld, card: TableCard) -> bool:
    """Say whether a card on the table may be part of this meld."""
    return state.options.remeld == "class" and card.worth.get(meld.kind, 0) < meld.points


def _copies_named(state: State, meld: Meld, tokens: list[Token], index: int) -> list[TableCard]:
    """Return the cards on the table that the tokens name.

    A star without a number ("KS*") is the copy laid down first that this meld may use.
    """
    chosen: list[TableCard] = []
    starred = [token for token in tokens if token.place is not None]
    # those named by number first, so that a star without one does not take them
    for token in sorted(starred, key=lambda token: not token.place):
        copies = copies_on_table(state, state.turn, token.code)
        if token.place:
            copies = copies[token.place - 1 : token.place]
        left = [card for card in copies if all(card is not other for other in chosen)]
        if not left:
            raise not_on_table(state.turn, token, phase="events", index=index)
        chosen.append(next((card for card in left if may_use_again(state, meld, card)), left[0]))
    return chosen


def _check_used_again(state: State, meld: Meld, reused: list[TableCard], index: int) -> None:
    for card in reused:
        if may_use_again(state, meld, card):
            continue
        name = CardName(DECK.texts[card.code])
        if state.options.remeld == "never":
            sentence = say(
                "%(card)s lies on the table; only cards from the hand are melded in this game",
                card=name,
            )
        else:
            sentence = say(
                "this %(card)s has been in a meld of the same kind for %(before)d; "
                "it can be used again only for more than that, not for %(points)d",
                card=name,
                before=card.worth[meld.kind],
                points=meld.points,
            )
        _refuse(index, "meld_card_used", sentence)


def _refuse(index: int, rule: str, sentence: Sentence) -> NoReturn:
    raise IllegalAction("events", index, rule, sentence)
