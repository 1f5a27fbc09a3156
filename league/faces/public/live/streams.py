"""The ASGI application of `/live/`: server-sent events of an event, of a club, of the start page.

`/live/events/<id>/?only=standings-3&only=round-7&language=ja&after=<version>`,
`/live/clubs/<id>/?only=club-<id>&language=ja&after=<version>`,
`/live/front/?only=front-0&only=clubs-0&language=ja&after=<version>`,
`/live/front/2/?only=clubs-2&language=ja&after=<version>`: each part is named
once, the events of the stream carry its name. One process holds thousands of streams with one
connection that listens and at most two that read. While that one hears nothing, open pages are
brought up to date every few seconds all the same.
"""

import asyncio
import re
import signal
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

import structlog
from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connections

from league.faces.public.club.home_live import clubs_of_page, present_version, version_of_clubs
from league.faces.public.live.admission import (
    FRONT,
    FULL,
    GREETING,
    KEEPALIVE,
    Admission,
    Followed,
    Part,
    admit,
    admit_stranger,
    wish_of,
)
from league.faces.public.live.listening import listen, tell_as_pages_do
from league.faces.public.live.questions import Answer, Around, plainly
from league.faces.public.live.rendering import render_parts
from league.faces.public.live.rooms import Reader, Rendered, Room, StreamsByAddress, address_of
from league.faces.public.live_versions import OPEN_TO_ALL, states_of, states_of_clubs
from league.foundation.metrics import LIVE_READERS, REQUESTS

log = structlog.stdlib.get_logger("live")

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

PATH = re.compile(r"/live/(?:(event|club)s/([0-9]{1,18})|front(?:/([0-9]{1,6}))?)/?")
KEEPALIVE_S = 15.0
DATABASE_THREADS = 2
RETRY_AFTER_S = 5
# while no change is heard of, what is followed is looked at so often
POLL_S = 3.0
# who follows by a role is asked again after so long: roles are taken away, sessions end
RESTRICTED_S = 300.0

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"vary", b"Cookie, Accept-Language"),
    # nginx holds answers back otherwise
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


class LiveStreams:
    """Rooms, the listener and the database threads belong to the running event loop.

    `around` asks the database each question, by its name.
    """

    def __init__(self, around: Around = plainly) -> None:
        self._around = around
        self._rooms: dict[Followed, Room] = {}
        self._addresses = StreamsByAddress()
        self._listener: asyncio.Task[None] | None = None
        self._poller: asyncio.Task[None] | None = None
        self._hears = False
        self._seen: dict[Followed, tuple[int, str]] = {}
        self._threads = ThreadPoolExecutor(DATABASE_THREADS, thread_name_prefix="live")
        self._is_stopping = False
        self._changes_heard = 0

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        match = PATH.fullmatch(scope["path"])
        if match is None or scope["method"] not in ("GET", "HEAD"):
            await _refuse(send, 404 if match is None else 405)
            return
        followed = _followed(*match.groups())
        if scope["method"] == "HEAD":
            await self._follow(followed, scope, receive, send)
            return
        address = address_of(dict(scope), settings.PROXIES)
        if not self._addresses.enter(address):
            await _begin(send, 200, HEADERS)
            await send({"type": "http.response.body", "body": FULL})
            return
        try:
            await self._follow(followed, scope, receive, send)
        finally:
            self._addresses.leave(address)

    async def _follow(
        self, followed: Followed, scope: Message, receive: Receive, send: Send
    ) -> None:
        self._start()
        heard_before = self._changes_heard
        try:
            admission = await self._admitted(followed, dict(scope))
        except (OperationalError, InterfaceError) as error:
            log.warning("database_unavailable", followed=str(followed), reason=str(error))
            await _refuse(send, 503)
            return
        except DatabaseError:
            log.exception("live_admission_failed", followed=str(followed))
            await _refuse(send, 503)
            return
        if admission is None:
            await _refuse(send, 404)
            return
        if scope["method"] == "HEAD":
            await _begin(send, 200, HEADERS)
            await send({"type": "http.response.body", "body": b""})
            return
        reader = Reader(admission.parts, admission.access, admission.after)
        room = self._enter(followed, reader, admission)
        if self._changes_heard != heard_before:
            # perhaps of this, behind the version that was read for this reader
            room.change()
        try:
            await _stream(reader, admission.is_restricted, receive, send)
        finally:
            self._leave(room, reader)

    async def _admitted(self, followed: Followed, scope: dict[str, Any]) -> Admission | None:
        """Ask the database, but for strangers who come within a second of another one."""
        wish = wish_of(scope)
        if wish is None:
            return None
        room = self._rooms.get(followed)
        known = room.openness(time.monotonic()) if room else None
        if known and (as_another := admit_stranger(wish, known)):
            return as_another
        heard_before = self._changes_heard
        admission = await self._ask_database("admit", lambda: admit(followed, wish, scope))
        room = self._rooms.get(followed)
        # what was heard of meanwhile may have been of this
        if room and admission and wish.is_stranger and self._changes_heard == heard_before:
            room.is_open_to_strangers(admission.openness, time.monotonic())
        return admission

    def _enter(self, followed: Followed, reader: Reader, admission: Admission) -> Room:
        if self._is_stopping:
            reader.end()
        room = self._rooms.get(followed)
        if room is None:
            room = self._rooms[followed] = Room(followed, self._render)
        room.enter(reader, version=admission.version)
        LIVE_READERS.inc()
        return room

    def _leave(self, room: Room, reader: Reader) -> None:
        LIVE_READERS.dec()
        room.leave(reader)
        if not room.readers and self._rooms.get(room.followed) is room:
            del self._rooms[room.followed]
            room.close()

    async def _render(self, followed: Followed, parts: frozenset[Part]) -> Rendered:
        return await self._ask_database("render", lambda: render_parts(followed, parts))

    async def _states(self, followed: list[Followed]) -> dict[Followed, tuple[int, str]]:
        return await self._ask_database("poll", lambda: _states_of(followed))

    async def _ask_database(self, name: str, question: Callable[[], Answer]) -> Answer:
        def ask() -> Answer:
            try:
                return self._around(name, question)
            finally:
                # back to the pool: between two questions nothing is held
                connections.close_all()

        return await asyncio.get_running_loop().run_in_executor(self._threads, ask)

    # --- the process ---------------------------------------------------------------------------

    def _start(self) -> None:
        if self._listener is None or self._listener.done():
            self._listener = asyncio.create_task(
                listen(
                    heard=self._heard,
                    connected=self._connected,
                    tell=self._tell,
                    hears=self._hearing_changed,
                ),
                name="live listener",
            )
            if self._poller is not None:
                self._poller.cancel()
            self._poller = asyncio.create_task(self._poll_while_deaf(), name="live poller")
            self._end_with_the_process()

    async def _tell(self, payload: str) -> None:
        await self._ask_database("tell", lambda: tell_as_pages_do(payload))

    def _hearing_changed(self, hears: bool) -> None:
        if hears and not self._hears:
            log.info("live_hears")
        self._hears = hears

    async def _poll_while_deaf(self) -> None:
        """Look at what is followed as long as nothing says when they change."""
        while True:
            await asyncio.sleep(POLL_S)
            if self._hears:
                self._seen.clear()
                continue
            try:
                await self._poll()
            except DatabaseError:
                log.exception("live_poll_failed")

    async def _poll(self) -> None:
        followed = list(self._rooms)
        states = await self._states(followed) if followed else {}
        for one in followed:
            if one not in self._seen or self._seen[one] != states.get(one):
                self._heard(one)
        self._seen = states

    def _heard(self, followed: Followed) -> None:
        self._changes_heard += 1
        for one, room in self._rooms.items():
            if one.hears_of(followed):
                room.change()

    def _connected(self) -> None:
        self._changes_heard += 1
        for room in self._rooms.values():
            room.change()

    def _end_with_the_process(self) -> None:
        """End the streams as soon as the process is to stop: the server would wait for them."""
        if threading.current_thread() is not threading.main_thread():
            return
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            before = signal.getsignal(number)

            def stop(signum: int, frame: Any, before: Any = before) -> None:
                loop.call_soon_threadsafe(self.stop)
                if callable(before):
                    before(signum, frame)

            signal.signal(number, stop)

    def stop(self) -> None:
        """End all streams; the browsers connect again, to another process."""
        self._is_stopping = True
        for task in (self._listener, self._poller):
            if task is not None:
                task.cancel()
        for room in list(self._rooms.values()):
            room.close()
        # who has come meanwhile is still let in, to a stream that ends at once


