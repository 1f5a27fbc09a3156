"""The transport: a broker that does not answer an acknowledgement does not stop a worker."""

import pytest
from kombu import Connection
from redis.exceptions import TimeoutError as BrokerSilent

from deploy.site.broker import Channel, task_queues
from deploy.site.celery import app
from league.foundation.queues import QUEUES


def silent(*_args, **_more):
    raise BrokerSilent("Timeout reading from socket")


@pytest.fixture
def channel(embedded_servers):
    with app.connection_for_read() as connection, connection.channel() as channel:
        channel.basic_qos(prefetch_count=1)
        yield channel


@pytest.fixture
def message(channel):
    connection: Connection = channel.connection.client
    with connection.SimpleQueue("silent", channel=channel) as queue:
        queue.put({"work": 1})
        message = queue.get(timeout=30)
        yield message
        channel.client.hdel(channel.qos.unacked_key, message.delivery_tag)
        channel.client.zrem(channel.qos.unacked_index_key, message.delivery_tag)
        queue.clear()


@pytest.mark.parametrize("answer", ["ack", "reject", "requeue"])
def test_the_next_message_is_taken_though_the_broker_does_not_answer(
    channel, message, answer, monkeypatch
):
    assert isinstance(channel, Channel)
    assert not channel.qos.can_consume()
    for asked in ("_remove_from_indices", "restore_by_tag"):
        monkeypatch.setattr(channel.qos, asked, silent)

    with pytest.raises(BrokerSilent):
        getattr(message, answer)()

    assert channel.qos.can_consume()


@pytest.mark.parametrize(
    ("broker", "kind"),
    [("amqp://mq1//;amqp://mq2//", {"x-queue-type": "quorum"}), ("redis://broker/0", None)],
)
def test_rabbitmq_keeps_tasks_in_quorum_queues(broker, kind):
    kinds = {queue.name: queue.queue_arguments for queue in task_queues(broker)}

    assert kinds == dict.fromkeys(QUEUES, kind)
