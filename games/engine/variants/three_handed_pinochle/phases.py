"""What happens in a deal, in order: calls, trump, three cards buried, the cards."""

from collections.abc import Mapping
from typing import Any

from games.engine import json_schema as schema
from games.engine.actions import trump_named_already, trump_too_early
from games.engine.cards import SUITS
from games.engine.errors import IllegalAction
from games.engine.phases import giving_up, laid_away_at, phase, single
from games.engine.record import bad_field, missing_field, read_list
from games.engine.single_deck.number_auction import auction_unfinished, legal_calls
from games.engine.unfinished import cards_missing
from games.engine.variants.three_handed_pinochle.deal import CARDS_PLAYED, SEATS
from games.engine.variants.three_handed_pinochle.kitty import (
    bury,
    legal_burials,
    name_trump,
    not_the_declarer,
)
from games.engine.variants.three_handed_pinochle.play import (
    cards_played,
    concede,
    legal_cards,
    may_concede,
    play_texts,
)
from games.engine.variants.three_handed_pinochle.state import State
from games.engine.variants.three_handed_pinochle.steps import call
from games.sentences import say


def _read_calls(state: State, record: Mapping[str, Any]) -> None:
    call(state, read_list(record, "auction"))
    if state.phase == "auction":
        raise auction_unfinished(state.auction)
    if state.over:
        _refuse_more_than_calls(record)


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


def _name_trump(state: State, suit: object) -> None:
    if state.phase == "trump":
        name_trump(state, suit)
    elif state.phase == "auction":
        raise trump_too_early(state.phase)
    elif state.trump is None:
        raise _dealt_again("trump")
    else:
        raise trump_named_already()


def _read_trump(state: State, record: Mapping[str, Any]) -> None:
    if state.over:
        return
    if record.get("trump") is None:
        raise missing_field("trump", phase="trump")
    _name_trump(state, record["trump"])


def _bury(state: State, entry: object) -> None:
    if state.phase == "discards":
        bury(state, entry)
    elif state.phase in ("auction", "trump"):
        sentence = say("no cards can be buried before trump is named")
        raise IllegalAction("discards", None, f"{state.phase}_unfinished", sentence)
    elif state.trump is None:
        raise _dealt_again("discards")
    else:
        sentence = say("the declarer has buried three cards already")
        raise IllegalAction("discards", None, "discard_not_allowed", sentence)


def _read_burial(state: State, record: Mapping[str, Any]) -> None:
    if state.over:
        return
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


def _dealt_again(key: str) -> IllegalAction:
    sentence = say("everybody passed and the cards are dealt again; the deal is over")
    return IllegalAction(key, None, "deal_already_over", sentence)


def check_played_out(state: State) -> None:
    """Refuse a deal that stops before its last card."""
    if not state.over:
        raise cards_missing(cards_played(state), CARDS_PLAYED)


PHASES = (
    # bids come in rising order
    phase(
        "auction",
        schema=schema.list_of({"type": "string", "examples": ["250", "pass"]}),
        legal=lambda state: legal_calls(state.auction) if state.phase == "auction" else (),
        do=call,
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
        "discards",
        schema=schema.one_each(schema.CARDS, SEATS),
        legal=lambda state: legal_burials(state) if state.phase == "discards" else (),
        do=single(_bury),
        read=_read_burial,
        entry_at=laid_away_at,
    ),
    giving_up("concede", may=may_concede, give_up=concede),
    phase(
        "play",
        schema=schema.list_of(schema.CARDS, most=CARDS_PLAYED),
        legal=lambda state: legal_cards(state) if state.phase == "play" else (),
        do=play_texts,
    ),
)
