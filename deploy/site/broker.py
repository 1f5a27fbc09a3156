"""Celery's connection to the broker, made so that a worker survives a broker that falls silent.

A message that has been worked on is acknowledged. Kombu keeps it among those in hand when the
broker does not answer that, for ever: a worker that takes one message at a time takes no other
then. Here the hand is free all the same; the broker hands the message out again after a while,
and tasks may be delivered twice.
"""

from typing import Any

from kombu import Exchange, Queue
from kombu.transport import TRANSPORT_ALIASES, redis, virtual

from league.foundation.queues import QUEUES


class QoS(redis.QoS):
    def ack(self, delivery_tag: str) -> None:
        try:
            super().ack(delivery_tag)
        finally:
            virtual.QoS.ack(self, delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        try:
            super().reject(delivery_tag, requeue=requeue)
        finally:
            virtual.QoS.ack(self, delivery_tag)


class Channel(redis.Channel):
    QoS = QoS


class Transport(redis.Transport):
    Channel = Channel


class SentinelChannel(redis.SentinelChannel):
    QoS = QoS


class SentinelTransport(redis.SentinelTransport):
    Channel = SentinelChannel


def use() -> None:
    """Have every connection by `redis://`, `rediss://` and `sentinel://` made of these."""
    transport: dict[str, Any] = TRANSPORT_ALIASES
    for scheme in ("redis", "rediss"):
        transport[scheme] = f"{__name__}:Transport"
    transport["sentinel"] = f"{__name__}:SentinelTransport"


def task_queues(url: str) -> list[Queue]:
    """Return the queues of tasks at the broker of this address.

    RabbitMQ has a majority of its nodes keep each: a queue of one node is away with it.
    """
    kind = {"x-queue-type": "quorum"} if url.startswith("amqp") else None
    return [Queue(name, Exchange(name), routing_key=name, queue_arguments=kind) for name in QUEUES]


def transport_options(
    url: str, *, visibility_timeout: int, master: str = "mymaster"
) -> dict[str, Any]:
    """Return the options of connections to the broker at this address; times are in seconds.

    `master` is what the sentinels of an address by `sentinel://` call the servers. Who sends a
    message waits for a second at most, whatever the broker does.
    """
    if url.startswith("amqp"):
        # a broker short of memory takes no more and does not say so
        return {"write_timeout": 1.0}
    waits = {"socket_timeout": 1.0, "socket_connect_timeout": 1.0}
    sentinels = {"master_name": master, "sentinel_kwargs": waits}
    return {
        **(sentinels if url.startswith("sentinel") else {}),
        **waits,
        "visibility_timeout": visibility_timeout,
        "unacked_restore_interval": 1,
        "unacked_restore_throttle": 1,
        # else a sender sleeps for two seconds before it sees that it is too late to try again,
        # and waits for ever for a broker that takes its message and does not answer
        "max_retries": 0,
        "socket_keepalive": not url.startswith("redis+socket"),
    }
