"""What happens in a deal, in order: calls, trump, the exchange where it is played, the cards.

By one option partners exchange before trump is named; the phase that is due is then read first.
"""

from collections.abc import Mapping
from typing import Any

from games.engine import json_schema as schema
from games.engine.cards import SUITS
from games.engine.phases import giving_up, phase, single, written_at
from games.engine.record import missing_field, read_list
from games.engine.single_deck.deck import DECK
from games.engine.single_deck.number_auction import auction_unfinished, legal_calls
from games.engine.single_deck.play import legal_cards, play_unfinished
from games.engine.variants.partnership_pinochle.deal import SEATS
from games.engine.variants.partnership_pinochle.exchange import (
    give_cards,
    legal_gifts,
    pass_no_cards,
)
from games.engine.variants.partnership_pinochle.state import State
from games.engine.variants.partnership_pinochle.steps import call, concede, may_concede, play_cards
from games.engine.variants.partnership_pinochle.trump import name_trump


def _read_calls(state: State, record: Mapping[str, Any]) -> None:
    call(state, read_list(record, "auction"))
    if state.phase == "auction":
        raise auction_unfinished(state.auction)


def _read_trump(state: State, record: Mapping[str, Any]) -> None:
    """Read trump; a deal that everybody passed has none, every other one has."""
    if record.get("trump") is not None:
        name_trump(state, record["trump"])
    elif not state.over:
        raise missing_field("trump", phase="trump")


def _read_gifts(state: State, record: Mapping[str, Any]) -> None:
    give_cards(state, read_list(record, "exchange"))
    if state.phase == "exchange":
        pass_no_cards(state)


def _gift_at(state: State, record: Mapping[str, Any], place: int) -> Any:
    """Return the next gift of the record, or one of no cards where the record has no more."""
    return written_at(record, "exchange", place) or next(legal_gifts(state))


def check_played_out(state: State) -> None:
    """Refuse a deal that stops before its last card."""
    if state.play is not None and not state.over:
        raise play_unfinished(len(state.play.played), DECK.size)


PHASES = (
    # bids come in rising order
    phase(
        "auction",
        schema=schema.list_of({"type": "string", "examples": ["250", "pass", "pass help"]}),
        legal=lambda state: legal_calls(state.auction) if state.phase == "auction" else (),
        do=call,
        read=_read_calls,
    ),
    phase(
        "trump",
        schema=schema.SUIT,
        legal=lambda state: SUITS if state.phase == "trump" else (),
        do=single(name_trump),
        read=_read_trump,
    ),
    phase(
        "exchange",
        schema=schema.gifts(SEATS, 2),
        legal=lambda state: legal_gifts(state) if state.phase == "exchange" else (),
        do=give_cards,
        read=_read_gifts,
        entry_at=_gift_at,
    ),
    giving_up("concede", may=may_concede, give_up=concede),
    phase(
        "play",
        schema=schema.list_of(schema.CARDS, most=DECK.size),
        legal=lambda state: legal_cards(state.play) if state.phase == "play" else (),
        do=play_cards,
    ),
)
