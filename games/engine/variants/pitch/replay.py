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
)
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.sentences import SuitName, say
from games.engine.summaries import read_suit
from games.engine.variants.pitch.auction import make_calls
from games.engine.variants.pitch.deal import HAND_SIZE, check_stock
from games.engine.variants.pitch.play import play_texts
from games.engine.variants.pitch.scores_before import read_scores_before
from games.engine.variants.pitch.state import State
from games.engine.variants.pitch.steps import result, start

KEYS = RECORD_KEYS | {"scores_before"}


def replay(ruleset: Ruleset, record: Mapping[str, Any]) -> DealResult:
    """Return what the deal scored, or raise at the first thing the rules do not allow."""
    return result(replayed(ruleset, record))


def replayed(ruleset: Ruleset, record: Mapping[str, Any]) -> State:
    """Return the deal as it stands after everything in the record has been done."""
    check_keys(record, KEYS)
    check_empty(record, ("exchange", "discards", "events", "melds"))
    state = start(
        ruleset,
        read_dealer(record, ruleset.players),
        read_hand_texts(record, ruleset.players),
        read_scores_before(ruleset, record.get("scores_before")),
    )
    if record.get("stock"):
        check_stock(record["stock"], state.dealt)
    make_calls(state, read_list(record, "auction"))
    if state.phase == "auction":
        _refuse_unfinished_auction(state)
    play_texts(state, read_list(record, "play"))
    if not state.over:
        _refuse_unfinished_play(state)
    _check_trump(state, record.get("trump"))
    return state


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


def _refuse_unfinished_auction(state: State) -> None:
    sentence = say(
        "everybody calls once: %(made)d of %(players)d calls are there",
        made=len(state.calls),
        players=state.players,
    )
    raise IllegalAction("auction", len(state.calls), "auction_unfinished", sentence)


def _refuse_unfinished_play(state: State) -> None:
    played = len(state.play.played) if state.play else 0
    sentence = say(
        "%(played)d cards have been played; the deal has %(due)d",
        played=played,
        due=HAND_SIZE * state.players,
    )
    raise IllegalAction("play", played, "play_unfinished", sentence)
