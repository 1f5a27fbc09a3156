"""How many messages wait at the broker, whichever broker it is."""

from typing import Any

from amqp.exceptions import ChannelError as AmqpChannelError
from kombu.exceptions import ChannelError

from deploy.site.celery import app


def messages_by_queue() -> dict[str, int]:
    """Return the messages that wait in each queue that the site has; none is 0.

    Raises what a broker that is away raises: OperationalError or OSError.
    """
    with app.connection_for_write(connect_timeout=1) as broker:
        broker.ensure_connection(max_retries=1, timeout=2, interval_start=0, interval_step=0)
        return {name: _messages(broker, name) for name in sorted(app.amqp.queues)}


def _messages(broker: Any, queue: str) -> int:
    # a channel each: RabbitMQ closes it when the queue was never made
    with broker.channel() as channel:
        try:
            return int(channel.queue_declare(queue=queue, passive=True).message_count)
        except (ChannelError, AmqpChannelError):
            return 0
