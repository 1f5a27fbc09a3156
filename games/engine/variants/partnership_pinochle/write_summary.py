"""The summary a scorer would write of a deal that was played."""

from typing import Any

from games.engine.result import DealResult
from games.engine.variants.partnership_pinochle.state import State


def write_summary(state: State, result: DealResult) -> dict[str, Any]:
    """Return the fields of `summary` of a deal that is over."""
    summary: dict[str, Any] = {"outcome": state.ending or "redeal"}
    if state.ending is not None:
        detail = result.detail
        names = ("declarer", "bid", "trump", "melds", "seat_melds")
        summary |= {name: detail[name] for name in names}
        summary["dix_only"] = state.dix_only
        if state.ending == "played":
            summary |= {name: detail[name] for name in ("points", "tricks", "last_trick")}
    return summary
