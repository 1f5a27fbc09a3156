"""Queues: each task has one, and nobody waits for a broker that is away."""

import pytest
from celery import Celery
from django.conf import settings

from deploy.run.workers import GROUPS
from deploy.site.broker import transport_options
from deploy.site.celery import app
from league.foundation import queues
from league.foundation.queues import (
    QUEUES,
    ROUTES,
    Rest,
    TaskWithoutQueue,
    queue_of,
    route,
    send,
    task,
)
from tests.hanging_server import hanging


def test_every_task_of_ours_has_a_queue_and_every_queue_a_worker():
    app.loader.import_default_modules()
    ours = {name for name in app.tasks if not name.startswith("celery.")}

    assert ours == set(ROUTES)
    assert set(ROUTES.values()) == set(QUEUES)
    assert sorted(queue for group in GROUPS for queue in group.queues) == sorted(QUEUES)
    assert {queue.name for queue in settings.CELERY_TASK_QUEUES} == set(QUEUES)


def test_everything_on_the_schedule_has_a_queue():
    scheduled = [entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()]

    assert [queue_of(name) for name in scheduled if queue_of(name) not in QUEUES] == []


def test_a_task_without_a_queue_can_be_neither_made_nor_sent():
    with pytest.raises(TaskWithoutQueue, match=r"give league\.new its queue"):
        task("league.new")(lambda: None)
    with pytest.raises(TaskWithoutQueue):
        app.send_task("league.new")


@pytest.mark.parametrize(
    ("name", "kwargs", "queue"),
    [
        ("league.foundation.jobs.tasks.catch_up", {"what": "standings", "large": False}, "rebuild"),
        ("league.foundation.jobs.tasks.catch_up", {"what": "standings", "large": True}, "large"),
        ("league.foundation.journal.tasks.deliver", None, "journal"),
        ("celery.ping", {}, "journal"),
    ],
)
def test_a_message_goes_to_the_queue_of_its_task_and_large_work_to_its_own(name, kwargs, queue):
    assert route(name, (), kwargs, {}) == {"queue": queue}
    assert app.amqp.router.route({}, name, (), kwargs)["queue"].name == queue


@pytest.fixture
def app_of(monkeypatch):
    """Have messages sent to another broker, with the site's own timeouts."""
    made = []

    def use(url):
        other = Celery("other", broker=url, set_as_current=False)
        other.conf.update(
            {name: app.conf[name] for name in ("broker_connection_timeout", "task_publish_retry")},
            broker_transport_options=transport_options(url, visibility_timeout=60),
            task_routes=[route],
        )
        made.append(other)
        monkeypatch.setattr(queues, "current_app", other)

    yield use
    for other in made:
        other.close()


@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_a_broker_that_hangs_is_tried_once_and_then_left_alone_for_a_while(scheme, app_of):
    with hanging() as server:
        app_of(server.url(scheme))
        assert not send("league.foundation.journal.tasks.deliver")
        tried = server.connections
        assert not any(send("league.foundation.journal.tasks.deliver") for _ in range(20))
        assert tried > 0
        assert server.connections == tried

        queues.rest.end()
        assert not send("league.foundation.journal.tasks.deliver")
        assert server.connections > tried


def test_a_slow_failure_has_senders_rest_for_ten_times_as_long_and_a_quick_one_not_at_all():
    rest = Rest()
    rest.begin(now=100.0, took_s=0.01)
    assert not rest.is_on(100.0)

    rest.begin(now=100.0, took_s=1.0)
    assert rest.is_on(109.9)
    assert not rest.is_on(110.0)
