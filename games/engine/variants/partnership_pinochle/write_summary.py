"""The summary a scorer would write of a recorded deal."""

from collections.abc import Mapping
from typing import Any

from games.engine.ruleset import Ruleset
from games.engine.variants.partnership_pinochle.replay import replayed
from games.engine.variants.partnership_pinochle.steps import result


def summary_of(ruleset: Ruleset, record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the deal in the form of a summary. Raises what replaying the record raises."""
    state = replayed(ruleset, record)
    summary: dict[str, Any] = {"outcome": state.ending or "redeal"}
    if state.ending is not None:
        detail = result(state).detail
        names = ("declarer", "bid", "trump", "melds", "seat_melds")
        summary |= {name: detail[name] for name in names}
        summary["dix_only"] = state.dix_only
        if state.ending == "played":
            summary |= {name: detail[name] for name in ("points", "tricks", "last_trick")}
    return {**ruleset.as_json(), "dealer": state.dealer, "summary": summary}
