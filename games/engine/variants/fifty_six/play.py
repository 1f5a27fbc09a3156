"""The play: the dealer's neighbour leads, follow suit if able, and all tricks are played."""

from collections.abc import Sequence
from typing import Any

from games.engine.cards import SUITS, codes_in, read_played
from games.engine.errors import IllegalAction
from games.engine.tricks import TrickPlay, follow_suit, play_cards
from games.engine.variants.fifty_six.state import State
from games.sentences import say


def open_play(state: State, strain: str) -> None:
    """Begin the play with this trump, or NT for none; the first caller leads, whoever bid."""
    deck = state.pack.deck
    state.trump = strain
    state.phase = "play"
    state.turn = (state.dealer + 1) % state.players
    state.play = TrickPlay(
        deck=deck,
        hands=[list(hand) for hand in state.dealt],
        duty=follow_suit,
        values=state.pack.values,
        trumps=deck.suits[SUITS.index(strain)] if strain in SUITS else 0,
        leads=state.turn,
    )


def play_texts(state: State, cards: Sequence[Any]) -> None:
    """Play cards written as in a record, one after the other."""
    if not cards:
        return
    play, deck = state.play, state.pack.deck
    if play is None:
        raise _no_play(state)
    before = len(play.played)
    due = cards[: deck.size - before]
    try:
        codes = list(map(deck.codes.__getitem__, due))
    except (KeyError, TypeError):
        # an unknown card: the cards before it are played first, so that a fault there is named
        for index, text in enumerate(due, start=before):
            play_cards(play, [read_played(deck, text, index=index)], first=index)
    else:
        play_cards(play, codes, first=before)
    state.turn = play.turn
    if len(play.played) == deck.size:
        state.phase = "over"
    if len(due) < len(cards):
        sentence = say("all %(due)d cards have been played; there is one too many", due=deck.size)
        raise IllegalAction("play", deck.size, "play_too_long", sentence)


def legal_cards(state: State) -> list[str]:
    """Return the cards the seat in turn may play."""
    if state.play is None:
        return []
    return [state.pack.deck.texts[code] for code in codes_in(state.play.legal())]


def seats_of_play(state: State) -> list[int]:
    """Return who played each card so far."""
    if state.play is None:
        return []
    leaders = [(state.dealer + 1) % state.players, *state.play.winners]
    return [
        (leaders[place // state.players] + place) % state.players
        for place in range(len(state.play.played))
    ]


def _no_play(state: State) -> IllegalAction:
    if state.thrown_in is not None:
        return redeal_required(state, "play")
    sentence = say("the auction is not over, so no card can be played yet")
    return IllegalAction("play", 0, "auction_unfinished", sentence)


def redeal_required(state: State, phase: str) -> IllegalAction:
    """Return the refusal of whatever is done in a deal that is thrown in."""
    reason = state.thrown_in.reason if state.thrown_in else "no_points"
    sentence = say(
        "this deal is thrown in for a hand of %(cards)s and dealt again", cards=_HANDS[reason]
    )
    return IllegalAction(phase, 0, "redeal_required", sentence)


_HANDS = {
    "all_jacks": say("jacks only"),
    "no_points": say("cards that are worth nothing"),
}
