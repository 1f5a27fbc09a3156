"""Counting statistics as a job, deal by deal."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.clubs.models import Club
from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import Progress
from league.foundation.jobs.kinds import Kind, Outcome
from league.foundation.jobs.models import Job
from league.foundation.journal.actor import Actor
from league.foundation.refusal import OutOfDate
from league.play.events.models import Stage
from league.tables.statistics.services.recounting import recount


def request_rebuild(*, club: Club, actor: Actor, at: datetime) -> Job:
    """Ask for the statistics of a club to be counted from every deal."""
    return jobs.enqueue(
        kind=STATISTICS.name, club_id=club.pk, subject_id=club.pk, actor=actor, at=at
    )


def carry_out(job: Job, progress: Progress, at: datetime) -> Outcome:
    """Count stage by stage; cancelled, those that are counted stay, as their deals say it too."""
    club = Club.objects.filter(pk=job.subject_id).first()
    if club is None:
        raise OutOfDate(_("The club no longer exists."))
    stages = list(
        Stage.objects.filter(event__club=club)
        .order_by("event", "number")
        .values_list("pk", flat=True)
    )
    for stage_id in progress.track(stages, _("Counting event by event")):
        recount(stage_id=stage_id, at=at, from_scratch=True)
    sentence = ngettext(
        "The deals of %(count)d stage have been recounted.",
        "The deals of %(count)d stages have been recounted.",
        len(stages),
    )
    return Outcome(sentence=sentence % {"count": len(stages)})


def left(done: int, total: int) -> str:
    """Say what is true when counting stopped: each stage is counted in one go."""
    if not total:
        return _("Stages already recounted stay that way; the others are unchanged.")
    sentence = ngettext(
        "%(done)d of %(total)d stage had been recounted by then and stays that way; everything "
        "else is unchanged.",
        "%(done)d of %(total)d stages had been recounted by then and stay that way; everything "
        "else is unchanged.",
        total,
    )
    return sentence % {"done": done, "total": total}


STATISTICS = Kind(
    name="statistics",
    label=gettext_lazy("The statistics"),
    permission="clubs.change_club",
    carry_out=carry_out,
    left=left,
)
