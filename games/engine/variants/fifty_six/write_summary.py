"""The summary a scorer would write of a recorded deal."""

from collections.abc import Mapping
from typing import Any

from games.engine.ruleset import Ruleset
from games.engine.variants.fifty_six.replay import replayed
from games.engine.variants.fifty_six.score import MULTIPLIERS
from games.engine.variants.fifty_six.steps import result

NAMES = {multiplier: name for name, multiplier in MULTIPLIERS.items()}


def summary_of(ruleset: Ruleset, record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the deal in the form of a summary. Raises what replaying the record raises."""
    state = replayed(ruleset, record)
    deal = result(state)
    detail = deal.detail
    form = {**ruleset.as_json(), "dealer": state.dealer}
    if deal.redeal:
        return {**form, "summary": {name: detail[name] for name in ("redeal", "redeal_seat")}}
    summary: dict[str, Any] = {}
    if ruleset.options.redeal != "none":
        summary["redeal"] = "none"
    if ruleset.options.all_pass == "deemed_28nt":
        summary["all_pass"] = detail["all_pass"]
    if not detail["all_pass"]:
        summary |= {name: detail[name] for name in ("bid", "trump", "declarer")}
        summary["doubled"] = NAMES[detail["multiplier"]]
    summary |= {"points": detail["points"], "tricks": detail["tricks"], "made": deal.made}
    return {**form, "summary": summary}
