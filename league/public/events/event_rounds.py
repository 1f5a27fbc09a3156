"""The rounds of an event as its page lists them, with how far each is."""

from typing import Any

from django.db.models import Count, Q

from league.events.models import Event
from league.results.models import TableState
from league.rounds.selectors import shown_rounds


def event_rounds(event: Event) -> dict[str, Any]:
    """Return what `public/_event_rounds.html` needs; one query."""
    rounds = shown_rounds(event).annotate(
        all_tables=Count("tables", distinct=True),
        confirmed=Count(
            "tables", filter=Q(tables__result__state=TableState.CONFIRMED), distinct=True
        ),
    )
    rows: list[dict[str, Any]] = [
        {"round": round, "total": round.all_tables, "done": round.confirmed} for round in rounds
    ]
    return {
        "event": event,
        "club": event.club,
        "rounds": rows,
        "has_deadlines": any(row["round"].deadline for row in rows),
    }
