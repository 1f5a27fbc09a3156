"""The last deal of events in which somebody did something to remember."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from league.prepared.hiding import hidden_in_events
from league.results.deal_words import Names, label_of
from league.results.models import Submission, SubmissionState
from league.results.remembered import remembered_of
from league.results.visible_results import submissions_shown
from league.rounds.selectors import load_placements_and_seats

# how many of the last deals are looked through for one that is worth a line
DEALS_LOOKED_AT = 20


def last_remarkable(event_ids: Sequence[int], *, public: bool) -> dict[str, Any] | None:
    """Return the last confirmed deal of these events that is worth a line, or None.

    With `public` names it says who did it as the players show themselves to everybody.
    """
    rows = Submission.objects.filter(
        table__round__stage__event__in=event_ids, state=SubmissionState.CONFIRMED
    )
    rows = submissions_shown(rows, hidden_in_events(event_ids))
    last = rows.select_related("deal", "table__round__stage").order_by("-confirmed_at", "-pk")
    for row in last[:DEALS_LOOKED_AT]:
        for remembered in remembered_of(row.deal):
            load_placements_and_seats([row.table])
            return {
                "id": row.pk,
                "event": row.table.round.stage.event_id,
                "label": remembered.label,
                "who": remembered.who(Names(row.table, public=public)),
                "deal": label_of(row.deal, row.number),
                "table": _("Table %(number)s") % {"number": row.table.shown_number},
            }
    return None
