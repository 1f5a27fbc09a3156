"""Beat keeps its times when the wall clock is set, forward or back."""

import time
from datetime import timedelta

import pytest
from celery.beat import Scheduler

from deploy.run.workers import clock
from deploy.site.beat import ClockWasSet, SteadyScheduler
from deploy.site.celery import app

EVERY_S = 5.0


@pytest.fixture
def sent(embedded_servers, monkeypatch):
    """What beat has sent."""
    names = []
    monkeypatch.setattr(
        Scheduler, "apply_entry", lambda _self, entry, **_more: names.append(entry.name)
    )
    return names


def scheduler_that_ran(*, ahead: timedelta, of=SteadyScheduler):
    """Return a schedule whose entry ran while the wall clock was so far ahead of now."""
    scheduler = of(app, schedule={})
    for other in scheduler.schedule.values():
        other.last_run_at = other.default_now()  # the sweep is due when beat starts
    scheduler.update_from_dict({"sweep": {"task": "a.sweep", "schedule": EVERY_S}})
    entry = scheduler.schedule["sweep"]
    entry.last_run_at = entry.default_now() + ahead
    scheduler.old_schedulers = dict(scheduler.schedule)
    scheduler.populate_heap()
    scheduler._was_set = ClockWasSet(
        wall=time.time() + ahead.total_seconds(), monotonic=time.monotonic()
    )
    return scheduler


def test_a_clock_that_was_an_hour_ahead_and_is_set_back_stops_nothing(sent):
    scheduler = scheduler_that_ran(ahead=timedelta(hours=1))

    assert scheduler.tick() <= EVERY_S


def test_a_clock_that_is_set_forward_has_entries_counted_from_then_on(sent):
    scheduler = scheduler_that_ran(ahead=-timedelta(hours=1))

    assert scheduler.tick() <= EVERY_S
    assert sent == []


def test_the_sweep_is_sent_as_soon_as_beat_starts(sent):
    SteadyScheduler(app).tick()

    assert sent == ["send what is behind"]


def test_the_site_uses_it(embedded_servers):
    assert type(clock().scheduler) is SteadyScheduler
