"""Streams of one address: so many and no more; what nobody can follow has nothing made again."""

import asyncio
import signal

import pytest

from league.faces.public.live.admission import FULL, Followed, Part
from league.faces.public.live.rooms import (
    MOST_STREAMS,
    Reader,
    Rendered,
    Room,
    StreamsByAddress,
    address_of,
)
from league.faces.public.live.streams import LiveStreams

EVENT = Followed("event", 1)


def scope_of(client, *forwarded):
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    return {
        "type": "http",
        "method": "GET",
        "path": "/live/events/1/",
        "query_string": b"only=standings-1",
        "client": (client, 5000),
        "headers": headers,
    }


@pytest.mark.parametrize(
    ("client", "forwarded", "proxies", "address"),
    [
        ("203.0.113.7", (), 0, "203.0.113.7"),
        ("::ffff:203.0.113.7", (), 0, "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", (), 0, "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", (), 0, "2001:db8:1:2::/64"),
        # what stands before the entries of our own proxies anybody may have written
        ("127.0.0.1", ("198.51.100.1, 203.0.113.7",), 1, "203.0.113.7"),
        ("127.0.0.1", ("198.51.100.1", "203.0.113.7"), 1, "203.0.113.7"),
        ("203.0.113.7", ("198.51.100.1",), 0, "203.0.113.7"),
        ("127.0.0.1", (), 1, "127.0.0.1"),
    ],
)
def test_streams_are_counted_by_the_address_of_the_device(client, forwarded, proxies, address):
    assert address_of(scope_of(client, *forwarded), proxies) == address


def test_an_address_has_so_many_streams_and_another_one_has_its_own():
    streams = StreamsByAddress()
    assert all(streams.enter("a") for _ in range(MOST_STREAMS))
    assert not streams.enter("a")
    assert streams.enter("b")
    streams.leave("a")
    assert streams.enter("a")


def test_a_page_too_many_is_answered_that_it_asks_instead(settings):
    settings.PROXIES = 0
    live, sent = LiveStreams(), []

    async def send(message):
        sent.append(message)

    for _ in range(MOST_STREAMS):
        live._addresses.enter("203.0.113.7")
    asyncio.run(live(scope_of("203.0.113.7"), None, send))

    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    assert (sent[0]["status"], sent[1]["body"]) == (200, FULL)
    assert not live._addresses.enter("203.0.113.7")


def test_a_process_that_is_to_stop_ends_its_streams_and_stops(monkeypatch):
    called, handlers = [], {}
    monkeypatch.setattr(signal, "getsignal", lambda _number: lambda *_given: called.append("stop"))
    monkeypatch.setattr(signal, "signal", handlers.__setitem__)

    async def stop():
        live = LiveStreams()
        live._end_with_the_process()
        handlers[signal.SIGTERM](signal.SIGTERM, None)
        await asyncio.sleep(0)
        return live._is_stopping

    assert (asyncio.run(stop()), called) == (True, ["stop"])


def part(name):
    return Part(name=name, language="en", full_names=False)


async def follow_parts_that_are_not_there():
    made = []

    async def render(_followed, parts):
        made.append(sorted(part.name for part in parts))
        texts = {part: part.name for part in parts if part.name.startswith("standings")}
        return Rendered(7, "open", texts)

    room = Room(EVENT, render)
    known = Reader(frozenset([part("standings-1")]), "open", None)
    room.enter(known, version=7)
    assert len(await known.next_events(60)) == 1
    for name in ("round-1", "round-2", "round-1"):
        stranger = Reader(frozenset([part(name)]), "open", None)
        room.enter(stranger, version=7)
        await stranger.next_events(60)
        assert stranger.is_over
    second = Reader(frozenset([part("standings-1")]), "open", None)
    room.enter(second, version=7)
    assert len(await second.next_events(60)) == 1
    room.change()
    await known.next_events(0)
    room.close()
    return made


def test_a_part_that_is_not_there_has_no_other_part_made_again():
    assert asyncio.run(follow_parts_that_are_not_there()) == [
        ["standings-1"],
        ["round-1"],
        ["round-2"],
    ]
