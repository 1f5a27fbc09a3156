"""The play: the pitcher's first card makes its suit trump; follow suit or trump, six tricks."""

from collections.abc import Sequence
from typing import Any

from games.engine.cards import SUITS, codes_in, unknown_card
from games.engine.errors import IllegalAction
from games.engine.tricks import TrickPlay, follow_or_trump, play_cards
from games.engine.variants.pitch.deal import CARD_POINTS, DECK, HAND_SIZE
from games.engine.variants.pitch.state import State
from games.sentences import say


def play_texts(state: State, cards: Sequence[Any]) -> None:
    """Play cards written as in a record, one after the other."""
    if not cards:
        return
    before = len(state.play.played) if state.play else 0
    due = HAND_SIZE * state.players
    if state.phase == "over" or before + len(cards) > due:
        raise _too_many(state, due)
    codes = _read(cards, before)
    play = state.play or _pitch(state, codes[0])
    play_cards(play, codes, first=before)
    state.play = play
    state.trump = SUITS[DECK.suit_of[play.played[0]]]
    state.turn = play.turn
    if len(play.played) == due:
        state.phase = "over"


def legal_cards(state: State) -> list[str]:
    """Return the cards the seat in turn may play."""
    if state.play is not None:
        return [DECK.texts[code] for code in codes_in(state.play.legal())]
    hand = state.dealt[state.turn]
    return [text for text, copies in zip(DECK.texts, hand, strict=True) if copies]


def _read(cards: Sequence[Any], before: int) -> list[int]:
    codes = []
    for index, text in enumerate(cards, start=before):
        if not isinstance(text, str) or text not in DECK.codes:
            raise unknown_card(text, phase="play", index=index)
        codes.append(DECK.codes[text])
    return codes


def _pitch(state: State, card: int) -> TrickPlay:
    """Return the play that this first card opens; its suit is trump."""
    return TrickPlay(
        deck=DECK,
        hands=[list(hand) for hand in state.dealt],
        duty=follow_or_trump,
        values=CARD_POINTS,
        trumps=DECK.suit_mask[card],
        leads=state.turn,
    )


def _too_many(state: State, due: int) -> IllegalAction:
    if state.passed_out:
        sentence = say("everybody passed, so no card is played in this deal")
        return IllegalAction("play", 0, "play_not_allowed", sentence)
    sentence = say("all %(due)d cards have been played; there is one too many", due=due)
    return IllegalAction("play", due, "play_too_long", sentence)
