"""Somebody's last tables, a line each: won or lost, against whom, the points, where."""

from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from league.faces.public.events.why import result_row
from league.faces.public.pictures.form import DRAWN, LOST, WON, letters
from league.faces.public.rounds.rounds_shown import tables_named
from league.faces.public.visitors import EventPage, Visitor
from league.play.prepared.hiding import hidden_of
from league.play.results.models import TableState
from league.play.rounds.models import Placement, RoundState

MOST_RESULTS = 50


def results_in_short(placements: "QuerySet[Placement]", visitor: Visitor) -> list[dict[str, Any]]:
    """Return the last of these placements at tables, the newest first.

    A constant number of queries. The events of all of them may be seen by the visitor.
    """
    last = list(
        placements.filter(table__isnull=False)
        .exclude(round__state=RoundState.DRAWN)
        .select_related("round__stage__event__club")
        .order_by("-round__opened_at", "-round__number", "-id")[:MOST_RESULTS]
    )
    tables = tables_named([placement.table_id for placement in last if placement.table_id])
    hidden = hidden_of(tables.values())
    words = letters()
    rows = []
    for placement in last:
        event = placement.round.stage.event
        row = result_row(EventPage(event, visitor), placement, tables, hidden)
        outcome = outcome_of(row)
        letter, word = words[outcome] if outcome else ("", "")
        rows.append(
            row
            | {
                "outcome": outcome,
                "letter": letter,
                "word": word,
                "event": event.name,
                "event_url": reverse("public:event", args=[event.club.slug, event.slug]),
            }
        )
    return rows


def outcome_of(row: dict[str, Any]) -> str:
    """Return what a table was for the own side; "" where that is not shown, or not yet."""
    if row["is_held_back"] or row["points"] is None or row["state"] != TableState.CONFIRMED:
        return ""
    if row["winner"] is None:
        return DRAWN
    return WON if row["winner"] == row["own_side"] else LOST
