"""What happens in a deal, in order: one call each, then the cards; the first names trump."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import json_schema as schema
from games.engine.errors import IllegalAction
from games.engine.phases import phase
from games.engine.record import read_list
from games.engine.summaries import read_suit
from games.engine.unfinished import calls_missing, cards_missing
from games.engine.variants.pitch.auction import CALLS, legal_calls, make_calls
from games.engine.variants.pitch.deal import HAND_SIZE, PLAYERS
from games.engine.variants.pitch.play import legal_cards, play_texts
from games.engine.variants.pitch.state import State
from games.sentences import SuitName, say


def _read_calls(state: State, record: Mapping[str, Any]) -> None:
    make_calls(state, read_list(record, "auction"))
    if state.phase == "auction":
        raise calls_missing(len(state.calls), state.players)


def _play(state: State, cards: Sequence[Any]) -> None:
    if cards and state.phase == "auction":
        sentence = say("the auction is not over, so no card can be played yet")
        raise IllegalAction("play", 0, "auction_unfinished", sentence)
    play_texts(state, cards)


def _read_play(state: State, record: Mapping[str, Any]) -> None:
    _play(state, read_list(record, "play"))
    if state.over:
        _check_trump(state, record.get("trump"))


def _check_trump(state: State, written: object) -> None:
    """Trump is not announced; a record may name it, and must then name the suit pitched."""
    if written is None or state.passed_out:
        return
    if read_suit(written) != state.trump:
        sentence = say(
            "the first card led is of %(pitched)s, so trump cannot be %(written)s",
            pitched=SuitName(state.trump or ""),
            written=SuitName(str(written)),
        )
        raise IllegalAction("trump", None, "trump_mismatch", sentence, field="trump")


def check_played_out(state: State) -> None:
    """Refuse a deal that stops before its last card."""
    if not state.over:
        played = len(state.play.played) if state.play else 0
        raise cards_missing(played, HAND_SIZE * state.players)


PHASES = (
    phase(
        "auction",
        schema=CALLS,
        legal=lambda state: legal_calls(state) if state.phase == "auction" else (),
        do=make_calls,
        read=_read_calls,
    ),
    phase(
        "play",
        schema=schema.list_of(schema.CARDS, most=PLAYERS[1] * HAND_SIZE),
        legal=lambda state: legal_cards(state) if state.phase == "play" else (),
        do=_play,
        read=_read_play,
    ),
)
