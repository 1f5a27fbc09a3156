"""Does the work get done: broker, cache, queues, the journal, notifications."""

import logging
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError
from redis import Redis
from redis.exceptions import RedisError

from deploy.ops.doctor.models import SignOfLife
from deploy.ops.doctor.result import Result, fault, well
from deploy.ops.doctor.tasks import IN_THE_CACHE, KEPT_SECONDS
from deploy.run.workers import GROUPS
from deploy.site.celery import app
from league.faces.public.live.listening import find_listening_fault
from league.foundation.journal.selectors import waiting

# --- Do beat, the broker and the workers carry tasks through every queue, and how fast? ---

SILENT_SECONDS = 120
SLOW_SECONDS = 60


def look_at_queues() -> Result:
    """Look at the last sign of life of each queue: how old it is, and how long it waited."""
    signs = {sign.queue: sign for sign in SignOfLife.objects.all()}
    silent = {queue: _age(signs.get(queue)) for queue in queues()}
    waited = {queue: _wait(signs[queue]) for queue in silent if queue in signs}
    figures = {f"{queue}, silent": seconds for queue, seconds in silent.items()} | {
        f"{queue}, waited": seconds for queue, seconds in waited.items()
    }
    if all(seconds is None or seconds > SILENT_SECONDS for seconds in silent.values()):
        return fault(
            "No task goes through any queue: beat, or every worker, is not running.",
            "Run 'systemctl start tricktable.target', which starts what does not run; after a start"
            " it takes half a minute until the first task has gone through.",
            **figures,
        )
    for queue, seconds in silent.items():
        if seconds is None or seconds > SILENT_SECONDS:
            return _nobody_serves(queue, seconds, figures)
    for queue, seconds in waited.items():
        if seconds > SLOW_SECONDS:
            return fault(
                f"Tasks wait {seconds:.0f} s in the queue “{queue}”.",
                "Give the workers more processes (WORKER_PROCESSES, then"
                " 'systemctl restart tricktable.target'), or another machine with the part that"
                f" serves it (WORKERS={part_of(queue)}).",
                **figures,
            )
    return well(f"Tasks go through: {', '.join(silent)}.", **figures)


def queues() -> list[str]:
    """Return the queues that tasks are sent to."""
    return list(app.amqp.queues)


def part_of(queue: str) -> str:
    """Return what the part of the workers that reads a queue is called in WORKERS."""
    return next(group.name for group in GROUPS if queue in group.queues)


def _age(sign: SignOfLife | None) -> float | None:
    return None if sign is None else (timezone.now() - sign.done_at).total_seconds()


def _wait(sign: SignOfLife) -> float:
    # two clocks
    return max(0.0, (sign.done_at - sign.sent_at).total_seconds())


def _nobody_serves(queue: str, seconds: float | None, figures: dict[str, float | None]) -> Result:
    since = "has never been served" if seconds is None else f"was last served {seconds:.0f} s ago"
    return fault(
        f"The queue “{queue}” {since}.",
        f"On a machine whose WORKERS names {part_of(queue)}, or nothing, run"
        " 'systemctl start tricktable.target'; 'systemctl status 'tricktable-worker*'' says more.",
        **figures,
    )


# --- Does the broker answer, and does it keep what it was given? ---

log = logging.getLogger(__name__)

FORGETS_ALL = "allkeys-"


def look_for_broker() -> Result:
    try:
        with app.connection_for_write(connect_timeout=1) as broker:
            broker.ensure_connection(max_retries=1, timeout=2, interval_start=0, interval_step=0)
    except (BrokerError, OSError) as error:
        log.warning("broker_away", extra={"reason": str(error)})
        return fault(
            "The broker does not answer: pages and submissions work, what follows them waits.",
            "See whether it runs ('systemctl status valkey-server redis-server rabbitmq-server'),"
            " and whether BROKER_URL names it; the reason stands in the log.",
        )
    return well("The broker answers.")


