"""What workers count: each task's outcome, how long it took, and how long it had waited."""

import time
from typing import Any

from celery.signals import before_task_publish, task_postrun, task_prerun

from league import metrics

SENT_AT = "sent_at"
# set in the request of a task, which is alone in its process or thread
BEGAN = "_tricktable_began"


@before_task_publish.connect
def _note_when_sent(headers: dict[str, Any], **_kwargs: Any) -> None:
    # a task that is to begin later waits from then on; a retry waits anew
    if not headers.get("eta"):
        headers[SENT_AT] = time.time()


@task_prerun.connect
def _began(task: Any, **_kwargs: Any) -> None:
    setattr(task.request, BEGAN, time.perf_counter())
    sent = task.request.get(SENT_AT)
    if isinstance(sent, int | float):
        waited = max(time.time() - sent, 0.0)
        metrics.TASK_WAIT_SECONDS.labels(queue_of(task)).observe(waited)


@task_postrun.connect
def _ended(task: Any, state: str | None = None, **_kwargs: Any) -> None:
    outcome = {"SUCCESS": "done", "RETRY": "retried"}.get(state or "", "failed")
    metrics.TASKS.labels(task.name, outcome).inc()
    if outcome == "failed" and is_mail(task):
        metrics.MAILS.labels("given_up").inc()
    began = getattr(task.request, BEGAN, None)
    if began is not None:
        metrics.TASK_SECONDS.labels(queue_of(task)).observe(time.perf_counter() - began)


def is_mail(task: Any) -> bool:
    """Return whether a task sends mails: its name says so, as in league.clubs.tasks.send_..."""
    return ".tasks.send_" in str(task.name)


def queue_of(task: Any) -> str:
    """Return the queue that a task came by; queues are bound to routing keys of their own names."""
    delivery = task.request.get("delivery_info") or {}
    return str(delivery.get("routing_key") or "unknown")
