"""The summary a scorer would write of a deal that was played."""

from typing import Any

from games.engine.result import DealResult
from games.engine.variants.pedro.state import State


def write_summary(state: State, result: DealResult) -> dict[str, Any]:
    """Return the fields of `summary` of a deal that is over."""
    detail = result.detail
    summary = {name: detail[name] for name in ("declarer", "bid", "trump", "points", "cards")}
    return {**summary, "auction": list(state.calls)}
