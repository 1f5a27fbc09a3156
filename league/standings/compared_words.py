"""What the deals of a table are worth beside the other tables, as pages show it."""

from typing import Any

from games import services as games
from league.results.deal_words import Names
from league.rounds.models import Table
from league.standings.deal_comparison import comparisons_at


def compared_at(table: Table, names: Names) -> dict[str, Any] | None:
    """Return what `components/compared_deals.html` takes; None where nothing is compared."""
    found = comparisons_at(table)
    if not found:
        return None
    return {
        "sides": names.sides,
        "rows": [
            {
                "deal": one.deal,
                "scores": one.scores or (),
                "in_percent": one.in_percent,
                "why": games.whole_sentence(games.in_words(one.why)),
            }
            for one in found
        ],
    }
