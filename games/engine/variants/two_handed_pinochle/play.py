"""The play: twelve tricks while the stock lasts, then twelve with all cards in hand."""

from collections.abc import Sequence
from typing import Any

from games.engine.cards import codes_in
from games.engine.errors import IllegalAction
from games.engine.sentences import say
from games.engine.tricks import (
    Duty,
    TrickPlay,
    follow_then_trump,
    head_always,
    head_trump_leads,
    play_anything,
    play_cards,
)
from games.engine.variants.two_handed_pinochle.deal import (
    DECK,
    SEATS,
    STOCK_TRICKS,
    VALUES,
)
from games.engine.variants.two_handed_pinochle.options import Options
from games.engine.variants.two_handed_pinochle.state import State, TableCard
from games.engine.variants.two_handed_pinochle.stock import card_to_come, choice_missing, draw
from games.engine.variants.two_handed_pinochle.table import (
    Token,
    in_hand,
    named_copies,
    not_in_hand,
    not_on_table,
    playable_copies,
    read_token,
)

DUTIES: dict[str, Duty] = {
    "none": follow_then_trump,
    "trump": head_trump_leads,
    "always": head_always,
}


def first_lead(options: Options, hands: list[list[int]], dealer: int, trump: int) -> TrickPlay:
    """Return the play before its first card, led by the player who did not deal."""
    return TrickPlay(
        deck=DECK,
        hands=hands,
        duty=play_anything if options.stock_play == "free" else DUTIES[options.must_head],
        values=VALUES[options.card_points],
        trumps=DECK.suit_mask[trump],
        leads=1 - dealer,
    )


def play_texts(state: State, cards: Sequence[Any]) -> None:
    """Play cards written as in a record, one after the other, until the winner may meld."""
    for place, written in enumerate(cards):
        if len(state.play.played) > SEATS * STOCK_TRICKS:
            _play_to_the_end(state, cards[place:])
            return
        _play(state, written)


def _play(state: State, written: object) -> None:
    """Play one card; whoever leads draws first, where cards are drawn after melding."""
    play = state.play
    index = len(play.played)
    token = read_token(written, phase="play", index=index)
    if state.over:
        raise _too_many()
    if state.choice_due:
        raise choice_missing(state, phase="play", index=index)
    seat, code = play.turn, token.code
    copy = _copy_played(state, token, index)
    if state.draw_due:
        if not play.held[seat] & DECK.bits[code] and code != card_to_come(state):
            raise not_in_hand(state, code, phase="play", index=index)
        draw(state)
    play_cards(play, (code,), first=index)
    if copy is not None:
        state.table[seat][:] = [card for card in state.table[seat] if card is not copy]
    _after_card(state)


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
            token = read_token(written, phase="play", index=index)
            _copy_played(state, token, index)
            play_cards(play, (token.code,), first=index)
    else:
        play_cards(play, codes, first=first)
    if len(play.played) == DECK.size:
        state.phase = "over"


def _copy_played(state: State, token: Token, index: int) -> TableCard | None:
    """Return which copy on the table is played; None for one from the hand."""
    if token.place is None and not state.table[state.turn]:
        return None
    copies = playable_copies(state, state.turn, token.code)
    if token.place is None:
        held = in_hand(state, state.turn, token.code) + (card_to_come(state) == token.code)
        return copies[0] if copies and not held else None
    if len(copies) < max(token.place, 1):
        raise not_on_table(state, token, phase="play", index=index)
    return copies[max(token.place, 1) - 1]


def _after_card(state: State) -> None:
    """Find out what follows a card: the answer to it, or what the winner may do."""
    play = state.play
    state.phase = "play"
    if play.placed:
        if state.tricks_taken == STOCK_TRICKS:
            _take_up(state)
        return
    state.melded = 0
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
    state.play.duty = DUTIES[state.options.must_head]


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
