"""Penalties and awards of an entry, on top of what it played."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from league.events.models import Entry, Stage
from league.events.names import name_of
from league.events.noting import note_stage
from league.journal.actor import Actor
from league.once.services import KeyReused
from league.refusal import Refused
from league.results.models import Adjustment, AdjustmentKind
from league.results.services.reasons import checked_reason, director_of
from league.results.services.revoking import revoke, sent_before
from league.results.services.table_locks import lock_event_of_stage
from league.rounds.models import Round

MOST_POINTS = Decimal(1_000_000)


class BadAdjustment(Refused):
    """The points, the entry or the round make no adjustment."""

    code = "bad_adjustment"


@transaction.atomic
def adjust(
    *,
    stage: Stage,
    entry: Entry,
    kind: str,
    points: Decimal,
    reason: str,
    key: UUID,
    round: Round | None = None,
    actor: Actor,
    at: datetime,
) -> Adjustment:
    """Give points to an entry (award) or take them (penalty). The same key again is the same one.

    Raises ReasonMissing, BadAdjustment, NotAllowed, EventNotRunning, and OutOfDate for the key of
    an adjustment of another stage.
    """
    reason, director = checked_reason(reason), director_of(actor)
    lock_event_of_stage(stage)
    elsewhere = _("This penalty or award was sent for another event; open the form again.")
    made = sent_before(Adjustment, key=key, stage=stage, elsewhere=elsewhere)
    if made is not None:
        if (made.entry, made.kind, made.points, made.reason) != (entry, kind, points, reason):
            raise KeyReused(
                _(
                    "This penalty or award was sent before with different content, and that "
                    "was saved. Nothing was changed now: look at the list, and open the form "
                    "again."
                )
            )
        return made
    _check(stage, entry, kind, points, round)
    adjustment = Adjustment.objects.create(
        stage=stage,
        entry=entry,
        round=round,
        kind=kind,
        points=points,
        reason=reason,
        made_by_id=director,
        made_at=at,
        key=key,
    )
    _note("adjustment.made", adjustment, actor=actor, at=at)
    return adjustment


@transaction.atomic
def revoke_adjustment(*, adjustment: Adjustment, actor: Actor, at: datetime) -> Adjustment:
    """Take a penalty or an award back; it stays readable. Revoking twice changes nothing.

    Raises NotAllowed, EventNotRunning.
    """

    def note(revoked: Adjustment) -> None:
        _note("adjustment.revoked", revoked, actor=actor, at=at)

    return revoke(adjustment, note, actor=actor, at=at)


def _check(stage: Stage, entry: Entry, kind: str, points: Decimal, round: Round | None) -> None:
    if kind not in AdjustmentKind.values:
        raise BadAdjustment(_("Choose a penalty or an award."), field="kind")
    if not points.is_finite() or not 0 < points <= MOST_POINTS or points != round_to_cents(points):
        raise BadAdjustment(
            _("Give the points as a number above 0, with two decimals at most."), field="points"
        )
    if entry.event_id != stage.event_id:
        raise BadAdjustment(_("This entry does not take part in the event."), field="entry")
    if round is not None and round.stage_id != stage.pk:
        raise BadAdjustment(_("This round belongs to another stage."), field="round")


def round_to_cents(points: Decimal) -> Decimal:
    return points.quantize(Decimal("0.01"))


def _note(kind: str, adjustment: Adjustment, *, actor: Actor, at: datetime) -> None:
    note_stage(
        kind,
        adjustment.stage,
        subject=adjustment,
        actor=actor,
        at=at,
        entry=name_of(adjustment.entry),
        entry_id=adjustment.entry_id,
        points=f"{adjustment.signed_points:+.2f}",
        reason=adjustment.reason,
    )
