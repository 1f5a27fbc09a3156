"""The one connection of a process that hears from PostgreSQL which events have changed."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import psycopg
import structlog
from django.db import connection as django_connection
from psycopg import sql

from league.standings.live_channel import CHANNEL

log = structlog.stdlib.get_logger("live")

SILENCE_S = 20.0
FIRST_PAUSE_S = 0.2
LONGEST_PAUSE_S = 5.0
# what a connection is told of those of the pages
PARAMETERS = (
    *("dbname", "user", "password", "host", "port", "sslmode", "sslrootcert", "service"),
    "target_session_attrs",
)


async def listen(*, heard: Callable[[int], None], connected: Callable[[], None]) -> None:
    """Call `heard` with the id of each changed event, for ever.

    `connected` is called after each (re)connection: what changed in between was not heard.
    """
    pause = FIRST_PAUSE_S
    while True:
        try:
            async with await _connect() as listener:
                await listener.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
                connected()
                pause = FIRST_PAUSE_S
                await _hear(listener, heard)
        except (psycopg.Error, OSError) as error:
            log.warning("live_listener_lost", reason=str(error))
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE_S)


async def _connect() -> psycopg.AsyncConnection[Any]:
    parameters: dict[str, Any] = dict(django_connection.get_connection_params())
    params = {name: parameters[name] for name in PARAMETERS if parameters.get(name)}
    return await psycopg.AsyncConnection.connect(
        **params, autocommit=True, connect_timeout=5, application_name="tricktable live"
    )


async def _hear(listener: psycopg.AsyncConnection[Any], heard: Callable[[int], None]) -> None:
    while True:
        async for notification in listener.notifies(timeout=SILENCE_S):
            event_id = _event_of(notification.payload)
            if event_id is not None:
                heard(event_id)
        # a connection that died without a word is found out here
        await listener.execute("SELECT 1")


def _event_of(payload: str) -> int | None:
    try:
        kind, _, number = json.loads(payload)["topic"].partition(":")
        return int(number) if kind == "event" else None
    except (ValueError, KeyError, TypeError, AttributeError):
        log.warning("live_unknown_notification", payload=payload[:200])
        return None
