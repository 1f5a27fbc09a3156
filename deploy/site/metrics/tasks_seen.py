"""What workers count: each task's outcome, how long it took, and how long it had waited."""

import time
from typing import Any

from celery.signals import task_postrun, task_prerun

from deploy.site.celery import SENT_AT
from league.foundation import metrics

# set in the request of a task, which is alone in its process or thread
BEGAN = "_tricktable_began"


@task_prerun.connect
def _began(task: Any, **_kwargs: Any) -> None:
    setattr(task.request, BEGAN, time.perf_counter())
    sent = task.request.get(SENT_AT)
    if isinstance(sent, int | float):
        waited = max(time.time() - sent, 0.0)
        metrics.TASK_WAIT_SECONDS.labels(queue_of(task)).observe(waited)


@task_postrun.connect
def _ended(task: Any, state: str | None = None, **_kwargs: Any) -> None:
    began = getattr(task.request, BEGAN, None)
    if began is not None:
        metrics.TASK_SECONDS.labels(queue_of(task)).observe(time.perf_counter() - began)
    outcome = {"SUCCESS": "done", "RETRY": "retried"}.get(state or "", "failed")
    # last: whoever reads that a task is done finds all of it
    metrics.TASKS.labels(task.name, outcome).inc()


def queue_of(task: Any) -> str:
    """Return the queue that a task came by; queues are bound to routing keys of their own names."""
    delivery = task.request.get("delivery_info") or {}
    return str(delivery.get("routing_key") or "unknown")
