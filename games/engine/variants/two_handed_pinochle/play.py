"""The play: twelve tricks while the stock lasts, then twelve with all cards in hand."""

from collections.abc import Sequence
from typing import Any

from games.engine.cards import codes_in
from games.engine.errors import IllegalAction
from games.engine.single_deck.deck import DECK
from games.engine.single_deck.play import duty_of
from games.engine.tricks import Duty, TrickPlay, play_anything, play_cards
from games.engine.variants.two_handed_pinochle.deal import SEATS, STOCK_TRICKS, points_of
from games.engine.variants.two_handed_pinochle.options import Options
from games.engine.variants.two_handed_pinochle.state import State, TableCard
from games.engine.variants.two_handed_pinochle.stock import card_to_come, choice_missing, draw
from games.engine.variants.two_handed_pinochle.table import (
    in_hand,
    named_copies,
    not_in_hand,
    not_on_table,
    playable_copies,
    read_token,
    take_away,
)
from games.sentences import say

STOCK_CARDS = SEATS * STOCK_TRICKS  # played while the stock lasts


def strict_duty(options: Options) -> Duty:
    """Return what the second player must do; a trump of theirs is never beaten in return."""
    return duty_of(options.must_head, must_overtrump=False)


def first_lead(options: Options, hands: list[list[int]], dealer: int, trump: int) -> TrickPlay:
    """Return the play before its first card, led by the player who did not deal."""
    return TrickPlay(
        deck=DECK,
        hands=hands,
        duty=play_anything if options.stock_play == "free" else strict_duty(options),
        values=points_of(options).by_code,
        trumps=DECK.suit_mask[trump],
        leads=1 - dealer,
    )


def play_texts(state: State, cards: Sequence[Any]) -> None:
    """Play cards written as in a record, one after the other. Nothing is melded between them."""
    at = 0
    while at < len(cards):
        if len(state.play.played) > STOCK_CARDS:
            _play_to_the_end(state, cards[at:])
            return
        # with the lead to trick 13 other duties begin
        due = 1 if len(state.play.played) == STOCK_CARDS else SEATS - state.play.placed
        _play_to_the_trick(state, cards[at : at + due])
        at += due


def _play_to_the_trick(state: State, cards: Sequence[Any]) -> None:
    """Play what is left of a trick, or less; nothing is played unless its first card can be.

    Whoever leads draws first, where cards are drawn after melding.
    """
    play = state.play
    first, seat = len(play.played), play.turn
    known = DECK.codes
    codes: list[int] = []
    copies: list[tuple[int, TableCard]] = []  # those played from the table, and whose they are
    for index, written in enumerate(cards, start=first):
        code = known.get(written) if isinstance(written, str) else None
        if code is None or code in state.table[seat]:
            code, copy = _card_played(state, seat, written, index)
            if copy is not None:
                copies.append((seat, copy))
        if state.draw_due and not codes:
            _draw_to_lead(state, code, index)
        codes.append(code)
        seat = 1 - seat
    play_cards(play, codes, first=first)
    for owner, copy in copies:
        take_away(state, owner, copy)
    _after_cards(state)


def _draw_to_lead(state: State, code: int, index: int) -> None:
    """Draw the cards of the last trick, once it is sure that the winner can lead this card."""
    if state.choice_due:
        raise choice_missing(state, phase="play", index=index)
    if not state.play.held[state.turn] & DECK.bits[code] and code != card_to_come(state):
        raise not_in_hand(state.turn, code, phase="play", index=index)
    draw(state)


def _play_to_the_end(state: State, cards: Sequence[Any]) -> None:
    """Play cards of the last twelve tricks, in which nothing lies on the table."""
    play = state.play
    first = len(play.played)
    if first + len(cards) > DECK.size:
        raise _too_many()
    try:
        codes = [DECK.codes[written] for written in cards]
    except (KeyError, TypeError):
        # rubbish, or a card named as if it lay on the table
        for index, written in enumerate(cards, start=first):
            code, _ = _card_played(state, play.turn, written, index)
            play_cards(play, (code,), first=index)
    else:
        play_cards(play, codes, first=first)
    if len(play.played) == DECK.size:
        state.phase = "over"


def _card_played(
    state: State, seat: int, written: object, index: int
) -> tuple[int, TableCard | None]:
    """Return the code of a card as written, and its copy on the table where it is played thence."""
    token = read_token(written, phase="play", index=index)
    code, place = token
    copies = playable_copies(state, seat, code)
    if place is None:
        if not copies or in_hand(state, seat, code) or card_to_come(state) == code:
            return code, None
        return code, copies[0]
    if len(copies) < max(place, 1):
        raise not_on_table(seat, token, phase="play", index=index)
    return code, copies[max(place, 1) - 1]


def _after_cards(state: State) -> None:
    """Find out what follows: the answer to a lead, or what the winner of a trick may do."""
    state.phase = "play"
    if state.play.placed:
        if state.tricks_taken == STOCK_TRICKS:
            _take_up(state)
        return
    state.melded = 0
    state.draw_due = True
    if state.options.meld_timing == "before_draw":
        state.phase = "events"
    elif state.choice_due:
        state.phase = "last_draw"
    else:
        draw(state)
        state.phase = "events"


def _take_up(state: State) -> None:
    """All cards go back to the hands, and the rules of the last twelve tricks apply."""
    for laid in state.table:
        laid.clear()
    state.play.duty = strict_duty(state.options)


def legal_cards(state: State) -> list[str]:
    """Return the cards the seat in turn may play, as they are written."""
    if state.over or state.choice_due:
        return []
    play, seat = state.play, state.turn
    coming = card_to_come(state)
    kinds = play.legal() | (0 if coming is None else DECK.bits[coming])
    texts = []
    for code in codes_in(kinds):
        copies = playable_copies(state, seat, code)
        if play.hands[seat][code] + (code == coming) > len(copies):
            texts.append(DECK.texts[code])
        texts += [text for text, _ in named_copies(code, copies)]
    return texts


def _too_many() -> IllegalAction:
    sentence = say("the %(size)d cards have been played; there is one too many", size=DECK.size)
    return IllegalAction("play", DECK.size, "play_too_long", sentence)
