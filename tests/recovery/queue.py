"""What waits in the broker, message by message."""

import base64
import json
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from deploy.celery import app

QUEUE = "celery"


@contextmanager
def broker() -> Iterator[Any]:
    with app.connection_for_write() as connection, connection.channel() as channel:
        redis: Any = channel
        yield redis.client


def waiting() -> list[bytes]:
    with broker() as client:
        found: list[bytes] = client.lrange(QUEUE, 0, -1)
        return found


def waiting_tasks() -> Counter[str]:
    """Return how many messages wait, by subject and name of the task."""
    return Counter(
        task_of(message).removeprefix("league.").replace(".tasks.", ".") for message in waiting()
    )


def task_of(message: bytes) -> str:
    name: str = json.loads(message)["headers"]["task"]
    return name


def stage_of(message: bytes) -> int:
    """Return the stage that a message wants rebuilt."""
    _positional, named, _embedded = json.loads(base64.b64decode(json.loads(message)["body"]))
    stage: int = named["owner_id"]
    return stage


def put_back_twice(messages: list[bytes], rng: random.Random) -> None:
    """Replace what waits by these messages, each of them twice, in any order."""
    copies = messages * 2
    rng.shuffle(copies)
    put_back(copies)


def put_back(copies: list[bytes]) -> None:
    """Replace what waits by these messages; the first is taken first."""
    with broker() as client:
        client.delete(QUEUE)
        client.lpush(QUEUE, *copies)


def empty() -> int:
    return int(app.control.purge())
