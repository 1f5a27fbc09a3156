"""Rebuilding a season as a job: the standings of all its nights, from every result."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import SILENT, Progress
from league.foundation.jobs.kinds import Kind, Outcome
from league.foundation.jobs.models import Job
from league.foundation.journal.actor import Act
from league.foundation.refusal import OutOfDate
from league.play.events.models import Season, Stage
from league.tables.standings import services as standings


def request_rebuild(*, season: Season, by: Act) -> Job:
    """Request a job that calculates all standings of a season again, and so its table."""
    return jobs.enqueue(kind=SEASON.name, club_id=season.club_id, subject_id=season.pk, by=by)


def carry_out(job: Job, progress: Progress, at: datetime) -> Outcome:
    """Calculate night after night; cancelled, the nights done stay, which is correct as well."""
    season = Season.objects.filter(pk=job.subject_id).first()
    if season is None:
        raise OutOfDate(_("The season no longer exists."))
    stages = list(
        Stage.objects.filter(event__season=season)
        .select_related("event")
        .order_by("event__starts_on", "event", "number")
    )
    for stage in progress.track(stages, _("Calculating night by night")):
        standings.rebuild_from_scratch(stage, SILENT, at)
    nights = len({stage.event_id for stage in stages})
    sentence = ngettext(
        "%(season)s recalculated from all the results of %(count)d night.",
        "%(season)s recalculated from all the results of %(count)d nights.",
        nights,
    )
    return Outcome(sentence=sentence % {"season": season.name, "count": nights})


def left(done: int, total: int) -> str:
    """Say what holds when the job stops early: each stage's standings are stored all at once."""
    if not total:
        return _("Stages already recalculated stay that way; the others are unchanged.")
    sentence = ngettext(
        "%(done)d of %(total)d stage had been recalculated by then and stays that way; "
        "everything else is unchanged.",
        "%(done)d of %(total)d stages had been recalculated by then and stay that way; "
        "everything else is unchanged.",
        total,
    )
    return sentence % {"done": done, "total": total}


SEASON = Kind(
    name="season",
    label=gettext_lazy("The season"),
    permission="seasons.change_season",
    carry_out=carry_out,
    left=left,
)
