"""The play: fifteen tricks of three cards; or the declarer concedes before the first lead."""

from collections.abc import Sequence
from typing import Any

from games.engine.cards import SUITS
from games.engine.single_deck import play as shared
from games.engine.single_deck.values import card_values
from games.engine.variants.three_handed_pinochle.deal import CARDS_PLAYED, SEATS
from games.engine.variants.three_handed_pinochle.state import State


def open_play(state: State) -> None:
    """Let the declarer lead, or the player after the dealer."""
    options = state.options
    leads = state.declarer
    if options.first_lead == "left_of_dealer":
        leads = (state.dealer + 1) % SEATS
    state.phase, state.turn = "play", leads
    state.play = shared.start_play(
        state.hands,
        card_values(options),
        trump=SUITS.index(state.trump or ""),
        leads=leads,
        must_head=options.must_head,
        must_overtrump=options.must_overtrump,
    )


def play_texts(state: State, cards: Sequence[Any]) -> None:
    """Play cards written as in a record, one after the other."""
    if not cards:
        return
    if state.phase != "play" or state.play is None:
        was_played = state.ending == "played"
        raise shared.no_play(state.phase, due=CARDS_PLAYED, was_played=was_played)
    shared.play_texts(state.play, cards, due=CARDS_PLAYED)
    state.turn = state.play.turn
    if len(state.play.played) == CARDS_PLAYED:
        state.ending, state.phase = "played", "over"


def legal_cards(state: State) -> list[str]:
    """Return the cards the seat in turn may play."""
    return shared.legal_cards(state.play) if state.play else []


def cards_played(state: State) -> int:
    return len(state.play.played) if state.play else 0


def may_concede(state: State) -> bool:
    """The declarer may give up before the first lead, whoever leads, where the ruleset has it."""
    return state.options.throw_in and state.phase == "play" and not cards_played(state)


def concede(state: State, value: object) -> None:
    """Give the deal up. Raises where it is not allowed, or too late."""
    shared.check_concession(
        value,
        allowed=state.options.throw_in,
        phase=state.phase,
        played=cards_played(state),
    )
    state.ending, state.phase = "thrown_in", "over"
