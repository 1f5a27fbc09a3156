"""Celery's connection to the broker, made so that a worker survives a broker that falls silent.

A message that has been worked on is acknowledged. Kombu keeps it among those in hand when the
broker does not answer that, for ever: a worker that takes one message at a time takes no other
then. Here the hand is free all the same; the broker hands the message out again after a while,
and tasks may be delivered twice.
"""

from typing import Any

from kombu.transport import TRANSPORT_ALIASES, redis, virtual


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


def use() -> None:
    """Have every connection by `redis://` and `rediss://` made of this transport."""
    transport: dict[str, Any] = TRANSPORT_ALIASES
    for scheme in ("redis", "rediss"):
        transport[scheme] = f"{__name__}:Transport"
