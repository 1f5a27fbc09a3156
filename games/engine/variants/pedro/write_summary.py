"""The summary a scorer would write of a recorded deal."""

from collections.abc import Mapping
from typing import Any

from games.engine.ruleset import Ruleset
from games.engine.variants.pedro.replay import replayed
from games.engine.variants.pedro.steps import result


def summary_of(ruleset: Ruleset, record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the deal in the form of a summary. Raises what replaying the record raises."""
    state = replayed(ruleset, record)
    detail = result(state).detail
    summary = {name: detail[name] for name in ("declarer", "bid", "trump", "points", "cards")}
    return {
        **ruleset.as_json(),
        "dealer": state.dealer,
        "summary": {**summary, "auction": list(state.calls)},
    }
