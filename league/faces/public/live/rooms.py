"""The readers of the live pages of an event or a club in this process, and what was last sent."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, TypeAlias

import structlog

from league.faces.public.live.admission import FRONT, Followed, Openness, Part, event_bytes

log = structlog.stdlib.get_logger("live")

# results of a busy minute are gathered for so long, so that a page is not made for each
PAUSE_S = 0.2
# the start page hears of every club
LONG_PAUSE_S = 1.0
# and so does each further page of its clubs, of which somebody may open all: what stands there
# changes when an event of the club is opened, begins or ends
FURTHER_PAUSE_S = 10.0
RETRY_S = 1.0
REMEMBERED_S = 1.0

Render: TypeAlias = Callable[[Followed, frozenset[Part]], Awaitable["Rendered"]]


class Rendered:
    """The parts of what is followed at one version; a part that it does not have is missing.

    `access` says who may see it. Who was admitted under another one is asked again.
    """

    def __init__(self, version: int, access: str, texts: dict[Part, str]) -> None:
        self.version = version
        self.access = access
        self.texts = texts
        self.events = {
            part: event_bytes(name=part.name, version=version, data=text)
            for part, text in texts.items()
        }

    def add(self, more: "Rendered") -> None:
        """Take in other parts of the same version."""
        self.texts |= more.texts
        self.events |= more.events


class Reader:
    """One open page. One event a part waits for it, the newest: a slow reader costs no more."""

    def __init__(self, parts: frozenset[Part], access: str, after: int | None) -> None:
        self.parts = parts
        self.access = access
        self.after = after
        self.is_over = False
        self._waiting: dict[Part, bytes] = {}
        self._sent: dict[Part, str] = {}
        self._wake = asyncio.Event()

    def offer(self, rendered: Rendered) -> None:
        """Queue what this reader has not had yet; end its stream if it may no longer read."""
        if rendered.access != self.access or not self.parts <= rendered.texts.keys():
            self.end()
            return
        if rendered.version == self.after:
            # the page itself showed this version; what it showed exactly is not known here
            return
        for part in self.parts:
            text = rendered.texts[part]
            if self._sent.get(part) != text:
                self._sent[part] = text
                self._waiting[part] = rendered.events[part]
        if self._waiting:
            self._wake.set()

    def end(self) -> None:
        self.is_over = True
        self._wake.set()

    async def next_events(self, seconds: float) -> list[bytes]:
        """Return what waits, as soon as something does; nothing after so many seconds."""
        try:
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        except TimeoutError:
            return []
        self._wake.clear()
        events = list(self._waiting.values())
        self._waiting.clear()
        return events


class Room:
    """Renders each part once for all its readers, whenever what is followed has changed.

    Of a version only those parts are made that nobody has asked for yet.
    """

    def __init__(self, followed: Followed, render: Render) -> None:
        self.followed = followed
        self.readers: set[Reader] = set()
        self._render = render
        self._last: Rendered | None = None
        self._asked: frozenset[Part] = frozenset()  # of the last version; some may not be there
        self._is_behind = True
        self._open: tuple[Openness, float] | None = None
        self._changed = asyncio.Event()
        self._work = asyncio.create_task(self._follow(), name=f"live room of {followed}")

    def enter(self, reader: Reader, *, version: int) -> None:
        """Let a reader in; one who saw another version than the present one is brought up to it."""
        self.readers.add(reader)
        if reader.after == version:
            return
        last = self._last
        if last is not None and last.version >= version and reader.parts <= self._asked:
            reader.offer(last)
            return
        if last is not None and last.version < version:
            self._is_behind = True
        self._changed.set()

    def leave(self, reader: Reader) -> None:
        self.readers.discard(reader)

    def is_open_to_strangers(self, openness: Openness, at: float) -> None:
        """Remember what the database said of it; `at` are seconds of the process's clock."""
        self._open = (openness, at)

    def openness(self, now: float) -> Openness | None:
        """Return what is remembered, for a second, and only while no change was heard of."""
        if self._open is None or now - self._open[1] > REMEMBERED_S:
            return None
        return self._open[0]

    def change(self) -> None:
        """Render again: it has changed, perhaps who may see it too."""
        self._open = None
        self._is_behind = True
        self._changed.set()

    def close(self) -> None:
        self._work.cancel()
        for reader in self.readers:
            reader.end()

    async def _follow(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            try:
                await self._bring_up_to_date()
            except Exception:
                # the database may be away for a moment: the readers keep what they have
                log.exception("live_render_failed", followed=str(self.followed))
                self._is_behind = True
                self._changed.set()
                await asyncio.sleep(RETRY_S)
            await asyncio.sleep(_pause(self.followed))

    async def _bring_up_to_date(self) -> None:
        parts = frozenset(part for reader in self.readers for part in reader.parts)
        if not parts:
            return
        if self._is_behind or self._last is None:
            self._is_behind = False
            self._last = await self._render(self.followed, parts)
            self._asked = parts
        elif more := parts - self._asked:
            await self._render_more(self._last, more, parts)
        self._offer(self._last, parts)

    async def _render_more(
        self, last: Rendered, more: frozenset[Part], parts: frozenset[Part]
    ) -> None:
        """Render what nobody has asked for yet; what has changed meanwhile is rendered whole."""
        made = await self._render(self.followed, more)
        if (made.version, made.access) != (last.version, last.access):
            self._is_behind = True
            self._changed.set()
            return
        last.add(made)
        # parts that are not there are remembered for as long as somebody asks for them
        self._asked = frozenset(last.texts) | parts

    def _offer(self, rendered: Rendered, parts: frozenset[Part]) -> None:
        for reader in list(self.readers):
            # who came while it was rendered asks again, if need be
            if reader.parts <= parts & self._asked:
                reader.offer(rendered)
            else:
                self._changed.set()


def _pause(followed: Followed) -> float:
    """Return how long what is followed is left alone once it has been made."""
    if followed.is_further_page:
        return FURTHER_PAUSE_S
    return LONG_PAUSE_S if followed == FRONT else PAUSE_S


# --- How many streams come from an address: a hall of phones is one address, and so is a flood ---

# a page with one more asks every 15 seconds instead
MOST_STREAMS = 300
SUBSCRIBER = 64  # bits of an IPv6 address that name the network of one customer


class StreamsByAddress:
    """Counts the streams of each address that has some."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more stream of the address; False, and nothing is counted, for one too many."""
        if self._open[address] >= MOST_STREAMS:
            return False
        self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]


def address_of(scope: dict[str, Any], proxies: int) -> str:
    """Return the address that a reader comes from, of IPv6 the network of the customer.

    `proxies` of ours stand in front and append to X-Forwarded-For; what stands there before
    theirs is believed nothing.
    """
    client = scope.get("client") or ("",)
    text = str(client[0])
    forwarded = [
        value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"
    ]
    hops = [hop.strip() for hop in ",".join(forwarded).split(",") if hop.strip()]
    if proxies and len(hops) >= proxies:
        text = hops[-proxies]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address, SUBSCRIBER), strict=False))
