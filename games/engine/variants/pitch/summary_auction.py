"""The auction a scorer may add to a summary: it must be legal and lead to the same bid."""

from collections.abc import Sequence
from typing import Any

from games.engine.ruleset import Ruleset
from games.engine.summaries import impossible
from games.engine.unfinished import calls_missing
from games.engine.variants.pitch.auction import make_calls, opening
from games.sentences import say


def check_auction(
    ruleset: Ruleset,
    dealer: int,
    calls: Sequence[Any] | None,
    scores_before: Sequence[int],
    agreed: tuple[int, str] | None,
) -> None:
    """Refuse calls that are not legal, or arrive at another pitcher and bid than agreed."""
    if calls is None:
        return
    state = opening(ruleset, dealer, scores_before)
    make_calls(state, calls)
    if state.phase == "auction":
        raise calls_missing(len(state.calls), ruleset.players, phase="summary")
    reached = None if state.declarer is None else (state.declarer, state.bid)
    if reached != agreed:
        sentence = say("the calls lead to another pitcher or bid than the one written down")
        impossible("auction_mismatch", sentence, "auction")
