"""The version of an event's live pages: it grows with everything they may show."""

from collections.abc import Iterable

from django.db.models import Sum
from django.db.models.functions import Coalesce

from league.events.models import Event, EventState
from league.standings.models import StageStandings


def version_of(event_id: int) -> int:
    """Return the sum of the pulses of the event's stages; 0 before anything happened."""
    rows = StageStandings.objects.filter(stage__event_id=event_id)
    return int(rows.aggregate(version=Sum("pulse"))["version"] or 0)


def states_of(event_ids: Iterable[int]) -> dict[int, tuple[int, str]]:
    """Return version and access of each of these events that exists; one query."""
    rows = Event.objects.filter(pk__in=event_ids)
    rows = rows.annotate(version=Coalesce(Sum("stages__standings__pulse"), 0))
    return {event.pk: (int(event.version), access_of(event)) for event in rows}


def access_of(event: Event) -> str:
    """Return what decides who may follow the event: it changes when that may change."""
    return f"{event.visibility}/{event.state == EventState.DRAFT}"