def look_for_policy() -> Result:
    """Look whether a Redis-protocol broker forgets tasks when its memory is full.

    What waits in a queue never ends by itself: only a policy for all keys takes it away.
    """
    if settings.CELERY_BROKER_URL.startswith("amqp"):
        return well("RabbitMQ forgets no message when its memory is full.")
    try:
        policy = _policy()
    except RedisError:
        return well("The broker does not say what it does when its memory is full.")
    if not policy.startswith(FORGETS_ALL):
        return well("The broker forgets no task when its memory is full.", policy=policy)
    return fault(
        f"The broker forgets tasks when its memory is full (maxmemory-policy is {policy}).",
        "Set maxmemory-policy to noeviction in its configuration, or to volatile-lru where the"
        " cache is on the same server, and start it again.",
        policy=policy,
    )


def _policy() -> str:
    if settings.CELERY_BROKER_URL.startswith("sentinel"):
        return _policy_of_the_master()
    url = settings.CELERY_BROKER_URL.replace("redis+socket://", "unix://")
    with Redis.from_url(url.partition("?")[0], socket_timeout=2, decode_responses=True) as broker:
        return str(broker.config_get("maxmemory-policy")["maxmemory-policy"])


def _policy_of_the_master() -> str:
    """Ask the server that the sentinels name."""
    with app.connection_for_write() as broker, broker.channel() as channel:
        redis_channel: Any = channel
        return str(redis_channel.client.info("memory")["maxmemory_policy"])


# --- Is the cache there, and the same one for all processes? ---


def look_at_cache() -> Result:
    if settings.CACHE_URL == "local":
        return _of_one_process()
    try:
        # the cache of the site counts as empty while it is away: its server is asked itself
        cache._cache.get_client().ping()  # type: ignore[attr-defined]
    except RedisError:
        return fault(
            "The cache does not answer: pages are slower, and limits are not counted.",
            "See whether its server runs ('systemctl status valkey-server redis-server'), and"
            " whether CACHE_URL names it.",
        )
    return _is_that_of_the_workers()


def _of_one_process() -> Result:
    if settings.WEB_PROCESSES == 1:
        return well("The one web process has a cache of its own.")
    return fault(
        "Each process has a cache of its own: limits are counted by each for itself.",
        "Set CACHE_URL=redis://127.0.0.1:6379/1, and start all processes again.",
    )


def _is_that_of_the_workers() -> Result:
    """Look for what a worker has left in the cache as well as in the database."""
    newest = SignOfLife.objects.order_by("-done_at").first()
    if newest is None or (timezone.now() - newest.done_at).total_seconds() > KEPT_SECONDS / 2:
        return well("The cache answers; no worker has left a sign of life in it lately.")
    if cache.get(IN_THE_CACHE.format(queue=newest.queue)) is None:
        return fault(
            "The workers have another cache than this command, or it forgets at once.",
            "Give all processes the same CACHE_URL; if it is the same, give the cache's server"
            " more memory (maxmemory).",
        )
    return well("The cache answers, and workers share it.")


# --- Do those who read the journal keep up with it? ---

LATE_SECONDS = 120


def look_at_journal() -> Result:
    late = waiting(timezone.now())
    figures = {"happenings": late.happenings, "seconds": late.oldest_s}
    if not late.happenings:
        return well("Everything that happened has been delivered.", **figures)
    says = f"{late.happenings} happenings are not delivered, the oldest for {late.oldest_s:.0f} s"
    if late.oldest_s < LATE_SECONDS:
        return well(f"{says}.", **figures)
    return fault(
        f"{says}: standings, mails and live pages do not follow.",
        "See whether the workers run (systemctl status 'tricktable*'), and look for"
        " “journal_subscriber_failed” in the workers' log.",
        **figures,
    )


# --- Does a NOTIFY come back to who listens? Live pages know of a change by nothing else ---


def look_at_notifications() -> Result:
    """Listen as live pages do, notify as the pages do, and wait for the word to come back."""
    why = find_listening_fault()
    if why is None:
        return well("A notification comes back, so live pages hear of changes.")
    return fault(why, "See “notifications” in docs/operations.md: LIVE_DATABASE_URL, connections.")
