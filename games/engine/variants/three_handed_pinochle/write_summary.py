"""The summary a scorer would write of a recorded deal."""

from collections.abc import Mapping
from typing import Any

from games.engine.ruleset import Ruleset
from games.engine.variants.three_handed_pinochle.replay import replayed
from games.engine.variants.three_handed_pinochle.steps import result


def summary_of(ruleset: Ruleset, record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the deal in the form of a summary. Raises what replaying the record raises."""
    state = replayed(ruleset, record)
    if state.ending is None:
        summary: dict[str, Any] = {"outcome": "redeal"}
    else:
        detail = result(state).detail
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
    return {**ruleset.as_json(), "dealer": state.dealer, "summary": summary}
