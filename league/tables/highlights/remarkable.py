"""The last deal of an event in which somebody did something to remember."""

from league.play.events.models import Event
from league.play.prepared.hiding import hidden_in_events
from league.play.results.models import Submission, SubmissionState
from league.play.results.submitted_deals import remembered_of
from league.play.results.visible_results import submissions_shown

# how many of the last deals are looked through for one that is worth a line
DEALS_LOOKED_AT = 20


def last_remarkable(event: Event) -> int | None:
    """Return the last confirmed deal of the event (submission) that is worth a line, or None."""
    rows = Submission.objects.filter(
        table__round__stage__event=event, state=SubmissionState.CONFIRMED
    )
    shown = submissions_shown(rows, hidden_in_events([event.pk])).select_related("deal")
    for row in shown.order_by("-confirmed_at", "-pk")[:DEALS_LOOKED_AT]:
        if next(remembered_of(row.deal), None) is not None:
            return row.pk
    return None
