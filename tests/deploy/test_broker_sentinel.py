"""Valkey with Sentinel as the broker: tasks are sent and taken before and after a failover."""

import socket
import time
from contextlib import ExitStack

import pytest
from celery import Celery
from kombu.exceptions import OperationalError as BrokerAway
from redis.exceptions import RedisError

from deploy import broker
from deploy.broker import SentinelChannel, transport_options
from deploy.doctor import broker_memory
from deploy.embedded.broker import find_broker
from deploy.embedded.children import start_child
from tests.deploy.servers_of import free_port, wait_until

pytestmark = [pytest.mark.processes, pytest.mark.long]

MASTER = "cards"


class Servers:
    """A Valkey with a replica, and a sentinel that watches them; `url` leads to the sentinel."""

    def __init__(self, folder, stack):
        self.folder, self.stack = folder, stack
        self.ports = [free_port() for _ in range(3)]
        first, second, watching = self.ports
        self.url = f"sentinel://127.0.0.1:{watching}/0"
        self.first = self.start(first, "")
        self.start(second, f"replicaof 127.0.0.1 {first}")
        self.start(
            watching,
            f"sentinel monitor {MASTER} 127.0.0.1 {first} 1",
            f"sentinel down-after-milliseconds {MASTER} 300",
            f"sentinel failover-timeout {MASTER} 2000",
            words=["--sentinel"],
        )

    def start(self, port, *lines, words=()):
        folder = self.folder / str(port)
        folder.mkdir()
        file = folder / "valkey.conf"
        file.write_text("\n".join([f"port {port}", f"dir {folder}", 'save ""', *lines]))
        server = start_child(
            f"valkey {port}", [find_broker(), str(file), *words], log=folder / "log"
        )
        self.stack.callback(server.kill)
        return server

    def asked(self, port, *words):
        with socket.create_connection(("127.0.0.1", port), timeout=2) as asking:
            asking.sendall(" ".join(words).encode() + b"\r\n")
            return asking.recv(65_536).decode()

    def knows_the_replica(self):
        try:
            return "slaves=1" in self.asked(self.ports[2], "INFO", "sentinel")
        except OSError:
            return False


@pytest.fixture
def servers(tmp_path):
    with ExitStack() as stack:
        servers = Servers(tmp_path, stack)
        assert wait_until(servers.knows_the_replica)
        yield servers


@pytest.fixture
def app(servers):
    broker.use()
    app = Celery("alone", set_as_current=False)
    app.conf.update(
        broker_url=servers.url,
        task_publish_retry=False,
        broker_transport_options=transport_options(
            servers.url, visibility_timeout=60, master=MASTER
        ),
    )
    yield app
    app.close()


def send(app, word):
    try:
        app.send_task("a.task", kwargs={"word": word}, queue="journal")
    except (BrokerAway, OSError, RedisError):
        return False
    return True


def words_taken(app, last):
    """Take tasks as a worker does, up to the one with this word, and acknowledge them.

    One whose sender gave up may be there twice.
    """
    words, give_up_at = [], time.monotonic() + 60
    with app.connection_for_read() as connection:
        assert isinstance(connection.default_channel, SentinelChannel)
        queue = connection.SimpleQueue("journal")
        while words[-1:] != [last] and time.monotonic() < give_up_at:
            message = queue.get(timeout=30)
            words.append(message.payload[1]["word"])
            message.ack()
        queue.close()
    return words


def test_tasks_are_sent_and_taken_before_and_after_a_failover(servers, app, monkeypatch, settings):
    assert wait_until(lambda: send(app, "before"))
    assert words_taken(app, "before") == ["before"]

    servers.first.kill()
    assert wait_until(lambda: send(app, "after"))

    assert words_taken(app, "after")[-1] == "after"
    monkeypatch.setattr(broker_memory, "app", app)
    settings.CELERY_BROKER_URL = servers.url
    assert broker_memory.look_for_policy().figures == {"policy": "noeviction"}
