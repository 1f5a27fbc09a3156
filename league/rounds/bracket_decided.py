"""Whether a bracket has a winner and nothing of it is left to be played."""

from league.doors.unanswerable import Unanswerable
from league.events.models import Event, Stage
from league.rounds.draw_requests import history_of, request_for, stage_field
from league.rounds.drawing import format_named


def is_decided(stage: Stage, event: Event) -> bool:
    """Say whether the stage is a bracket that offers no further round; five queries or so."""
    reader = format_named(stage.format).bracket
    rounds = list(stage.rounds.order_by("number")) if reader else []
    if reader is None or not rounds:
        return False
    history = history_of(rounds, held_back=())
    request = request_for(stage, event=event, field=stage_field(stage), history=history)
    try:
        progress = reader(request)
    except Unanswerable:
        return False
    return progress.champion is not None and not progress.playable
