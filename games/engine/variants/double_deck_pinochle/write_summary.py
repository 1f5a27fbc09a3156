"""The summary a scorer would write of a deal that was played."""

from collections.abc import Mapping
from typing import Any

from games.engine.result import DealResult
from games.engine.variants.double_deck_pinochle.deal import SIDES
from games.engine.variants.double_deck_pinochle.state import State


def write_summary(state: State, result: DealResult) -> dict[str, Any]:
    """Return the fields of `summary` of a deal that is over."""
    detail = result.detail
    declarer = state.declarer or 0
    summary = {
        "declarer": declarer,
        "bid": state.bid,
        "all_passed": state.calls_made[declarer] == 1
        and sum(map(bool, state.has_bid)) == 1
        and declarer == state.dealer
        and state.bid == state.options.opening_min,
        "trump": state.trump,
        "melds": detail["melds"],
        "seat_melds": detail["seat_melds"],
        "outcome": state.outcome,
        "side_bid": _by_side(state.has_bid),
        "royal_marriage": state.melds[declarer].has_royal_marriage,
        "aces_around": _by_side([meld.has_aces_around for meld in state.melds]),
    }
    if state.outcome == "played":
        summary |= _play_of(state, detail)
    return summary


def _play_of(state: State, detail: Mapping[str, Any]) -> dict[str, Any]:
    winners = state.play.winners if state.play else []
    return {
        "points": detail["points"],
        "tricks": detail["tricks"],
        "last_trick": winners[-1] % SIDES,
    }


def _by_side(seats: list[bool]) -> list[bool]:
    return [seats[0] or seats[2], seats[1] or seats[3]]
