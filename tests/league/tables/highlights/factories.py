"""Highlights worked out in a test, as the workers do it."""

from django.utils import timezone

from league.foundation.derived_state import mark_stale
from league.play.events.models import Event
from league.tables.highlights.models import EventHighlights, SeasonTop
from league.tables.highlights.services import work_out_event, work_out_season


def work_out(*events: Event) -> None:
    """Bring the highlights of the events and the tops of their seasons up to date."""
    at = timezone.now()
    for event in events:
        mark_stale(EventHighlights, [event.pk], at=at)
        work_out_event(event_id=event.pk, at=at)
        if event.season_id:
            mark_stale(SeasonTop, [event.season_id], at=at)
            work_out_season(season_id=event.season_id, at=at)
