"""How a deal begins, from values or from a record, and its result when it is over."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.cards import read_stock
from games.engine.record import read_dealer, read_hand_texts
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.unfinished import not_over
from games.engine.variants.pitch.deal import DECK, dealt_hands
from games.engine.variants.pitch.four_points import count_awards, game_points
from games.engine.variants.pitch.score import PlayedDeal, passed_out, score_deal
from games.engine.variants.pitch.scores_before import read_scores_before
from games.engine.variants.pitch.state import State


def start(
    ruleset: Ruleset,
    dealer: int,
    hands: Sequence[Any],
    scores_before: Sequence[int] | None = None,
) -> State:
    """Return a deal before its first call. `scores_before`, by side, are zeros when left out."""
    return State(
        ruleset=ruleset,
        options=ruleset.options,
        players=ruleset.players,
        dealer=dealer,
        scores_before=tuple(scores_before or (0,) * ruleset.sides),
        dealt=dealt_hands(hands),
        turn=(dealer + 1) % ruleset.players,
    )


def opening(ruleset: Ruleset, record: Mapping[str, Any]) -> State:
    """Return the deal of a record before its first call."""
    state = start(
        ruleset,
        read_dealer(record, ruleset.players),
        read_hand_texts(record, ruleset.players),
        read_scores_before(ruleset, record.get("scores_before")),
    )
    if record.get("stock"):
        read_stock(DECK, record["stock"], state.dealt)
    return state


def result(state: State) -> DealResult:
    """Return what the deal scored. Raises IllegalAction while it is not over."""
    if not state.over:
        raise not_over(state.phase)
    if state.declarer is None or state.play is None or state.bid is None:
        return passed_out(state.ruleset, state.dealer)
    tricks = [0] * state.ruleset.sides
    for seat in state.play.winners:
        tricks[state.ruleset.side_of(seat)] += 1
    return score_deal(
        state.ruleset,
        state.dealer,
        PlayedDeal(
            declarer=state.declarer,
            bid=state.bid,
            awards=count_awards(
                state.ruleset, state.play, state.dealt, state.ruleset.side_of(state.declarer)
            ),
            trump=state.trump,
            tricks=tricks,
            game_points=game_points(state.ruleset, state.play),
            scores_before=state.scores_before,
        ),
    )
