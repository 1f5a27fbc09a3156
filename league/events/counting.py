"""What an event's scoring means for the rest of the house."""

from collections.abc import Mapping
from typing import Any

# the methods that compare what several tables made of the same prepared deal
COMPARING_DEALS = frozenset({"matchpoints", "cross_imps", "butler", "imps", "board_a_match"})
# points for every deal that was played: whoever plays fewer gets as many as on the others
ADDING_UP_DEALS = frozenset({"deal_points", "board_a_match"})
ADDING_UP = ADDING_UP_DEALS | {"total_points"}
OF_MOST_VP = 0.6  # 12 of 20 victory points for a match that nobody could win


def with_usual_awards(method: Mapping[str, Any]) -> dict[str, Any]:
    """Return the method as an event keeps it, which says what a round without a match is worth.

    Where points are added up it is the entry's own average, of a club's own table of victory points
    60 % of the most; what the method says itself stays, and so do methods that know it.
    """
    name = method.get("name")
    usual: dict[str, Any] = {}
    if name == "total_points":
        usual = {"bye": "own_average"}
    elif name in ADDING_UP_DEALS and "bye" not in method:
        usual = {"uneven_deals": "scale_up"}
    elif name == "victory_points":
        usual = _of_table(method.get("table"))
    return {**method, **{key: value for key, value in usual.items() if method.get(key) is None}}


def _of_table(table: object) -> dict[str, Any]:
    """Return what a bye and a forfeited match are worth by a club's own table of victory points."""
    last = table[-1] if isinstance(table, list) and table else None
    most = last.get("winner") if isinstance(last, dict) else None
    if isinstance(most, bool) or not isinstance(most, (int, float)):
        return {}  # the scale of 20, or a table that is refused where it is read
    worth = round(OF_MOST_VP * most, 2)
    return {"bye": worth, "forfeit": {"win": worth}}
