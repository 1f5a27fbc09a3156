"""A stage or a round locked for a change, and what happened to a round written into the journal."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from league.foundation.journal.actor import Actor
from league.foundation.refusal import Refused
from league.play.events.journaling import journal_stage
from league.play.events.locking import locked
from league.play.events.models import Event, EventState, Stage
from league.play.rounds.models import Round, Table


class NotRunning(Refused):
    """Rounds are only drawn and played while the event runs."""

    code = "event_not_running"


def lock_stage(stage: Stage) -> Stage:
    """Return the stage with its event, both locked: a stage is drawn by one person at a time."""
    event = locked(Event.objects.all(), pk=stage.event_id)
    stage = locked(Stage.objects.all(), pk=stage.pk)
    stage.event = event
    return stage


def lock_round(round: Round) -> Round:
    """Return the round with its stage and event; round and event are locked."""
    event = locked(Event.objects.all(), stages__rounds=round.pk)
    round = locked(Round.objects.select_related("stage"), pk=round.pk)
    round.stage.event = event
    return round


def lock_tables(rounds: Sequence[Round]) -> None:
    """Wait for whoever is entering a deal: it holds its table's row.

    Events, stages and rounds are locked without their keys, so that a deal being entered can
    refer to them and never waits for somebody who waits for its table.
    """
    tables = Table.objects.select_for_update().filter(round__in=rounds).order_by("pk")
    list(tables.values_list("pk", flat=True))


def check_running(event: Event) -> None:
    if event.state != EventState.RUNNING:
        raise NotRunning(
            _("Rounds are drawn and played while the event is running; it is %(state)s now.")
            % {"state": event.get_state_display()}
        )


def journal_round(
    kind: str, round: Round, *, actor: Actor, at: datetime, data: dict[str, Any] | None = None
) -> None:
    """Write into the journal what happened to a round."""
    journal_stage(
        kind, round.stage, subject=round, actor=actor, at=at, round=round.number, **data or {}
    )
