"""A written record of a deal, from its first card to its last."""

from collections.abc import Mapping
from typing import Any

from games.engine.errors import IllegalAction
from games.engine.record import (
    RECORD_KEYS,
    check_empty,
    check_keys,
    read_dealer,
    read_hand_texts,
    read_list,
    required,
)
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.sentences import CardName, SuitName, say
from games.engine.single_deck.deck import DECK
from games.engine.summaries import read_suit
from games.engine.unfinished import cards_missing
from games.engine.variants.two_handed_pinochle.deal import SEATS, STOCK_TRICKS
from games.engine.variants.two_handed_pinochle.events import read_events
from games.engine.variants.two_handed_pinochle.play import play_texts
from games.engine.variants.two_handed_pinochle.state import State
from games.engine.variants.two_handed_pinochle.steps import lay_down, result, start
from games.engine.variants.two_handed_pinochle.stock import (
    choose_last_card,
    no_choice,
    read_last_draw,
)

KEYS = RECORD_KEYS | {"last_draw"}


def replay(ruleset: Ruleset, record: Mapping[str, Any]) -> DealResult:
    """Return what the deal scored, or raise at the first thing the rules do not allow."""
    return result(replayed(ruleset, record))


def replayed(ruleset: Ruleset, record: Mapping[str, Any]) -> State:
    """Return the deal as it stands after everything in the record has been done."""
    check_keys(record, KEYS)
    check_empty(record, ("auction", "exchange", "discards", "melds"))
    dealer = read_dealer(record, SEATS)
    hands = read_hand_texts(record, SEATS)
    state = start(ruleset, dealer, hands, required(record, "stock", phase="stock"))
    _check_trump(state, record.get("trump"))
    last_draw = _read_last_draw(state, record.get("last_draw"))
    events, at = read_events(record), 0
    play = read_list(record, "play")
    for trick in range(1, STOCK_TRICKS + 1):
        play_texts(state, play[SEATS * (trick - 1) : SEATS * trick])
        if state.tricks_taken < trick:
            raise cards_missing(len(state.play.played), DECK.size)
        if state.phase == "last_draw":
            choose_last_card(state, last_draw)
        while at < len(events) and events[at].trick == trick:
            lay_down(state, events[at])
            at += 1
    if state.choice_due:
        choose_last_card(state, last_draw)
    play_texts(state, play[SEATS * STOCK_TRICKS :])
    if not state.over:
        raise cards_missing(len(state.play.played), DECK.size)
    return state


def _check_trump(state: State, trump: object) -> None:
    if trump is None or read_suit(trump) == state.trump:
        return
    sentence = say(
        "%(card)s is turned up, so %(turned)s are trumps, not %(written)s",
        card=CardName(DECK.texts[state.stock[0]]),
        turned=SuitName(state.trump),
        written=SuitName(str(trump)),
    )
    raise IllegalAction("trump", None, "trump_mismatch", sentence, field="trump")


def _read_last_draw(state: State, value: object) -> str:
    """Return what the winner of trick 12 took, the stock where nothing is written.

    Raises IllegalAction where the turned-up card is written in a game without that choice.
    """
    taken = "stock" if value is None else read_last_draw(value)
    if taken != "stock" and state.options.last_draw == "winner_stock":
        raise no_choice(state)
    return taken
