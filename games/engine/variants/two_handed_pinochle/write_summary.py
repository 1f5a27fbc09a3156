"""The summary a scorer would write of a recorded deal."""

from collections.abc import Mapping
from typing import Any

from games.engine.ruleset import Ruleset
from games.engine.variants.two_handed_pinochle.replay import replayed
from games.engine.variants.two_handed_pinochle.steps import result


def summary_of(ruleset: Ruleset, record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the deal in the form of a summary. Raises what replaying the record raises."""
    state = replayed(ruleset, record)
    detail = result(state).detail
    names = ("trump", "turned_dix", "melds", "points", "last_trick", "tricks")
    summary = {name: detail[name] for name in names}
    return {**ruleset.as_json(), "dealer": state.dealer, "summary": summary}
