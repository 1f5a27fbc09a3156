"""Queries on jobs: which are under way, how long they will take, whether a worker is there."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Max, QuerySet, Subquery

from league.foundation import release
from league.foundation.jobs.models import UNFINISHED, Job, JobFile, JobState, Worker

# how much of a step must be done, and for how long it must run, before the rest is estimated
LEAST_SHARE = 0.02
SOONEST = timedelta(seconds=2)


def unfinished(kind: str, subject_id: int) -> Job | None:
    """Return the job of this kind that waits or runs for the subject."""
    rows = Job.objects.filter(kind=kind, subject_id=subject_id, by_itself=False)
    return rows.filter(state__in=UNFINISHED).first()


def under_way(club_id: int) -> "QuerySet[Job]":
    """Return the jobs that wait or run in the club, in the order of their requests."""
    return Job.objects.filter(club_id=club_id, state__in=UNFINISHED).order_by("asked_at", "pk")


def before(job: Job) -> int:
    """Return how many jobs of the whole site are carried out before one that waits."""
    rows = Job.objects.filter(state__in=UNFINISHED, by_itself=False)
    return rows.filter(asked_at__lt=job.asked_at).exclude(pk=job.pk).count()


def file_of(job: Job, user_id: int | None, *, at: datetime) -> JobFile | None:
    """Return the file of a job without its content, for the one who asked, while it is kept."""
    if user_id is None:
        return None
    rows = JobFile.objects.filter(job=job, user_id=user_id, kept_until__gt=at)
    return rows.defer("content").first()


def seconds_left(job: Job, *, at: datetime) -> int | None:
    """Return how long the current step will take at its pace so far; None while it is not known."""
    if job.state != JobState.RUNNING or job.step_at is None or not job.total:
        return None
    passed = at - job.step_at
    if passed < SOONEST or job.done / job.total < LEAST_SHARE:
        return None
    return max(1, round(passed.total_seconds() * (job.total - job.done) / job.done))


def worker_heard() -> Subquery:
    """Return when a worker was last heard of, as a column."""
    return Subquery(Worker.objects.order_by("-heard_at").values("heard_at")[:1])


def workers_silent_since(*, at: datetime) -> datetime | None:
    """Return when a worker was last heard of, if that is too long ago; else, or if never, None.

    One query. A worker is heard of whenever it sweeps, and while it carries out a job. A site that
    was just started is given the time in which its workers start too.
    """
    heard = Worker.objects.aggregate(last=Max("heard_at"))["last"]
    return silent_since(heard, at=at)


def heard_column() -> Subquery:
    """Return when a worker was last heard of, as a column of whatever a page begins with."""
    return Subquery(Worker.objects.order_by("-heard_at").values("heard_at")[:1])


def silent_since(heard: datetime | None, *, at: datetime) -> datetime | None:
    """Return what `workers_silent_since` does, of when a worker was `heard`; no query if it was."""
    if release.is_starting(at):
        return None
    if heard is None or heard >= at - timedelta(seconds=30 + 2 * settings.SWEEP_SECONDS):
        return None
    busy = Job.objects.filter(state=JobState.RUNNING).aggregate(last=Max("heard_at"))["last"]
    last = max(heard, busy) if busy else heard
    return last if last < at - timedelta(seconds=30 + 2 * settings.SWEEP_SECONDS) else None
