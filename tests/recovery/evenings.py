"""Evenings as `make drill` plays them, and what the database has of one."""

from deploy.workshop.drill.pairs_evening import Evening, make_evening, score_of, summary, typed
from league.play.results.models import TableResult

__all__ = ["Evening", "make_evening", "score_of", "summary", "totals_of", "typed"]


def totals_of(evening: Evening) -> dict[int, list[int]]:
    """Return the stored totals by table number."""
    rows = TableResult.objects.filter(round=evening.round)
    return dict(rows.values_list("table__number", "totals"))
