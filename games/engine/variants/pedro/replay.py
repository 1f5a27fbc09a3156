"""A written record of a deal, from its first card to its last."""

from collections.abc import Mapping
from typing import Any

from games.engine.record import (
    RECORD_KEYS,
    check_empty,
    check_keys,
    missing_field,
    read_dealer,
    read_hand_texts,
    read_list,
    required,
)
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.unfinished import calls_missing, cards_missing
from games.engine.variants.pedro.auction import make_calls
from games.engine.variants.pedro.deal import PLAYS, SEATS
from games.engine.variants.pedro.exchange import lay_away, name_trump, read_discards
from games.engine.variants.pedro.state import State
from games.engine.variants.pedro.steps import apply_plays, result, start


def replay(ruleset: Ruleset, record: Mapping[str, Any]) -> DealResult:
    """Return what the deal scored, or raise at the first thing the rules do not allow."""
    return result(replayed(ruleset, record))


def replayed(ruleset: Ruleset, record: Mapping[str, Any]) -> State:
    """Return the deal as it stands after everything in the record has been done."""
    check_keys(record, RECORD_KEYS)
    check_empty(record, ("exchange", "events", "melds"))
    state = start(
        ruleset,
        read_dealer(record, SEATS),
        read_hand_texts(record, SEATS),
        required(record, "stock"),
    )
    make_calls(state, read_list(record, "auction"))
    if state.phase == "auction":
        raise calls_missing(len(state.calls), SEATS)
    _name_trump(state, record)
    _exchange(state, record)
    apply_plays(state, read_list(record, "play"))
    if not state.over:
        raise cards_missing(len(state.play.played) if state.play else 0, PLAYS)
    return state


def _name_trump(state: State, record: Mapping[str, Any]) -> None:
    if record.get("trump") is None:
        raise missing_field("trump", phase="trump")
    name_trump(state, record["trump"])


def _exchange(state: State, record: Mapping[str, Any]) -> None:
    if record.get("discards") is None:
        raise missing_field("discards", phase="discards")
    entries = read_discards(read_list(record, "discards"))
    while state.phase == "discards" and state.pack:
        lay_away(state, state.pack, entries[state.turn])
