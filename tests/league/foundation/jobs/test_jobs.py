"""Jobs: asked for once, carried out once, cancelled without a trace, never running for ever."""

import threading
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from league.foundation.jobs import apart, kinds, services
from league.foundation.jobs.apart import Heartbeat
from league.foundation.jobs.kinds import Kind, Outcome
from league.foundation.jobs.models import Job, JobState, Worker
from league.foundation.jobs.selectors import seconds_left, workers_silent_since
from league.foundation.jobs.services import LEASE, cancel, carry_out, enqueue, shown, sweep
from league.foundation.journal.actor import Act, Actor
from league.foundation.refusal import Refused
from tests.league.factories import NOW

pytestmark = pytest.mark.django_db

TENTH = timedelta(seconds=0.1)


@pytest.fixture(autouse=True)
def sent(monkeypatch):
    """Messages are kept here instead of going to a broker; commits do not wait for the test."""
    messages = []
    monkeypatch.setattr(services, "queue", messages.append)
    monkeypatch.setattr(transaction, "on_commit", lambda work, **_robust: work())
    return messages


@pytest.fixture
def work(monkeypatch):
    """A kind named "work"; what it does is put into the dictionary."""
    does = {"work": lambda *_given: Outcome(sentence="All done.")}
    kind = Kind(
        name="work",
        label="Work",
        permission="clubs.change_club",
        carry_out=lambda *given: does["work"](*given),
    )
    monkeypatch.setitem(kinds._KINDS, "work", kind)
    return does


def job(subject=1, at=NOW, **data):
    actor = Actor(name="Ann", via="desk")
    return enqueue(kind="work", club_id=7, subject_id=subject, data=data, by=Act(actor, at))


@pytest.mark.parametrize(
    ("total", "done", "left"), [(100, 25, 30), (100, 1, None), (0, 0, None), (100, 100, 1)]
)
def test_the_time_left_is_that_of_the_pace_so_far(total, done, left):
    running = Job(state=JobState.RUNNING, step_at=NOW, total=total, done=done)
    assert seconds_left(running, at=NOW + timedelta(seconds=10)) == left
    assert seconds_left(running, at=NOW + timedelta(seconds=1)) is None


def test_a_job_requested_twice_is_carried_out_once(work, sent):
    first = job(lines=3)

    assert job(lines=4) == first
    assert sent == [first.pk]
    done = carry_out(job_id=first.pk, at=NOW)
    assert (done.state, done.sentence, done.data) == ("done", "All done.", {})
    assert carry_out(job_id=first.pk, at=NOW) is None
    assert job() != first


def test_a_refusal_is_kept_as_its_sentence(work):
    def refuse(*_given):
        raise Refused("There are 3 chairs too few.")

    work["work"] = refuse

    refused = carry_out(job_id=job().pk, at=NOW)

    assert (refused.state, refused.sentence) == ("refused", "There are 3 chairs too few.")


def test_an_error_in_a_job_is_shown_and_raised(work):
    work["work"] = lambda *_given: 1 / 0
    broken = job()

    with pytest.raises(ZeroDivisionError):
        carry_out(job_id=broken.pk, at=NOW)

    broken.refresh_from_db()
    assert broken.state == "refused"
    assert "try again" in broken.sentence


def test_a_job_that_waits_is_cancelled_at_once(work):
    found = cancel(job=job(), at=NOW)

    assert (found.state, found.data) == ("cancelled", {})
    assert carry_out(job_id=found.pk, at=NOW) is None


def test_a_job_that_runs_is_cancelled_at_its_next_step_and_leaves_no_trace(work):
    def long_work(found, progress, _at):
        with transaction.atomic():
            Worker.objects.create(name="trace", heard_at=NOW)
            cancel(job=found, at=NOW)
            Heartbeat(found, progress).write()  # what the thread does between two beats
            progress.report(1)
        return Outcome(sentence="Too late.")

    work["work"] = long_work

    found = carry_out(job_id=job().pk, at=NOW)

    assert found.state == "cancelled"
    assert "as it was" in found.sentence
    assert not Worker.objects.exists()


def test_a_job_that_is_over_stays_as_it_is(work):
    done = carry_out(job_id=job().pk, at=NOW)

    assert cancel(job=done, at=NOW).state == "done"


