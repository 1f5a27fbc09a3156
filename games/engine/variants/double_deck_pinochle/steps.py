"""How a deal begins, from values or from a record, and its result when it is over."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.record import read_dealer
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.unfinished import not_over
from games.engine.variants.double_deck_pinochle.deal import (
    SEATS,
    dealt_hands,
    recorded_hands,
)
from games.engine.variants.double_deck_pinochle.meld import raw_melds
from games.engine.variants.double_deck_pinochle.score import FinishedDeal, score_deal
from games.engine.variants.double_deck_pinochle.state import State


def start(ruleset: Ruleset, dealer: int, hands: Sequence[Any]) -> State:
    """Return a deal before its first call."""
    return State(
        ruleset=ruleset,
        options=ruleset.options,
        dealer=dealer,
        hands=dealt_hands(hands),
        turn=(dealer + 1) % SEATS,
    )


def opening(ruleset: Ruleset, record: Mapping[str, Any]) -> State:
    """Return the deal of a record before its first call."""
    dealer = read_dealer(record, SEATS)
    return start(ruleset, dealer, recorded_hands(record, dealer, ruleset.options))


def result(state: State) -> DealResult:
    """Return what the deal scored. Raises IllegalAction while it is not over."""
    if not state.over or state.outcome is None or state.declarer is None:
        raise not_over(state.phase)
    points, tricks = _taken(state)
    melds, has_bid = state.melds, state.has_bid
    return score_deal(
        state.ruleset,
        state.dealer,
        FinishedDeal(
            declarer=state.declarer,
            bid=state.bid,
            outcome=state.outcome,
            melds=raw_melds(melds),
            has_bid=[has_bid[0] or has_bid[2], has_bid[1] or has_bid[3]],
            aces_around=[
                melds[0].has_aces_around or melds[2].has_aces_around,
                melds[1].has_aces_around or melds[3].has_aces_around,
            ],
            points=points,
            tricks=tricks,
            seat_melds=[meld.points for meld in melds],
            trump=state.trump,
        ),
    )


def _taken(state: State) -> tuple[list[int], list[int] | None]:
    """Return points and tricks of the sides; no tricks where nothing was played."""
    play = state.play
    if state.outcome != "played" or play is None:
        return [0, 0], None
    points = [play.points[0] + play.points[2], play.points[1] + play.points[3]]
    points[play.winners[-1] % 2] += state.options.last_trick_points
    first = play.tricks_of((0, 2))
    return points, [first, len(play.winners) - first]
