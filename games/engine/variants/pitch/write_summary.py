"""The summary a scorer would write of a recorded deal."""

from collections.abc import Mapping
from typing import Any

from games.engine.ruleset import Ruleset
from games.engine.variants.pitch.replay import replayed
from games.engine.variants.pitch.steps import result


def summary_of(ruleset: Ruleset, record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the deal in the form of a summary. Raises what replaying the record raises."""
    state = replayed(ruleset, record)
    detail = result(state).detail
    form = {**ruleset.as_json(), "dealer": state.dealer}
    if record.get("scores_before") is not None:
        form["scores_before"] = list(state.scores_before)
    if state.passed_out:
        return {**form, "summary": {"passed_out": True}}
    names = ("declarer", "bid", "trump", "awards", "tricks", "game_points")
    return {**form, "summary": {name: detail[name] for name in names}}
