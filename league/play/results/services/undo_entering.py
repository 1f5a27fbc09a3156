"""Undo of deals that the desk has just entered together: all are struck out that nobody changed."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.foundation.journal.actor import Actor
from league.foundation.refusal import OutOfDate
from league.play.results.models import Submission, SubmissionState
from league.play.results.services.correcting import void
from league.play.results.services.ending import resume_table
from league.play.results.services.table_locks import lock_for_director, result_of
from league.play.rounds.models import Table


@dataclass(frozen=True, slots=True)
class Struck:
    """What was struck out of deals entered together, and what was changed since and stays."""

    out: list[Submission] = field(default_factory=list)
    changed: list[Submission] = field(default_factory=list)


def entered_together(tables: Iterable[Table], *, actor: Actor, at: datetime) -> list[Submission]:
    """Return the deals that somebody entered at these tables in one go, at this moment."""
    rows = Submission.objects.filter(table__in=list(tables), by_side=None, submitted_at=at)
    rows = rows.filter(by_user=actor.user_id, replaces=None)
    return list(rows.select_related("table", "deal").order_by("table", "-number"))


@transaction.atomic
def strike_out_together(
    *, tables: Iterable[Table], entered_at: datetime, reason: str, actor: Actor, at: datetime
) -> Struck:
    """Strike out what `actor` entered at these tables at a moment; twice it is done once.

    A table that was ended with it goes on. Raises OutOfDate where all of it has been changed
    since, and what `void` raises.
    """
    struck = Struck()
    for table in sorted(tables, key=lambda table: table.pk):
        _strike_out(table, struck, entered_at, reason, actor, at)
    if struck.changed and not struck.out:
        raise OutOfDate(
            _("This can no longer be undone: all that was entered has been changed since then.")
        )
    return struck


def _strike_out(
    table: Table, struck: Struck, entered_at: datetime, reason: str, actor: Actor, at: datetime
) -> None:
    table = lock_for_director(table)
    entered = entered_together([table], actor=actor, at=entered_at)
    stand = [one for one in entered if one.state == SubmissionState.CONFIRMED]
    if stand and result_of(table).ended_at == entered_at:
        resume_table(table=table, side=None, actor=actor, at=at)
    for submission in stand:
        void(submission=submission, reason=reason, actor=actor, at=at)
    struck.out.extend(stand)
    of_others = (SubmissionState.CORRECTED, SubmissionState.DISPUTED)
    struck.changed.extend(one for one in entered if one.state in of_others)
