"""L1: an evening of a federation, with production's settings and processes on this machine.

Every club plays one round, a deal a table. A phone submits, another one confirms soon after; both
send over the API. Visible is a result when the last open page of its event has standings that show
it. Page views are due at an even pace, and count from that moment. Lost are results and views that
did not come, and pages that were not brought up to date in the end.
"""

import http.client
import json
import re
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from html import unescape
from random import Random
from typing import Any
from uuid import uuid4

from deploy.workshop.bench.field import make_tables
from deploy.workshop.bench.frozen import VARIANT, deal_by
from deploy.workshop.bench.lines import Line
from deploy.workshop.bench.load import Viewed, Viewing, Views, percentile
from deploy.workshop.bench.readers import Reached, Readers, Streams
from deploy.workshop.bench.site import Site, inside

CONFIRMED_AFTER_S = 2.0
PHONES = 16  # that send at the same time
AFTERWARDS_S = 30.0  # what is not shown so long after the last one is lost
QUIET_S = 2.0
VISIBLE_S, VIEWED_MS = 1.0, 100.0  # beyond these it has broken
MOST_TIMES = 64
STREAM = re.compile(r'data-live="([^"]+)"\s+data-live-event="(standings-\d+)"')
VERSION = re.compile(r'data-live-version="(\d+)"')
ROW = re.compile(r'<tr data-key="(\d+)"(.*?)</tr>', re.DOTALL)
FIGURES = re.compile(r'<td class="num.*', re.DOTALL)
TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Sizes:
    """Each table sends a deal `every_s`; with `until_it_breaks` all is doubled again and again."""

    clubs: int = 40
    tables: int = 10
    pages: int = 3_000
    addresses: int = 20
    views_a_second: float = 100
    every_s: float = 240
    seconds: float = 45
    until_it_breaks: bool = False
    seconds_of_more: float = 20


FULL = Sizes()
TINY = Sizes(clubs=2, tables=2, pages=4, addresses=2, views_a_second=5, every_s=4, seconds=3)


@dataclass(slots=True)
class Played:
    """A table that has submitted; times as `time.time` has them."""

    table: Any
    began: float
    is_taken: bool = False


@dataclass(slots=True)
class Evening:
    """The event of one club, with the address of its pages and of their stream."""

    event: Any
    tables: list[Any]
    stream: str = ""
    part: str = ""
    entries: dict[int, list[int]] = field(default_factory=dict)

    @property
    def club_path(self) -> str:
        return f"/clubs/{self.event.club.slug}/"

    @property
    def path(self) -> str:
        return f"{self.club_path}events/{self.event.slug}/"


@dataclass(frozen=True, slots=True)
class Course:
    """What came of an evening: seconds to visible, milliseconds of pages, and what was lost."""

    visible: list[float]
    viewed: list[float]
    lost: Counter[str]

    @property
    def figures(self) -> tuple[float, float, float]:
        seen = percentile(self.visible, 95) if self.visible else AFTERWARDS_S
        return seen, percentile(self.viewed, 95), self.lost.total()


