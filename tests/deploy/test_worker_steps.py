"""What a worker does before it takes tasks."""

from celery.signals import celeryd_init
from celery.worker.consumer import Consumer
from django.db import connections

from deploy.celery import DELAYED_DELIVERY, app


def test_worker_does_not_wait_for_queues_of_delays_that_nothing_uses(monkeypatch):
    before = list(Consumer.Blueprint.default_steps)
    assert DELAYED_DELIVERY in before  # else Celery calls it something else by now
    monkeypatch.setattr(Consumer.Blueprint, "default_steps", list(before))
    options = connections.settings["default"]["OPTIONS"]
    monkeypatch.setitem(connections.settings["default"], "OPTIONS", options)  # it is limited too

    celeryd_init.send(sender="worker@here", instance=None, conf=app.conf, options={})

    after = Consumer.Blueprint.default_steps
    assert after == [step for step in before if step != DELAYED_DELIVERY]
