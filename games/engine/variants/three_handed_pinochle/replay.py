"""A written record of a deal, from its first card to its last."""

from collections.abc import Mapping
from typing import Any

from games.engine.errors import IllegalAction
from games.engine.record import (
    RECORD_KEYS,
    bad_field,
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
from games.engine.sentences import say
from games.engine.single_deck.number_auction import auction_unfinished
from games.engine.unfinished import cards_missing
from games.engine.variants.three_handed_pinochle.deal import CARDS_PLAYED, SEATS
from games.engine.variants.three_handed_pinochle.kitty import bury, name_trump, not_the_declarer
from games.engine.variants.three_handed_pinochle.play import cards_played, concede, play_texts
from games.engine.variants.three_handed_pinochle.state import State
from games.engine.variants.three_handed_pinochle.steps import call, result, start

KEYS = RECORD_KEYS | {"concede"}


def replay(ruleset: Ruleset, record: Mapping[str, Any]) -> DealResult:
    """Return what the deal scored, or raise at the first thing the rules do not allow."""
    return result(replayed(ruleset, record))


def replayed(ruleset: Ruleset, record: Mapping[str, Any]) -> State:
    """Return the deal as it stands after everything in the record has been done."""
    check_keys(record, KEYS)
    check_empty(record, ("exchange", "events", "melds"))
    if record.get("stock") is None:
        raise missing_field("stock", phase="stock")
    state = start(
        ruleset,
        read_dealer(record, SEATS),
        read_hand_texts(record, SEATS),
        record["stock"],
    )
    call(state, read_list(record, "auction"))
    if state.phase == "auction":
        raise auction_unfinished(state.auction)
    if state.over:
        _refuse_more_than_calls(record)
    else:
        if record.get("trump") is None:
            raise missing_field("trump", phase="trump")
        name_trump(state, record["trump"])
        _bury(state, record)
    if read_flag(record, "concede", phase="concede"):
        concede(state, True)
    play_texts(state, read_list(record, "play"))
    if not state.over:
        raise cards_missing(cards_played(state), CARDS_PLAYED)
    return state


def _bury(state: State, record: Mapping[str, Any]) -> None:
    texts = read_list(record, "discards")
    if not texts:
        raise missing_field("discards", phase="discards")
    if len(texts) != SEATS or not all(isinstance(text, str) for text in texts):
        sentence = say('"discards" must have one text for each of the %(count)d seats', count=SEATS)
        raise bad_field("discards", sentence, phase="discards")
    for seat, text in enumerate(texts):
        if text and seat != state.turn:
            raise not_the_declarer(state, seat)
    bury(state, {"seat": state.turn, "cards": texts[state.turn]})


def _refuse_more_than_calls(record: Mapping[str, Any]) -> None:
    """After three passes the deal is over: nothing is named, buried or conceded."""
    for name in ("trump", "discards", "concede"):
        entries = record.get(name)
        if any(entries) if isinstance(entries, (list, tuple)) else entries:
            sentence = say(
                'everybody passed and the cards are dealt again, so there is no "%(name)s"',
                name=name,
            )
            raise IllegalAction(name, None, "deal_already_over", sentence)