def _followed(kind: str | None, number: str | None, page: str | None) -> Followed:
    if kind is None or number is None:
        return Followed("front", int(page)) if page else FRONT
    return Followed("club" if kind == "club" else "event", int(number))


def _states_of(followed: list[Followed]) -> dict[Followed, tuple[int, str]]:
    """Return version and access of what of this exists; a few queries."""
    events = [one.id for one in followed if one.kind == "event"]
    clubs = [one.id for one in followed if one.kind == "club"]
    found = {Followed("event", pk): state for pk, state in states_of(events).items()}
    found |= {Followed("club", pk): state for pk, state in states_of_clubs(clubs).items()}
    found |= {
        one: (version_of_clubs(clubs_of_page(one.id)), OPEN_TO_ALL)
        for one in followed
        if one.is_further_page
    }
    return found | ({FRONT: (present_version(), OPEN_TO_ALL)} if FRONT in followed else {})


async def _stream(reader: Reader, is_restricted: bool, receive: Receive, send: Send) -> None:
    await _begin(send, 200, HEADERS)
    gone = asyncio.create_task(_until_gone(receive))
    # who has gone is waited for no longer, and what is sent there goes nowhere
    gone.add_done_callback(lambda _gone: reader.end())
    try:
        await _send_events(reader, is_restricted, send)
    finally:
        gone.cancel()


async def _send_events(reader: Reader, is_restricted: bool, send: Send) -> None:
    async for chunk in _events(reader, is_restricted):
        await send({"type": "http.response.body", "body": chunk, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def _events(reader: Reader, is_restricted: bool) -> AsyncIterator[bytes]:
    yield GREETING
    until = time.monotonic() + RESTRICTED_S if is_restricted else None
    while not reader.is_over and (until is None or time.monotonic() < until):
        events = await reader.next_events(KEEPALIVE_S)
        yield b"".join(events) or KEEPALIVE


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _begin(send: Send, status: int, headers: list[tuple[bytes, bytes]]) -> None:
    """Begin an answer, and count it."""
    REQUESTS.labels("live", str(status)).inc()
    await send({"type": "http.response.start", "status": status, "headers": headers})


async def _refuse(send: Send, status: int) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    if status == 503:
        headers.append((b"retry-after", str(RETRY_AFTER_S).encode()))
    await _begin(send, status, headers)
    body = b"There is nothing to follow at this address.\n" if status == 404 else b""
    await send({"type": "http.response.body", "body": body})
