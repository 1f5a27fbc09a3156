"""The play: the declarer leads, twenty tricks; or the declarer's side concedes before the lead."""

from collections.abc import Sequence
from typing import Any

from games.engine.cards import codes_in, unknown_card
from games.engine.errors import IllegalAction
from games.engine.record import bad_field, split_seat
from games.engine.tricks import play_cards
from games.engine.variants.double_deck_pinochle.deal import DECK
from games.engine.variants.double_deck_pinochle.state import State
from games.sentences import SeatName, say


def play_texts(state: State, cards: Sequence[Any]) -> None:
    """Play cards written as in a record, one after the other."""
    play = state.play
    if not cards:
        return
    if state.phase != "play" or play is None:
        raise _no_play(state)
    before = len(play.played)
    if before + len(cards) > DECK.size:
        sentence = say("the %(size)d cards have been played; there is one too many", size=DECK.size)
        raise IllegalAction("play", DECK.size, "play_too_long", sentence)
    try:
        codes = list(map(DECK.codes.__getitem__, cards))
    except (KeyError, TypeError):
        # not the text of a card alone: garbage, or a card with its seat before it
        for index, written in enumerate(cards, start=before):
            play_cards(play, [_read_card(state, written, index)], first=index)
    else:
        play_cards(play, codes, first=before)
    state.turn = play.turn
    if len(play.played) == DECK.size:
        state.outcome, state.phase = "played", "over"


def legal_cards(state: State) -> list[str]:
    """Return the cards the seat in turn may play."""
    return [DECK.texts[code] for code in codes_in(state.play.legal())] if state.play else []


def may_throw_in(state: State) -> bool:
    """The declarer's side may concede before the first lead, where the ruleset has it."""
    return (
        state.options.throw_in
        and state.phase == "play"
        and state.play is not None
        and not state.play.played
    )


def throw_in(state: State, value: object) -> None:
    """Concede the deal. Raises where it is not allowed, or too late."""
    if value is not True:
        sentence = say('"%(name)s" must be true or false', name="throw_in")
        raise bad_field("throw_in", sentence, phase="throw_in")
    if not state.options.throw_in:
        sentence = say("a deal cannot be thrown in in this game")
        raise IllegalAction("throw_in", None, "throw_in_not_allowed", sentence)
    if not may_throw_in(state):
        raise _too_late(state)
    state.outcome, state.phase = "thrown_in", "over"


def _read_card(state: State, written: object, index: int) -> int:
    """Return a card that may have its seat before it, which must then be the seat in turn."""
    seat, text = split_seat(written) if isinstance(written, str) else (None, "")
    if text not in DECK.codes or state.play is None:
        raise unknown_card(written, phase="play", index=index)
    if seat is not None and seat != state.play.turn:
        sentence = say(
            "card %(number)d is written for %(written)s, but it is the turn of %(turn)s",
            number=index + 1,
            written=SeatName(seat),
            turn=SeatName(state.play.turn),
        )
        raise IllegalAction("play", index, "out_of_turn", sentence)
    return DECK.codes[text]


def _no_play(state: State) -> IllegalAction:
    if state.outcome == "played":
        sentence = say("the %(size)d cards have been played; there is one too many", size=DECK.size)
        return IllegalAction("play", DECK.size, "play_too_long", sentence)
    if state.outcome is not None:
        sentence = say("this deal ended before the play, so no card is played")
        return IllegalAction("play", 0, "play_not_allowed", sentence)
    sentence = say("no card can be played before the melds")
    return IllegalAction("play", 0, f"{state.phase}_unfinished", sentence)


def _too_late(state: State) -> IllegalAction:
    if state.over:
        sentence = say("the deal is over already; there is nothing left to throw in")
    elif state.phase == "play":
        sentence = say("a deal can be thrown in only before the first card is led")
    else:
        sentence = say("a deal can be thrown in only after melding")
    rule = "deal_already_over" if state.over else "throw_in_not_allowed"
    return IllegalAction("throw_in", None, rule, sentence)
