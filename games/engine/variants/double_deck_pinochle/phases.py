"""What happens in a deal, in order: calls, trump, the exchange where it is played, the cards.

By one option partners exchange before trump is named; the phase that is due is then read first.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from games.engine import json_schema as schema
from games.engine.actions import trump_named_already, trump_too_early
from games.engine.cards import SUITS, cards_in, write_cards
from games.engine.errors import IllegalAction
from games.engine.phases import giving_up, phase, single
from games.engine.record import missing_field, read_list
from games.engine.unfinished import cards_missing
from games.engine.variants.double_deck_pinochle.auction import legal_calls, make_calls
from games.engine.variants.double_deck_pinochle.deal import DECK, SEATS
from games.engine.variants.double_deck_pinochle.exchange import (
    give_cards,
    givers_due,
    name_trump,
    partner_of,
)
from games.engine.variants.double_deck_pinochle.play import (
    legal_cards,
    may_throw_in,
    play_texts,
    throw_in,
)
from games.engine.variants.double_deck_pinochle.state import State
from games.sentences import SeatName, say


def _read_calls(state: State, record: Mapping[str, Any]) -> None:
    make_calls(state, read_list(record, "auction"))
    if state.phase == "auction":
        sentence = say(
            "the auction is not over after %(made)d calls: it is the turn of %(seat)s to call",
            made=len(state.calls),
            seat=SeatName(state.turn),
        )
        raise IllegalAction("auction", len(state.calls), "auction_unfinished", sentence)


def _name_trump(state: State, suit: object) -> None:
    if state.phase == "trump":
        name_trump(state, suit)
        return
    unfinished = state.phase in ("auction", "exchange") and state.trump is None
    raise trump_too_early(state.phase) if unfinished else trump_named_already()


def _read_trump(state: State, record: Mapping[str, Any]) -> None:
    if record.get("trump") is None:
        raise missing_field("trump", phase="trump")
    _name_trump(state, record["trump"])


def _legal_gifts(state: State) -> Iterator[dict[str, Any]]:
    """Give the gifts of the seat asked next; where several give at once, others may come first."""
    if state.phase != "exchange":
        return
    giver = givers_due(state)[0]
    held = cards_in(state.hands[giver])
    for cards in sorted(set(combinations(held, state.options.exchange_count))):
        yield {"from": giver, "to": partner_of(giver), "cards": write_cards(DECK, cards)}


def _read_gifts(state: State, record: Mapping[str, Any]) -> None:
    give_cards(state, read_list(record, "exchange"))
    if state.phase == "exchange":
        sentence = say(
            "the exchange is part of this game: %(seat)s has yet to pass %(count)d cards",
            seat=SeatName(givers_due(state)[0]),
            count=state.options.exchange_count,
        )
        raise IllegalAction("exchange", len(state.gifts), "exchange_missing", sentence)


def check_played_out(state: State) -> None:
    """Refuse a deal that stops before its last card."""
    if not state.over:
        raise cards_missing(len(state.play.played) if state.play else 0, DECK.size)


PHASES = (
    # bids come in rising order up to 9999
    phase(
        "auction",
        schema=schema.list_of({"type": "string", "examples": ["55", "pass", "2:50"]}),
        legal=lambda state: legal_calls(state) if state.phase == "auction" else (),
        do=make_calls,
        read=_read_calls,
    ),
    phase(
        "trump",
        schema=schema.SUIT,
        legal=lambda state: SUITS if state.phase == "trump" else (),
        do=single(_name_trump),
        read=_read_trump,
    ),
    phase(
        "exchange",
        schema=schema.gifts(SEATS, 4),
        legal=_legal_gifts,
        do=give_cards,
        read=_read_gifts,
    ),
    giving_up("throw_in", may=may_throw_in, give_up=throw_in),
    phase(
        "play",
        schema=schema.list_of(schema.CARDS, most=DECK.size),
        legal=lambda state: legal_cards(state) if state.phase == "play" else (),
        do=play_texts,
    ),
)
