"""Rebuilding the ratings as a job: seen while it goes on, or requested from the first table on."""

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
from league.tables.ratings.models import Rating
from league.tables.ratings.services.rebuilding import rebuild


def request_rebuild(*, club: Club, actor: Actor, at: datetime) -> Job:
    """Request a job that calculates the ratings of a club again from everything played there."""
    return jobs.enqueue(kind=RATINGS.name, club_id=club.pk, subject_id=club.pk, actor=actor, at=at)


def carry_out(job: Job, progress: Progress, at: datetime) -> Outcome:
    club = Club.objects.filter(pk=job.subject_id).first()
    if club is None:
        raise OutOfDate(_("The club no longer exists."))
    rebuild(club_id=club.pk, at=at, from_scratch=True, progress=progress)
    rated = Rating.objects.filter(club=club).count()
    sentence = ngettext(
        "%(count)d rating recalculated from the first table on.",
        "%(count)d ratings recalculated from the first table on.",
        rated,
    )
    return Outcome(sentence=sentence % {"count": rated})


RATINGS = Kind(
    name="ratings",
    label=gettext_lazy("The ratings"),
    permission="clubs.change_club",
    carry_out=carry_out,
)
