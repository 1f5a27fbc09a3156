"""Writing results into the journal, in words that name the deal, the table and the round."""

from datetime import datetime
from typing import Any

from league.events.noting import note_stage
from league.journal.actor import Actor
from league.results.models import Submission
from league.rounds.models import Table


def note(kind: str, table: Table, *, actor: Actor, at: datetime, **data: Any) -> None:
    """Write what happened at a table that knows its round, stage and event."""
    stage = table.round.stage
    note_stage(
        kind,
        stage,
        subject=table,
        actor=actor,
        at=at,
        round=table.round.number,
        table=table.number,
        room=table.room,
        round_id=table.round_id,
        table_id=table.pk,
        **data,
    )


def note_deal(
    kind: str, table: Table, submission: Submission, *, actor: Actor, at: datetime, **data: Any
) -> None:
    """Write what happened to one submission of a deal."""
    note(
        kind,
        table,
        actor=actor,
        at=at,
        deal=submission.number,
        submission=submission.pk,
        score=submission.deal.score,
        **data,
    )
