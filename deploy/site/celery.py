"""The task queue: its settings are the CELERY_ names of deploy/site/settings.py."""

import os
import time
from typing import Any

import structlog
from celery import Celery
from celery.signals import (
    beat_init,
    before_task_publish,
    celeryd_init,
    setup_logging,
    task_postrun,
    task_prerun,
    worker_init,
    worker_ready,
)
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, close_old_connections, connections

from deploy.site import broker, tracing
from deploy.site.time_limits import limited

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.site.settings")

log = structlog.stdlib.get_logger("tasks")

broker.use()
app = Celery("tricktable")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# "current" is a matter of one thread; a request in any other thread must find this app as well
app.set_default()

REQUEST_ID, SENT_AT = "request_id", "sent_at"
DELAYED_DELIVERY = "celery.worker.consumer.delayed_delivery:DelayedDelivery"
SIGN_SECONDS = 15


@app.on_after_finalize.connect
def _ask_for_signs_of_life(sender: Celery, **_kwargs: Any) -> None:
    """Have beat send a task through every queue there is, to see that each is served."""
    for queue in sender.amqp.queues:
        sender.add_periodic_task(
            SIGN_SECONDS,
            sender.signature("deploy.ops.doctor.tasks.show_sign_of_life", args=(queue,)),
            name=f"show that the queue {queue} is served",
            queue=queue,
            # a queue that was served by nobody for an hour has nothing to say of that hour
            expires=3_600,
        )


@setup_logging.connect
def _keep_our_logs(**_kwargs: Any) -> None:
    """Being connected is all: Celery then leaves the logs as the settings made them."""


@celeryd_init.connect
def _limit_the_database(**_kwargs: Any) -> None:
    """Give a worker its time limits, before it or its processes have asked the database."""
    connections.settings[DEFAULT_DB_ALIAS]["OPTIONS"] = limited(
        settings.UNLIMITED_DATABASE_OPTIONS,
        settings.DATABASE_TIME_LIMITS["worker"],
        pooler=settings.DATABASE_POOLER,
    )


@before_task_publish.connect
def _send_moment(headers: dict[str, Any], **_kwargs: Any) -> None:
    # a task that is to begin later waits from then on; a retry waits again
    if not headers.get("eta"):
        headers[SENT_AT] = time.time()


@before_task_publish.connect
def _send_request_id(headers: dict[str, Any], **_kwargs: Any) -> None:
    request_id = structlog.contextvars.get_contextvars().get(REQUEST_ID)
    if request_id:
        headers.setdefault(REQUEST_ID, request_id)


@task_prerun.connect
def _bind_ids(task_id: str, task: Any, **_kwargs: Any) -> None:
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(task_id=task_id, task=task.name)
    request_id = task.request.get(REQUEST_ID)
    if request_id:
        structlog.contextvars.bind_contextvars(request_id=request_id)


@task_postrun.connect
def _forget_ids(**_kwargs: Any) -> None:
    structlog.contextvars.clear_contextvars()


@worker_init.connect
@beat_init.connect
def _look_where_the_database_is(**_kwargs: Any) -> None:
    """Before anything is delivered: what follows a restore is done, if there was one."""
    # the models can be imported when the apps are loaded
    from django.db import DatabaseError  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from deploy.site.restored import put_right_if_elsewhere  # noqa: PLC0415

    try:
        put_right_if_elsewhere(timezone.now())
    except DatabaseError as error:
        # the database is away or has no tables yet: the beat looks again every minute
        log.warning("database_not_looked_at", reason=str(error))
    finally:
        connections.close_all()


@task_prerun.connect
@task_postrun.connect
def _keep_connection(task: Any, **_kwargs: Any) -> None:
    """Keep the database connection as web processes do: while it is young, and still answers."""
    if not task.request.is_eager:
        close_old_connections()


@celeryd_init.connect
def _declare_no_queues_for_delays(**_kwargs: Any) -> None:
    """Leave out what a worker with quorum queues does first, and nothing of ours uses.

    It asks each node of the broker by its name for 28 queues, and waits long for one that is away.
    """
    from celery.worker.consumer import Consumer  # noqa: PLC0415 - costs all others memory

    steps: Any = Consumer.Blueprint.default_steps
    steps[:] = [step for step in steps if step != DELAYED_DELIVERY]


@worker_init.connect
@beat_init.connect
def _trace(**_kwargs: Any) -> None:
    tracing.start()


@worker_ready.connect
def _say_ready(**_kwargs: Any) -> None:
    # whoever started the worker waits for this line
    log.warning("celery_ready")