def test_a_worker_that_comes_back_late_does_not_write_over_the_next_one(work):
    late = job()

    def while_it_is_silent(found, _progress, _at):
        Job.objects.filter(pk=found.pk).update(heard_at=NOW - 2 * LEASE)
        sweep(at=NOW)
        work["work"] = lambda *_given: Outcome(sentence="By the second one.")
        carry_out(job_id=found.pk, at=NOW)
        return Outcome(sentence="By the first one.")

    work["work"] = while_it_is_silent

    assert carry_out(job_id=late.pk, at=NOW).sentence == "By the second one."


def test_the_sweep_takes_up_what_a_dead_worker_left_and_what_was_lost(work, sent):
    lost, left, fresh = job(1, NOW - LEASE), job(2, NOW - LEASE), job(3)
    runs(left, heard_at=NOW - LEASE - TENTH)
    alive = job(4)
    runs(alive, heard_at=NOW)
    sent.clear()

    sweep(at=NOW)

    assert sent == [lost.pk, left.pk]
    assert states(lost, left, fresh, alive) == ["waiting", "waiting", "waiting", "running"]


def test_a_job_that_kills_its_worker_three_times_is_given_up(work):
    deadly = job()
    runs(deadly, heard_at=NOW - LEASE - TENTH, attempts=3)

    assert sweep(at=NOW) == []

    deadly.refresh_from_db()
    assert deadly.state == "refused"
    assert "3 times" in deadly.sentence


def test_an_unwanted_job_whose_worker_died_is_cancelled(work):
    dead = job()
    runs(dead, heard_at=NOW - LEASE - TENTH, is_unwanted=True)

    sweep(at=NOW)

    assert states(dead) == ["cancelled"]


def test_jobs_that_have_long_been_over_are_deleted(work):
    done = carry_out(job_id=job().pk, at=NOW)

    sweep(at=NOW + timedelta(days=30))
    assert Job.objects.filter(pk=done.pk).exists()
    sweep(at=NOW + timedelta(days=31))
    assert not Job.objects.exists()


def test_work_that_goes_on_by_itself_is_shown_once_and_then_forgotten(work):
    kind = kinds.kind_named("work")
    with shown(kind, club_id=7, subject_id=1, at=NOW) as progress:
        progress.step("Working out")
        (found,) = Job.objects.all()
        assert (found.state, found.by_itself) == ("running", True)
        with pytest.raises(services.NotCancelled):
            cancel(job=found, at=NOW)
        with shown(kind, club_id=7, subject_id=1, at=NOW + TENTH):
            assert Job.objects.count() == 1
        assert Job.objects.count() == 1

    assert not Job.objects.exists()


def test_a_silent_worker_is_noticed_unless_it_is_busy(work, settings):
    settings.SWEEP_SECONDS = 15
    assert workers_silent_since(at=NOW) is None  # none was ever heard of
    sweep(at=NOW)
    later = NOW + timedelta(minutes=2)

    assert workers_silent_since(at=NOW + timedelta(seconds=59)) is None
    assert workers_silent_since(at=later) == NOW
    busy = job()
    runs(busy, heard_at=later)
    assert workers_silent_since(at=later) is None


@pytest.mark.long
@pytest.mark.parametrize(
    "wrong",
    [
        {"state": "dreaming"},
        {"done": 3, "total": 2},
        {"state": "done"},
        {"state": "refused", "ended_at": NOW},
        {"state": "running"},
        {"ended_at": NOW},
    ],
)
def test_the_database_refuses_contradictory_jobs(work, wrong):
    found = job()

    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.filter(pk=found.pk).update(**wrong)


def runs(found, **fields):
    fields = {"attempts": 1, **fields}
    Job.objects.filter(pk=found.pk).update(state=JobState.RUNNING, began_at=NOW, **fields)
    found.refresh_from_db()


def states(*jobs):
    for found in jobs:
        found.refresh_from_db()
    return [found.state for found in jobs]


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_progress_is_visible_while_the_work_holds_its_transaction_open(work, monkeypatch):
    monkeypatch.setattr(apart, "HEARTBEAT_S", 0.01)
    seen = []

    def long_work(found, progress, _at):
        with transaction.atomic():
            Worker.objects.create(name="trace", heard_at=NOW)
            progress.step("Counting chairs", 12)
            while not seen or seen[-1] != "Counting chairs":
                seen.append(Job.objects.get(pk=found.pk).step)
            cancel_elsewhere(found)
            while True:
                progress.report(1)

    def cancel_elsewhere(found):
        thread = threading.Thread(target=lambda: (cancel(job=found, at=NOW), connection.close()))
        thread.start()
        thread.join()

    work["work"] = long_work

    assert carry_out(job_id=job().pk, at=NOW).state == "cancelled"
    assert not Worker.objects.exists()
