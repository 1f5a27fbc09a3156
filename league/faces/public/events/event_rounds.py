"""The rounds of an event as its page lists them."""

from collections.abc import Sequence
from typing import Any

from league.faces.public.rounds.event_stages import event_stages, rounds_shown
from league.play.events.models import Event, Stage


def event_rounds(event: Event, stages: Sequence[Stage] | None = None) -> dict[str, Any]:
    """Return what `public/_event_rounds.html` needs; one query without the `event_stages`."""
    stages = event_stages(event) if stages is None else stages
    rounds = [round_ for stage in stages for round_ in rounds_shown(stage)]
    return {"event": event, "club": event.club, "rounds": rounds}
