"""The summary a scorer would write of a deal that was played."""

from typing import Any

from games.engine.result import DealResult
from games.engine.variants.fifty_six.score import MULTIPLIERS
from games.engine.variants.fifty_six.state import State

NAMES = {multiplier: name for name, multiplier in MULTIPLIERS.items()}


def write_summary(state: State, result: DealResult) -> dict[str, Any]:
    """Return the fields of `summary` of a deal that is over."""
    detail = result.detail
    if result.redeal:
        return {name: detail[name] for name in ("redeal", "redeal_seat")}
    summary: dict[str, Any] = {}
    if state.options.redeal != "none":
        summary["redeal"] = "none"
    if state.options.all_pass == "deemed_28nt":
        summary["all_pass"] = detail["all_pass"]
    if not detail["all_pass"]:
        summary |= {name: detail[name] for name in ("bid", "trump", "declarer")}
        summary["doubled"] = NAMES[detail["multiplier"]]
    summary |= {"points": detail["points"], "tricks": detail["tricks"], "made": result.made}
    return summary
