"""What happens in a deal, in order: one call each, trump, the exchange seat by seat, the cards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.engine import json_schema as schema
from games.engine.actions import trump_named_already, trump_too_early
from games.engine.cards import SUITS
from games.engine.errors import IllegalAction, Refusal
from games.engine.phases import laid_away_at, phase, single
from games.engine.record import (
    as_object,
    check_keys,
    missing_field,
    read_list,
    read_seat,
    required,
)
from games.engine.unfinished import calls_missing, cards_missing
from games.engine.variants.pedro.auction import CALLS, legal_calls, make_calls
from games.engine.variants.pedro.deal import PLAYS, SEATS
from games.engine.variants.pedro.exchange import (
    lay_away,
    legal_discards,
    name_trump,
    read_discards,
)
from games.engine.variants.pedro.play import legal_plays, play_texts
from games.engine.variants.pedro.state import State
from games.sentences import SeatName, say

DISCARD_KEYS = frozenset({"seat", "cards"})


def _read_calls(state: State, record: Mapping[str, Any]) -> None:
    make_calls(state, read_list(record, "auction"))
    if state.phase == "auction":
        raise calls_missing(len(state.calls), SEATS)


def _name_trump(state: State, suit: object) -> None:
    if state.phase != "trump":
        raise trump_too_early(state.phase) if state.phase == "auction" else trump_named_already()
    name_trump(state, suit)


def _read_trump(state: State, record: Mapping[str, Any]) -> None:
    if record.get("trump") is None:
        raise missing_field("trump", phase="trump")
    _name_trump(state, record["trump"])


def _legal_discards(state: State) -> Iterator[dict[str, Any]]:
    """Give sets of cards that may be laid away, each in one order; `do` takes them in any."""
    if state.phase == "discards" and state.pack:
        for cards in legal_discards(state, state.pack):
            yield {"seat": state.turn, "cards": cards}


def _lay_away(state: State, value: object) -> None:
    """Lay away what the seat in turn says: {"seat": its number, "cards": a text}."""
    if state.phase in ("auction", "trump"):
        sentence = say("no cards can be laid away before trump is named")
        raise IllegalAction("discards", 0, f"{state.phase}_unfinished", sentence)
    if state.phase != "discards" or state.pack is None:
        sentence = say("all four players have laid their cards away; no more may go")
        raise IllegalAction("discards", SEATS, "discard_not_allowed", sentence)
    try:
        entry = as_object(value, name="discards")
        check_keys(entry, DISCARD_KEYS)
        seat = read_seat(required(entry, "seat"), SEATS, name="seat")
        cards = required(entry, "cards")
    except Refusal as refusal:
        refusal.phase, refusal.index = "discards", state.turn
        raise
    if seat != state.turn:
        sentence = say(
            "%(written)s lays cards away, but it is the turn of %(turn)s",
            written=SeatName(seat),
            turn=SeatName(state.turn),
        )
        raise IllegalAction("discards", seat, "out_of_turn", sentence)
    lay_away(state, state.pack, cards)


def _read_discards(state: State, record: Mapping[str, Any]) -> None:
    if record.get("discards") is None:
        raise missing_field("discards", phase="discards")
    entries = read_discards(read_list(record, "discards"))
    while state.phase == "discards" and state.pack:
        lay_away(state, state.pack, entries[state.turn])


def _legal_plays(state: State) -> Iterator[str]:
    """Give cards and piles, the cards under another in one order; `do` takes them in any."""
    if state.phase == "play" and state.play and state.pack:
        yield from legal_plays(state, state.play, state.pack)


def _play(state: State, entries: Sequence[Any]) -> None:
    if not entries:
        return
    if state.play is None or state.pack is None:
        sentence = say("no card can be played before the exchange")
        raise IllegalAction("play", 0, f"{state.phase}_unfinished", sentence)
    play_texts(state, state.play, state.pack, entries)


def check_played_out(state: State) -> None:
    """Refuse a deal that stops before its last card."""
    if not state.over:
        raise cards_missing(len(state.play.played) if state.play else 0, PLAYS)


_PILE = {"type": "string", "examples": ["AS", "KH+6H+7H"]}

PHASES = (
    phase(
        "auction",
        schema=CALLS,
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
        "discards",
        schema=schema.one_each(schema.CARDS, SEATS),
        legal=_legal_discards,
        do=single(_lay_away),
        read=_read_discards,
        entry_at=laid_away_at,
    ),
    phase(
        "play",
        schema=schema.one_each(_PILE, PLAYS),
        legal=_legal_plays,
        do=_play,
    ),
)