def measure(site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    with inside(site.database):
        assert site.pages_address
        assert site.live_address
        assert site.worker
        course = play(site, sizes, times=1, seconds=sizes.seconds)
        broken = until_it_breaks(site, sizes) if sizes.until_it_breaks else ""
    site.stop_processes()
    seen, viewed = percentile(course.visible, 50), percentile(course.viewed, 50)
    yield Line(
        goal="L1",
        figures=course.figures,
        note=f"{sizes.seconds:g} s, {len(course.visible)} results, median {1000 * seen:.0f} ms;"
        f" {len(course.viewed)} views, median {viewed:.0f} ms.{lost_in_words(course)}{broken}",
    )


def lost_in_words(course: Course) -> str:
    lost = [f"{count} {what}" for what, count in course.lost.items() if count]
    return f" Lost: {', '.join(lost)}." if lost else ""


def until_it_breaks(site: Site, sizes: Sizes) -> str:
    """Double results and views again and again; say at how many times each was too late."""
    broken: dict[str, int] = {}
    times = 2
    while len(broken) < 2 and times <= MOST_TIMES:
        seen, viewed, lost = play(site, sizes, times, sizes.seconds_of_more).figures
        if seen > VISIBLE_S or lost:
            broken.setdefault("visible", times)
        if viewed > VIEWED_MS:
            broken.setdefault("page", times)
        times *= 2
    results, views = sizes.clubs * sizes.tables / sizes.every_s, sizes.views_a_second
    return "".join(
        f" {what} breaks at {broken[what] * a_second:.0f} a second."
        if what in broken
        else f" {what} holds at {MOST_TIMES * a_second:.0f} a second."
        for what, a_second in (("visible", results), ("page", views))
    )


def play(site: Site, sizes: Sizes, times: int, seconds: float) -> Course:
    count = round(sizes.clubs * sizes.tables * times * seconds / sizes.every_s)
    tables = max(sizes.tables, -(-count // sizes.clubs))
    evenings = [make_evening(times, number, tables) for number in range(sizes.clubs)]
    pages = "http://{}:{}".format(*site.pages_address)
    for evening in evenings:
        read_stream(pages, evening)
    order = [(evening, table) for evening in evenings for table in evening.tables]
    Random(times).shuffle(order)
    paths = ["/"]
    for evening in evenings:
        paths += [evening.club_path, evening.path, f"{evening.path}standings/"]
    host, port = site.pages_address
    streams = Streams(
        *site.live_address,
        paths=[evening.stream for evening in evenings],
        parts=[evening.part for evening in evenings],
        pages=sizes.pages // sizes.clubs,
        addresses=sizes.addresses,
    )
    with Readers(streams) as readers:
        viewing = Viewing(Views(host, port, paths, times * sizes.views_a_second, seconds))
        played = send_all(site, order[:count], seconds)
        viewed = viewing.result()
        wait_until_shown(played)
        reached = readers.close()
    return judged(evenings, played, reached, viewed, streams.pages)


def make_evening(times: int, number: int, tables: int) -> Evening:
    """Make a club that plays tonight."""
    from django.db import transaction
    from django.utils import timezone

    from league.clubs.models import Club
    from league.play.events.models import Event

    now = timezone.now()
    with transaction.atomic():
        club = Club.objects.create(name=f"Club {times} {number}", slug=f"club-{times}-{number}")
        event = Event.objects.create(
            club=club,
            name="League night",
            slug="night",
            starts_on=now.date(),
            variant=VARIANT,
            entry_kind="pair",
            deals_a_round=1,
            state="running",
            method={"name": "match_points", "win": 2, "draw": 1, "loss": 0},
            tiebreaks=["point_difference"],
            opened_at=now,
            started_at=now,
        )
        made = make_tables(event, tables)
    evening = Evening(event, made)
    for table in made:
        entries = table.placements.order_by("side").values_list("entry_id", flat=True)
        evening.entries[table.pk] = list(entries)
    return evening


def read_stream(site: str, evening: Evening) -> None:
    """Open the page of the standings, as whoever leaves it open does."""
    with urllib.request.urlopen(f"{site}{evening.path}standings/", timeout=30) as answer:  # noqa: S310
        html = answer.read().decode()
    found, version = STREAM.search(html), VERSION.search(html)
    assert found, "the page of the standings has no live part"
    assert version
    evening.stream = f"{unescape(found[1])}&after={version[1]}"
    evening.part = found[2]


def send_all(site: Site, order: Sequence[tuple[Evening, Any]], seconds: float) -> list[Played]:
    """Have the tables submit at an even pace, each confirmed soon after; return them."""
    played, lot, started = [], Random(1), time.time()
    with ThreadPoolExecutor(PHONES) as phones:
        for number, (_evening, table) in enumerate(order):
            due = started + number * seconds / len(order)
            time.sleep(max(0.0, due - time.time()))
            played.append(Played(table, due))
            phones.submit(send, site, played[-1], deal_by(lot))
        phones.shutdown()
    time.sleep(max(0.0, started + seconds - time.time()))
    return played


def send(site: Site, played: Played, deal: dict[str, Any]) -> None:
    submission = post(site, played.table, "submit", {"side": 0, "data": deal})
    if submission is None:
        return
    time.sleep(CONFIRMED_AFTER_S)
    confirmed = {"side": 1, "submissions": [submission["id"]]}
    played.is_taken = post(site, played.table, "confirm", confirmed) is not None


def post(site: Site, table: Any, act: str, data: dict[str, Any]) -> Any:
    """Return what is answered, None where it is not taken."""
    from league.play.rounds.links import link_of

    connection = http.client.HTTPConnection(*site.pages_address, timeout=30)
    headers = {
        "Authorization": f"Table {link_of(table)}",
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid4()),
    }
    try:
        path = f"/api/v1/tables/{table.pk}/{act}"
        connection.request("POST", path, json.dumps(data), headers)
        answer = connection.getresponse()
        text = answer.read()
        return json.loads(text) if answer.status in (200, 201) else None
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def wait_until_shown(played: Sequence[Played]) -> None:
    """Wait until the standings have all results, for a while, and a moment for the pages.

    It looks seldom: what it asks the database is a load too.
    """
    from league.tables.standings.models import SnapshotRow

    tables = [one.table.pk for one in played]
    rows = SnapshotRow.objects.filter(entry__placements__table__in=tables, played=1)
    give_up_at = time.time() + AFTERWARDS_S
    while rows.count() < 2 * len(tables) and time.time() < give_up_at:
        time.sleep(0.5)
    time.sleep(QUIET_S)


def judged(
    evenings: Sequence[Evening],
    played: Sequence[Played],
    reached: Sequence[Reached],
    viewed: Viewed,
    pages: int,
) -> Course:
    at_table = {one.table.pk: one for one in played}
    visible: list[float] = []
    lost = Counter({"views": sum(viewed.statuses.values()) - viewed.statuses.get("200", 0)})
    for evening, sent in zip(evenings, reached, strict=True):
        shown = [(version.last_at, entries_shown(version.text)) for version in sent.versions]
        for table in evening.tables:
            if (one := at_table.get(table.pk)) is None:
                continue
            own = evening.entries[table.pk]
            at = next((at for at, entries in shown if entries.issuperset(own)), None)
            lost["results"] += at is None or not one.is_taken
            if at is not None:
                visible.append(at - one.began)
        lost["open pages"] += pages - sent.up_to_date
    return Course(visible, viewed.took_ms or [0.0], lost)


def entries_shown(text: str) -> set[int]:
    """Return the entries whose figures in the standings are not all nought."""
    shown = set()
    for key, row in ROW.findall(text):
        figures = FIGURES.search(row)
        if figures and re.search("[1-9]", TAG.sub(" ", figures[0])):
            shown.add(int(key))
    return shown
