"""Does the broker answer, and does it keep what it was given?"""

import logging
from typing import Any

from django.conf import settings
from kombu.exceptions import OperationalError as BrokerError
from redis import Redis
from redis.exceptions import RedisError

from deploy.ops.doctor.result import Result, fault, well
from deploy.site.celery import app

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
