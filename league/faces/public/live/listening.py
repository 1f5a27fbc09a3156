"""The one connection of a process that hears from PostgreSQL which events and clubs have changed.

That it hears is proved, not believed: what a pool between us and the database does with LISTEN
shows in nothing else. A message of our own, sent by the way of the pages, must come back.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from secrets import token_hex
from typing import Any

import psycopg
import structlog
from django.conf import settings
from django.db import DatabaseError
from django.db import connection as django_connection
from psycopg import sql

from league.faces.public.live.admission import Followed
from league.tables.standings.live_channel import CHANNEL

log = structlog.stdlib.get_logger("live")

SILENCE_S = 15.0
ANSWER_S = 5.0
FIRST_PAUSE_S = 0.2
LONGEST_PAUSE_S = 5.0
# parameters that a connection takes from those of the pages
PARAMETERS = (
    *("dbname", "user", "password", "host", "port", "sslmode", "sslrootcert", "service"),
    "target_session_attrs",
)

ROUND_TRIP = "round-trip"
NOTHING_HEARD = (
    "Live pages hear of no changes: a notification sent through DATABASE_URL did not come back to"
    " the connection that listens. Behind a connection pool such as pgbouncer set"
    " LIVE_DATABASE_URL to the address of the database itself."
)


class NothingHeard(Exception):
    """A notification of our own did not come back."""


async def listen(
    *,
    heard: Callable[[Followed], None],
    connected: Callable[[], None],
    tell: Callable[[str], Awaitable[None]],
    hears: Callable[[bool], None],
) -> None:
    """Call `heard` with each event and each club that has changed, for ever.

    `connected` is called after each (re)connection: what changed in between was not heard. `tell`
    sends a notification as the pages do; `hears` is called with whether those come back.
    """
    pause = FIRST_PAUSE_S
    while True:
        try:
            async with await _connect() as listener:
                await listener.execute(LISTEN)
                connected()
                async for _proof in _hear(listener, heard, tell):
                    hears(True)
                    pause = FIRST_PAUSE_S
        except NothingHeard:
            log.error("live_nothing_heard", reason=NOTHING_HEARD)
        except (psycopg.Error, DatabaseError, OSError) as error:
            log.warning("live_listener_lost", reason=str(error))
        hears(False)
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE_S)


OURS = {"connect_timeout": 5, "application_name": "tricktable live"}
LISTEN = sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL))


def parameters() -> dict[str, Any]:
    """Return where to listen: at LIVE_DATABASE_URL, or where the pages have their database."""
    if settings.LIVE_DATABASE:
        return {**OURS, **settings.LIVE_DATABASE}
    known: dict[str, Any] = dict(django_connection.get_connection_params())
    return {**OURS, **{name: known[name] for name in PARAMETERS if known.get(name)}}


async def _connect() -> psycopg.AsyncConnection[Any]:
    return await psycopg.AsyncConnection.connect(**parameters(), autocommit=True)


async def _hear(
    listener: psycopg.AsyncConnection[Any],
    heard: Callable[[Followed], None],
    tell: Callable[[str], Awaitable[None]],
) -> AsyncIterator[str]:
    """Hear, and yield whenever a notification of our own came back. Raises NothingHeard.

    Each wait is heard to its end: one that is left early would lose what came with the last one.
    """
    while True:
        own = own_notification()
        await tell(own)
        is_back = False
        async for notification in listener.notifies(timeout=ANSWER_S):
            if notification.payload == own:
                is_back = True
                yield own
            else:
                _pass_on(notification.payload, heard)
        if not is_back:
            raise NothingHeard
        async for notification in listener.notifies(timeout=SILENCE_S):
            _pass_on(notification.payload, heard)


def own_notification() -> str:
    """Return a notification that is about no event, unlike any other one."""
    return json.dumps({"topic": f"{ROUND_TRIP}:{token_hex(8)}"})


def tell_as_pages_do(payload: str) -> None:
    """Send a notification through the connection of the pages."""
    with django_connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload])


def find_listening_fault(seconds: float = ANSWER_S) -> str | None:
    """Return why live pages would hear of no changes, in a sentence; None if they do.

    For whoever looks after the site: it listens, sends a notification and waits so many seconds.
    """
    own = own_notification()
    try:
        with psycopg.connect(**parameters(), autocommit=True) as listener:
            listener.execute(LISTEN)
            tell_as_pages_do(own)
            return None if _comes(own, listener, seconds) else NOTHING_HEARD
    except (psycopg.Error, DatabaseError, OSError) as error:
        return f"Live pages cannot listen to the database: {error}"


def _comes(own: str, listener: psycopg.Connection[Any], seconds: float) -> bool:
    """Say whether the notification is heard within so many seconds, among others of events."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        # each wait is heard to its end: the connection belongs to it until then
        if own in [notify.payload for notify in listener.notifies(timeout=left, stop_after=1)]:
            return True
    return False


def _pass_on(payload: str, heard: Callable[[Followed], None]) -> None:
    changed = _followed(payload)
    if changed is not None:
        heard(changed)


def _followed(payload: str) -> Followed | None:
    try:
        return Followed.of_topic(json.loads(payload)["topic"])
    except (ValueError, KeyError, TypeError, AttributeError):
        log.warning("live_unknown_notification", payload=payload[:200])
        return None
