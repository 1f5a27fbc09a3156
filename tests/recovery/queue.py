"""What waits in the broker, message by message."""

import base64
import json
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from deploy.site.celery import app
from league.foundation.queues import QUEUES


@contextmanager
def broker() -> Iterator[Any]:
    with app.connection_for_write() as connection, connection.channel() as channel:
        redis: Any = channel
        yield redis.client


def waiting() -> list[bytes]:
    with broker() as client:
        return [message for queue in QUEUES for message in client.lrange(queue, 0, -1)]


def under_way() -> int:
    """Return how many messages workers have taken and not finished: they say so when they have."""
    with broker() as client:
        return int(client.hlen("unacked"))


def is_empty() -> bool:
    """Whether nothing waits and nothing is under way; a task that sends another does so before."""
    return not waiting() and not under_way() and not waiting()


def waiting_tasks() -> Counter[str]:
    """Return how many messages wait, by subject and name of the task, or by what is behind."""
    return Counter(what_of(message) for message in waiting())


def what_of(message: bytes) -> str:
    """Return what a message says is behind, else the subject and name of its task."""
    read = json.loads(message)
    _positional, named, _embedded = json.loads(base64.b64decode(read["body"]))
    task: str = read["headers"]["task"]
    subject, _tasks, name = task.rsplit(".", 2)
    what: str = named.get("what", f"{subject.rpartition('.')[2]}.{name}")
    return what


def queue_of(message: bytes) -> str:
    name: str = json.loads(message)["properties"]["delivery_info"]["routing_key"]
    return name


def put_back_twice(messages: list[bytes], rng: random.Random) -> None:
    """Replace what waits by these messages, each of them twice, in any order."""
    copies = messages * 2
    rng.shuffle(copies)
    put_back(copies)


def put_back(copies: list[bytes]) -> None:
    """Replace what waits by these messages; the first is taken first."""
    with broker() as client:
        client.delete(*QUEUES)
        for message in copies:
            client.lpush(queue_of(message), message)


def empty() -> int:
    """Take everything out; return how many messages waited. What killed workers had goes too."""
    with broker() as client:
        client.delete("unacked", "unacked_index")
    return int(app.control.purge())
