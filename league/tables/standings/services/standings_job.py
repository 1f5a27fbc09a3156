"""Rebuilding standings as a job, of large fields or requested, and noting that it is wanted."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.foundation import derived_state
from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import Progress
from league.foundation.jobs.kinds import Kind, Outcome
from league.foundation.jobs.models import Job
from league.foundation.journal.actor import Actor
from league.foundation.refusal import OutOfDate
from league.play.events.models import Stage
from league.play.events.names import stage_name
from league.tables.standings.models import StageStandings
from league.tables.standings.services.rebuilding import rebuild


def request_rebuild(*, stage: Stage, actor: Actor, at: datetime) -> Job:
    """Request a job that calculates the standings of a stage again from every result."""
    return jobs.enqueue(
        kind=STANDINGS.name,
        club_id=stage.event.club_id,
        subject_id=stage.pk,
        actor=actor,
        at=at,
    )


def carry_out(job: Job, progress: Progress, at: datetime) -> Outcome:
    stage = Stage.objects.select_related("event").filter(pk=job.subject_id).first()
    if stage is None:
        raise OutOfDate(_("What was to be ranked no longer exists."))
    rebuild_from_scratch(stage, progress, at)
    sentence = _("The standings of %(stage)s have been recalculated from all results.")
    return Outcome(sentence=sentence % {"stage": stage_name(stage)})


def rebuild_from_scratch(stage: Stage, progress: Progress, at: datetime) -> None:
    """Work the standings of the stage out from every result. Raises Cancelled."""
    mark_standings_stale(stage_ids=[stage.pk], at=at)
    rebuild(stage_id=stage.pk, at=at, from_scratch=True, progress=progress)


STANDINGS = Kind(
    name="standings",
    label=gettext_lazy("The standings"),
    permission="events.change_event",
    carry_out=carry_out,
)


# What rebuilds and open pages must follow: facts that standings are made from, and others.


def mark_standings_stale(*, stage_ids: Collection[int], at: datetime) -> list[int]:
    """Note that facts of these stages changed; return those for which a rebuild was sent."""
    return derived_state.mark_stale(
        StageStandings, stage_ids, at=at, live_version=F("live_version") + 1
    )


def bump_live_version(*, stage_ids: Collection[int]) -> None:
    """Note something that open pages show and standings are not made from."""
    if stage_ids:
        rows = StageStandings.objects.filter(pk__in=stage_ids)
        # held in one order, so that two never wait for each other both
        held = rows.select_for_update(no_key=True).order_by("pk")
        StageStandings.objects.filter(pk__in=held).update(live_version=F("live_version") + 1)
