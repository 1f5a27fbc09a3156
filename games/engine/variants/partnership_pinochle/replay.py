"""A written record of a deal, from its first card to its last."""

from collections.abc import Mapping
from typing import Any

from games.engine.record import (
    RECORD_KEYS,
    check_empty,
    check_keys,
    missing_field,
    read_dealer,
    read_flag,
    read_hand_texts,
    read_list,
)
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.single_deck.deck import DECK
from games.engine.single_deck.number_auction import auction_unfinished
from games.engine.single_deck.play import play_unfinished
from games.engine.variants.partnership_pinochle.deal import SEATS
from games.engine.variants.partnership_pinochle.exchange import give_cards, pass_no_cards
from games.engine.variants.partnership_pinochle.state import State
from games.engine.variants.partnership_pinochle.steps import (
    call,
    concede,
    play_cards,
    result,
    start,
)
from games.engine.variants.partnership_pinochle.trump import name_trump

KEYS = RECORD_KEYS | {"concede"}


def replay(ruleset: Ruleset, record: Mapping[str, Any]) -> DealResult:
    """Return what the deal scored, or raise at the first thing the rules do not allow."""
    return result(replayed(ruleset, record))


def replayed(ruleset: Ruleset, record: Mapping[str, Any]) -> State:
    """Return the deal as it stands after everything in the record has been done."""
    check_keys(record, KEYS)
    check_empty(record, ("stock", "discards", "events", "melds"))
    state = start(ruleset, read_dealer(record, SEATS), read_hand_texts(record, SEATS))
    call(state, read_list(record, "auction"))
    if state.phase == "auction":
        raise auction_unfinished(state.auction)
    if state.phase == "exchange":
        _exchange(state, record)
        _name_trump(state, record)
    else:
        _name_trump(state, record)
        _exchange(state, record)
    if read_flag(record, "concede", phase="concede"):
        concede(state, True)
    play_cards(state, read_list(record, "play"))
    if state.play is not None and not state.over:
        raise play_unfinished(len(state.play.played), DECK.size)
    return state


def _name_trump(state: State, record: Mapping[str, Any]) -> None:
    """A deal that everybody passed has no trump; every other one has."""
    if record.get("trump") is not None:
        name_trump(state, record["trump"])
    elif not state.over:
        raise missing_field("trump", phase="trump")


def _exchange(state: State, record: Mapping[str, Any]) -> None:
    give_cards(state, read_list(record, "exchange"))
    if state.phase == "exchange":
        pass_no_cards(state)
