"""Jobs: put into the queue, carried out by a worker, cancelled, taken up again after a dead one."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from league.foundation import queues
from league.foundation.club_limits import services as club_limits
from league.foundation.jobs.apart import Cancelled, Heartbeat, Progress, SharedProgress
from league.foundation.jobs.fair_queue import NoPlace, claim_place, order_by_turn
from league.foundation.jobs.kinds import Kind, Outcome, kind_named, nothing_changed
from league.foundation.jobs.models import Job, JobFile, JobState, Worker
from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.queues import LARGE
from league.foundation.refusal import Refused

LEASE = timedelta(seconds=20)  # silent for longer, the worker is taken for dead
IN_HAND = timedelta(seconds=5)  # a message sent so recently is still on its way
MOST_ATTEMPTS = 3
MOST_SENT = 100  # turns that one sweep gives
RETENTION = timedelta(days=30)
FILE_KEPT = timedelta(hours=1)
WORKERS = "workers"
CARRY_OUT = "league.foundation.jobs.tasks.carry_out"


class NotCancelled(Refused):
    """A job that nobody requested cannot be cancelled."""

    code = "not_cancelled"


@transaction.atomic
def enqueue(
    *,
    kind: str,
    club_id: int,
    subject_id: int,
    data: dict[str, Any] | None = None,
    apart: str = "",
    by: Act,
) -> Job:
    """Request a job of a registered kind; requested twice, there is one job.

    While a job of this kind for this subject waits or runs, that one is returned; `apart` tells
    those which do not stand for each other. Raises LimitReached for more than a club may request.
    """
    try:
        with transaction.atomic():
            job = Job.objects.create(
                kind=kind_named(kind).name,
                club_id=club_id,
                subject_id=subject_id,
                apart=apart,
                data=data or {},
                actor={"user_id": by.actor.user_id, "name": by.actor.word, "via": by.actor.via},
                language=translation.get_language() or "en",
                asked_at=by.at,
            )
    except IntegrityError:
        rows = Job.objects.filter(kind=kind, subject_id=subject_id, by_itself=False)
        return rows.filter(apart=apart).latest("pk")
    club_limits.count(club_limits.JOBS, club_id, by.at)
    send(job.pk)
    return job


def send(job_id: int) -> None:
    """Queue a job for after the commit; what a broker that is away loses, the sweep sends."""
    transaction.on_commit(lambda: queue(job_id), robust=True)


def queue(job_id: int) -> None:
    queues.send(CARRY_OUT, job_id=job_id)


def cancel(*, job: Job, at: datetime) -> Job:
    """Cancel a job that waits; one that runs ends at its next step.

    A job that is over stays as it is. Raises NotCancelled for a job that nobody requested.
    """
    if job.by_itself:
        raise NotCancelled(
            _("This runs by itself whenever something changes; it cannot be cancelled.")
        )
    with translation.override(job.language):
        sentence = _cancelled(nothing_changed(0, 0))  # what waits has not begun
    rows = Job.objects.filter(pk=job.pk)
    # one statement each, so that a worker which takes it up meanwhile is not overlooked
    rows.filter(state=JobState.WAITING).update(
        state=JobState.CANCELLED, sentence=sentence, ended_at=at, data={}
    )
    rows.filter(state=JobState.RUNNING).update(is_unwanted=True)
    job.refresh_from_db()
    return job


def carry_out_next(*, at: datetime) -> Job | None:
    """Carry out the job whose club has waited longest for a turn; None if none may begin now."""
    for job in waiting_in_turn():
        done = carry_out(job_id=job.pk, at=at)
        if done is not None:
            _give_turn_to_next_of(done.club_id)
            return done
    return None


def waiting_in_turn() -> "QuerySet[Job]":
    """Return the jobs that wait, in the order in which they would be begun."""
    waiting = Job.objects.filter(state=JobState.WAITING)
    return order_by_turn(waiting, LARGE, "club_id", "asked_at")[:MOST_SENT]


def _give_turn_to_next_of(club_id: int) -> None:
    """Queue what the club could not have in hand as well; its own message found no place."""
    waiting = Job.objects.filter(club_id=club_id, state=JobState.WAITING)
    for job_id in waiting.order_by("asked_at", "pk").values_list("pk", flat=True)[:1]:
        queue(job_id)


def carry_out(*, job_id: int, at: datetime) -> Job | None:
    """Do the work of a waiting job and store its outcome.

    None if it is not waiting any more, or its club has as much in hand as it may have.

    May run twice or late. An error is shown to who requested the job, and raised.
    """
    job = _take_up(job_id, at)
    if job is None:
        return None
    kind, progress = kind_named(job.kind), SharedProgress()
    assert kind.carry_out is not None  # noqa: S101  what cannot be asked for never waits
    with translation.override(job.language):
        try:
            with Heartbeat(job, progress):
                outcome = kind.carry_out(job, progress, at)
        except Cancelled:
            sentence = _cancelled(_left(kind, progress))
            return _end(job, JobState.CANCELLED, Outcome(sentence=sentence), at)
        except Refused as refused:
            return _end(job, JobState.REFUSED, Outcome(sentence=str(refused)), at)
        except Exception:
            sentence = _went_wrong(_left(kind, progress))
            _end(job, JobState.REFUSED, Outcome(sentence=sentence), at)
            raise
    return _end(job, JobState.DONE, outcome, at)


@contextmanager
def shown(kind: Kind, *, club_id: int, subject_id: int, at: datetime) -> Iterator[Progress]:
    """Let people see how far work is that goes on by itself; it is forgotten when it is over.

    Call it outside of a transaction. Work that is shown already is not shown twice. Raises NoPlace.
    """
    progress = SharedProgress()
    with transaction.atomic():
        itself = Q(kind=kind.name, subject_id=subject_id, by_itself=True)
        claim_place(club_id, at, for_work=itself)
        made = _show(kind, club_id, subject_id, at)
    rows = Job.objects.filter(kind=kind.name, subject_id=subject_id, by_itself=True)
    job = rows.filter(state=JobState.RUNNING, asked_at=at).first() or made
    try:
        with Heartbeat(job, progress):
            yield progress
    finally:
        rows.filter(pk=job.pk).delete()


def _show(kind: Kind, club_id: int, subject_id: int, at: datetime) -> Job:
    made = Job.objects.bulk_create(
        [
            Job(
                kind=kind.name,
                club_id=club_id,
                subject_id=subject_id,
                state=JobState.RUNNING,
                by_itself=True,
                actor={"user_id": None, "name": SYSTEM.name, "via": SYSTEM.via},
                asked_at=at,
                began_at=at,
                heard_at=at,
                attempts=1,
            )
        ],
        ignore_conflicts=True,
    )
    return made[0]


def sweep(*, at: datetime) -> list[int]:
    """Send again what was lost on its way, and what a worker was at when it died.

    Returns the jobs sent. What died three times is given up; what is long over is forgotten.
    """
    Worker.objects.update_or_create(name=WORKERS, defaults={"heard_at": at})
    silent = Job.objects.filter(state=JobState.RUNNING, heard_at__lt=at - LEASE)
    silent.filter(by_itself=True).delete()
    for job in silent.filter(attempts__gte=MOST_ATTEMPTS):
        with translation.override(job.language):
            left = kind_named(job.kind).left(0, 0)
            _end(job, JobState.REFUSED, Outcome(sentence=_too_often(left)), at)
    for job in silent.filter(is_unwanted=True):
        with translation.override(job.language):
            left = kind_named(job.kind).left(0, 0)
            _end(job, JobState.CANCELLED, Outcome(sentence=_cancelled(left)), at)
    silent.update(state=JobState.WAITING)
    JobFile.objects.filter(kept_until__lte=at).delete()
    Job.objects.filter(ended_at__lt=at - RETENTION).delete()
    waiting = Job.objects.filter(state=JobState.WAITING, asked_at__lt=at - IN_HAND)
    ids = list(waiting.order_by("asked_at", "pk").values_list("pk", flat=True)[:MOST_SENT])
    for job_id in ids:
        send(job_id)
    return ids


def _take_up(job_id: int, at: datetime) -> Job | None:
    try:
        with transaction.atomic():
            return _begin(job_id, at)
    except NoPlace:
        return None


def _begin(job_id: int, at: datetime) -> Job | None:
    """Begin a waiting job; None if it is not waiting any more. Raises NoPlace."""
    rows = Job.objects.filter(pk=job_id, state=JobState.WAITING)
    job = rows.first()
    if job is None:
        return None
    claim_place(job.club_id, at, for_work=Q(pk=job_id))
    _check_alone(job)
    taken = rows.update(
        state=JobState.RUNNING,
        began_at=at,
        heard_at=at,
        attempts=F("attempts") + 1,
        step="",
        step_at=None,
        done=0,
        total=0,
    )
    return Job.objects.get(pk=job_id) if taken else None


def _check_alone(job: Job) -> None:
    """Raises NoPlace where the club has another job of the kind in hand and may not have two."""
    others = Job.objects.filter(club_id=job.club_id, kind=job.kind, state=JobState.RUNNING)
    if kind_named(job.kind).one_at_a_time and others.exists():
        raise NoPlace(f"club {job.club_id} has a {job.kind} in hand")


@transaction.atomic
def _end(job: Job, state: JobState, outcome: Outcome, at: datetime) -> Job:
    """Write the end, unless somebody else has taken the job up since."""
    rows = Job.objects.filter(pk=job.pk, state=JobState.RUNNING, attempts=job.attempts)
    ended = rows.update(
        state=state, sentence=outcome.sentence, result=outcome.result, ended_at=at, data={}
    )
    asked_by = job.actor["user_id"]
    if ended and outcome.file and asked_by is not None:
        JobFile.objects.create(
            job=job,
            user_id=asked_by,
            name=outcome.file.name,
            content=outcome.file.content,
            kept_until=at + FILE_KEPT,
        )
    job.refresh_from_db()
    return job


def _left(kind: Kind, progress: SharedProgress) -> str:
    _step, done, total = progress.now
    return kind.left(done, total)


def _cancelled(left: str) -> str:
    return _("Cancelled. %(left)s") % {"left": left}


def _went_wrong(left: str) -> str:
    return _("Something went wrong. %(left)s Please try again.") % {"left": left}


def _too_often(left: str) -> str:
    return _(
        "This was started %(count)d times and never finished. %(left)s Try it with less at "
        "once, or tell whoever runs this site."
    ) % {"count": MOST_ATTEMPTS, "left": left}
