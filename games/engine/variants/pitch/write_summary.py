"""The summary a scorer would write of a deal that was played."""

from typing import Any

from games.engine.result import DealResult
from games.engine.variants.pitch.state import State


def write_summary(state: State, result: DealResult) -> dict[str, Any]:
    """Return the fields of `summary` of a deal that is over."""
    detail = result.detail
    if state.passed_out:
        return {"passed_out": True}
    names = ("declarer", "bid", "trump", "awards", "tricks", "game_points")
    return {name: detail[name] for name in names}
