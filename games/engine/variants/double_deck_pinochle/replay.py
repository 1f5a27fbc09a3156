"""A written record of a deal, from its first card to its last."""

from collections.abc import Mapping
from typing import Any

from games.engine.errors import IllegalAction
from games.engine.record import (
    RECORD_KEYS,
    check_empty,
    check_keys,
    missing_field,
    read_dealer,
    read_flag,
    read_list,
)
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.sentences import SeatName, say
from games.engine.unfinished import cards_missing
from games.engine.variants.double_deck_pinochle.auction import make_calls
from games.engine.variants.double_deck_pinochle.deal import DECK, SEATS, recorded_hands
from games.engine.variants.double_deck_pinochle.exchange import give_cards, givers_due, name_trump
from games.engine.variants.double_deck_pinochle.play import play_texts, throw_in
from games.engine.variants.double_deck_pinochle.state import State
from games.engine.variants.double_deck_pinochle.steps import result, start

KEYS = RECORD_KEYS | {"throw_in", "deck"}


def replay(ruleset: Ruleset, record: Mapping[str, Any]) -> DealResult:
    """Return what the deal scored, or raise at the first thing the rules do not allow."""
    return result(replayed(ruleset, record))


def replayed(ruleset: Ruleset, record: Mapping[str, Any]) -> State:
    """Return the deal as it stands after everything in the record has been done."""
    check_keys(record, KEYS)
    check_empty(record, ("stock", "discards", "events", "melds"))
    dealer = read_dealer(record, SEATS)
    state = start(ruleset, dealer, recorded_hands(record, dealer, ruleset.options))
    make_calls(state, read_list(record, "auction"))
    if state.phase == "auction":
        _refuse_unfinished_auction(state)
    if state.phase == "exchange":
        _exchange(state, record)
        _name_trump(state, record)
    else:
        _name_trump(state, record)
        _exchange(state, record)
    if read_flag(record, "throw_in", phase="throw_in"):
        throw_in(state, True)
    play_texts(state, read_list(record, "play"))
    if not state.over:
        raise cards_missing(len(state.play.played) if state.play else 0, DECK.size)
    return state


def _name_trump(state: State, record: Mapping[str, Any]) -> None:
    if record.get("trump") is None:
        raise missing_field("trump", phase="trump")
    name_trump(state, record["trump"])


def _exchange(state: State, record: Mapping[str, Any]) -> None:
    give_cards(state, read_list(record, "exchange"))
    if state.phase == "exchange":
        sentence = say(
            "the exchange is part of this game: %(seat)s has yet to pass %(count)d cards",
            seat=SeatName(givers_due(state)[0]),
            count=state.options.exchange_count,
        )
        raise IllegalAction("exchange", len(state.gifts), "exchange_missing", sentence)


def _refuse_unfinished_auction(state: State) -> None:
    sentence = say(
        "the auction is not over after %(made)d calls: it is the turn of %(seat)s to call",
        made=len(state.calls),
        seat=SeatName(state.turn),
    )
    raise IllegalAction("auction", len(state.calls), "auction_unfinished", sentence)
