"""The summary a scorer would write of a deal that was played."""

from typing import Any

from games.engine.result import DealResult
from games.engine.variants.three_handed_pinochle.state import State


def write_summary(state: State, result: DealResult) -> dict[str, Any]:
    """Return the fields of `summary` of a deal that is over."""
    if state.ending is None:
        summary: dict[str, Any] = {"outcome": "redeal"}
    else:
        detail = result.detail
        summary = {
            "outcome": state.ending,
            "declarer": detail["declarer"],
            "bid": detail["bid"],
            "trump": detail["trump"],
            "melds": detail["melds"],
            "dix_only": list(state.dix_only),
            "buried_points": detail["buried_points"],
        }
        if state.ending == "played":
            summary |= {name: detail[name] for name in ("points", "tricks", "last_trick")}
    return summary
