"""Places at the end of events: the best one, and what stands on top of a page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from league.faces.public.events.outcomes import PODIUM
from league.tables.statistics.selectors import Statistics

# of a player; a page reads no more
MOST_EVENTS = 100


@dataclass(frozen=True, slots=True)
class Placing:
    """A place at the end of an event: `rank` among `entries`, at an address."""

    rank: int
    entries: int
    event: str
    url: str

    @property
    def worth(self) -> tuple[int, int]:
        """What sorts the best one first: the place, then how many were behind."""
        return (self.rank, -self.entries)


def best_of(placings: Sequence[Placing]) -> Placing | None:
    """Return the best place among the most entries, the newest of several."""
    return min(placings, key=lambda placing: placing.worth, default=None)


def placings_in(rows: Sequence[dict[str, Any]]) -> list[Placing]:
    """Return the final places among the events of a page."""
    return [row["placing"] for row in rows if row["placing"]]


def headline(games: Sequence[Statistics], rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return what stands on top of a page: what counts over all games and events."""
    ranks = [placing.rank for placing in placings_in(rows)]
    bids = sum(sums.side_bids for sums in games)
    made = bids - sum(sums.side_sets for sums in games)
    return {
        "events": len(rows),
        "is_cut": len(rows) >= MOST_EVENTS,
        "won": ranks.count(1),
        "podium": sum(rank <= PODIUM for rank in ranks),
        "tables": sum(sums.tables for sums in games),
        "deals": sum(sums.deals for sums in games),
        "contracts": bids,
        "made": made,
        "made_percent": round(100 * made / bids) if bids else None,
    }
