"""The rounds of an event as its page lists them."""

from typing import Any

from league.play.events.models import Event
from league.play.rounds.selectors import shown_rounds


def event_rounds(event: Event) -> dict[str, Any]:
    """Return what `public/_event_rounds.html` needs; one query."""
    return {"event": event, "club": event.club, "rounds": list(shown_rounds(event))}
