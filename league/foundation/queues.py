"""The queues of tasks: which task goes to which, and sending one without waiting for the broker.

A queue is what workers share: where one takes long, only what stands behind it in the same queue
waits (docs/decisions/0017-jobs-and-queues.md). The broker is never in the way: whatever a
message asks for stands in the database too, where the sweeps find it.
"""

from collections.abc import Callable
from time import monotonic
from typing import Any

import structlog
from celery import current_app, shared_task
from kombu.exceptions import OperationalError as BrokerAway

log = structlog.stdlib.get_logger("queues")

JOURNAL = "journal"  # what happened is handed on, and what is short: milliseconds
REBUILD = "rebuild"  # standings, ratings and statistics of usual size: up to about a second
LARGE = "large"  # those of very large events and clubs, and jobs: imports, papers, large draws
MAIL = "mail"  # what waits for a mail server
WEBHOOKS = "webhooks"  # what waits for the servers of others
QUEUES = (JOURNAL, REBUILD, LARGE, MAIL, WEBHOOKS)

ROUTES = {
    "league.foundation.journal.tasks.deliver": JOURNAL,
    "deploy.site.tasks.sweep": JOURNAL,
    "deploy.ops.doctor.tasks.show_sign_of_life": JOURNAL,
    "deploy.site.tasks.keep_house": LARGE,
    "league.foundation.jobs.tasks.catch_up": REBUILD,
    "league.foundation.jobs.tasks.carry_out": LARGE,
    "league.play.prepared.tasks.commit_to_weekly_deals": LARGE,
    "league.foundation.outbox.tasks.send_mail": MAIL,
    "league.foundation.outbox.tasks.push": WEBHOOKS,
    "league.foundation.outbox.tasks.send_to_webhook": WEBHOOKS,
}
CELERYS_OWN = "celery."


class TaskWithoutQueue(LookupError):
    """A task stands in no line of ROUTES."""


def queue_of(name: str, *, large: bool = False) -> str:
    """Return the queue of a task. Raises TaskWithoutQueue."""
    if name.startswith(CELERYS_OWN):
        return JOURNAL
    if name not in ROUTES:
        raise TaskWithoutQueue(
            f"give {name} its queue: a line among ROUTES in league/foundation/queues.py"
        )
    return LARGE if large else ROUTES[name]


def route(
    name: str, _args: Any, kwargs: Any, options: dict[str, Any], task: Any = None, **_more: Any
) -> dict[str, str] | None:
    """Say to Celery where a task goes; what names its queue itself goes there."""
    if "queue" in options:
        return None
    return {"queue": queue_of(name, large=bool((kwargs or {}).get("large")))}


def task(name: str, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Make a function the Celery task of this name. Raises TaskWithoutQueue."""
    queue_of(name)
    return shared_task(name=name, **options)


# Sending, from a process in which people wait for an answer.

# a failure that took so long, in seconds, is no quick refusal: the broker hangs
SLOW_S = 0.2
# nothing is sent for so many times as long as a slow failure took
REST = 10


class Rest:
    """After a slow failure sending rests for a while, so that not everybody waits for a timeout."""

    def __init__(self) -> None:
        self._until = 0.0

    def is_on(self, now: float) -> bool:
        """Say whether nothing is sent at this moment of the process's clock, in seconds."""
        return now < self._until

    def begin(self, *, now: float, took_s: float) -> None:
        if took_s >= SLOW_S:
            self._until = now + REST * took_s

    def end(self) -> None:
        self._until = 0.0


rest = Rest()


def send(name: str, **kwargs: Any) -> bool:
    """Send a task; False: the broker is away, and what was wanted is left to the sweep."""
    began = monotonic()
    if rest.is_on(began):
        return False
    try:
        # by its name: services do not import the tasks that call them
        current_app.send_task(name, kwargs=kwargs)
    except (BrokerAway, OSError) as error:
        rest.begin(now=monotonic(), took_s=monotonic() - began)
        log.warning("not_queued", task=name, reason=str(error))
        return False
    return True
