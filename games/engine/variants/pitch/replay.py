"""A written record of a deal, from its first card to its last."""

from collections.abc import Mapping
from typing import Any

from games.engine.cards import read_stock
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
from games.engine.unfinished import calls_missing, cards_missing
from games.engine.variants.pitch.auction import make_calls
from games.engine.variants.pitch.deal import DECK, HAND_SIZE
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
        read_stock(DECK, record["stock"], state.dealt)
    make_calls(state, read_list(record, "auction"))
    if state.phase == "auction":
        raise calls_missing(len(state.calls), state.players)
    play_texts(state, read_list(record, "play"))
    if not state.over:
        played = len(state.play.played) if state.play else 0
        raise cards_missing(played, HAND_SIZE * state.players)
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
