"""P14, P30, P40: every main page, a submission and the rebuilds on a site that has grown.

GROWTH says how large it is: "2000x43" is 2,000 clubs more, each with 43 more nights than the demo
(10 million deals, 110,000 events; an hour, and some 65 GB of disk). The demo alone and the site
that has grown are databases of one server, and are asked by turns; what counts is the processor
time of a page and of its database connection, which a busy machine changes least.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from deploy.bench.copies import Size, add_copies, tidy
from deploy.bench.evening import AT, make_round, submit
from deploy.bench.lines import Line
from deploy.bench.pages import Page, main_pages
from deploy.bench.plans import MOST_READ, Read, growing, queries_of, reads_when_done
from deploy.bench.site import Site
from deploy.embedded.roles import copied_database

AGAINST = "with the demo alone"
FRONT_PAGE = "front page"


@dataclass(frozen=True, slots=True)
class Sizes:
    """`growth` as in GROWTH; each thing is done so many `times` in each of the `turns`."""

    growth: str = "100x10"
    turns: int = 3
    times: int = 3


FULL = Sizes()
TINY = Sizes(growth="2x1", turns=1, times=1)


def measure(site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    from django.db import connection

    assert site.database
    work_out_the_demo()
    demo, places = connection.settings_dict["NAME"], site.places
    connection.close()
    with (
        copied_database(places, demo, "alone") as alone,
        copied_database(places, demo, "grown") as grown,
    ):
        with inside(grown):
            grow(Size.read(os.environ.get("GROWTH", sizes.growth)))
        yield from beside_the_demo(alone, grown, sizes)


def beside_the_demo(alone: str, grown: str, sizes: Sizes) -> Iterator[Line]:
    """Compare two databases by their names, of which the second has copies of the first."""
    sites = [Side(alone), Side(grown)]
    yield from stored(*sites)
    for side in sites:
        fill_the_list_of_clubs(side)
    for page in main_pages():
        yield ratio(page.what, *by_turns(sites, page, sizes))
    yield from nights(sites, sizes)
    yield from read_as_a_whole(sites[1])


def work_out_the_demo() -> None:
    """Do what the worker does after the demo was played."""
    from league.clubs.models import Club
    from league.events.models import Stage
    from league.journal.services import deliver_all
    from league.ratings.services import rebuild as rate
    from league.standings.services import rebuild
    from league.statistics.services import recount

    deliver_all()
    for stage in Stage.objects.values_list("pk", flat=True):
        rebuild(stage_id=stage, at=AT)
        recount(stage_id=stage, at=AT)
    for club in Club.objects.values_list("pk", flat=True):
        rate(club_id=club, at=AT)


def grow(size: Size) -> None:
    started = time.perf_counter()

    def report(clubs: int) -> None:
        passed = time.perf_counter() - started
        print(f"  {clubs} clubs after {passed:.0f} s", file=sys.stderr, flush=True)

    add_copies(size, report=report)
    tidy()


@contextmanager
def inside(database: str) -> Iterator[None]:
    """Have Django use another database of the same server."""
    from django.db import connection

    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = database
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before


@dataclass
class Side:
    """One of the two databases, with browsers that are open on it."""

    database: str
    reader: Any = field(init=False)
    director: Any = field(init=False)

    def __post_init__(self) -> None:
        from django.test import Client

        from league.clubs.models import Member

        self.reader, self.director = Client(HTTP_HOST="localhost"), Client(HTTP_HOST="localhost")
        with inside(self.database):
            owner = Member.objects.filter(role="owner").select_related("user").earliest("pk").user
            self.director.force_login(owner)

    def open(self, page: Page) -> None:
        """Open a page of which nothing is kept."""
        forget()
        answer = (self.director if page.for_director else self.reader).get(page.address)
        assert answer.status_code == 200, f"{page.address}: {answer.status_code}"


def forget() -> None:
    from django.core.cache import cache

    cache.clear()


def fill_the_list_of_clubs(side: Side) -> None:
    """Have the front page show as many clubs in either database, which say as much."""
    from league.clubs.models import Club
    from league.public.club.front_now import CLUBS_A_PAGE

    with inside(side.database):
        words = Club.objects.values("name", "about", "when_we_play", "where_we_play").earliest("pk")
        Club.objects.bulk_create(
            Club(slug=f"neighbours-{number}", **words) for number in range(CLUBS_A_PAGE)
        )


def by_turns(sites: list[Side], page: Page, sizes: Sizes) -> list[float]:
    """Return the shortest time that the page took in each database, in seconds."""
    shortest = [float("inf")] * len(sites)
    for _turn in range(sizes.turns):
        for number, side in enumerate(sites):
            with inside(side.database):
                side.open(page)  # the first one connects
                for _time in range(sizes.times):
                    took = seconds(partial(side.open, page))
                    shortest[number] = min(shortest[number], took)
    return shortest


def nights(sites: list[Side], sizes: Sizes) -> Iterator[Line]:
    """Play a part of a night in each database, by turns."""
    from league.clubs.models import Club
    from league.ratings.models import ClubRatings
    from league.ratings.services import rebuild as rate
    from league.standings.services import rebuild, want

    times = sizes.turns * sizes.times
    rounds, timed_sides = [], [Timed() for _side in sites]
    for side in sites:
        with inside(side.database):
            slug = f"growth-{Club.objects.count()}"
            rounds.append(make_round(slug, tables=times + 1))
    for number in range(times + 1):
        for (stage, tables, deal), side, timed in zip(rounds, sites, timed_sides, strict=True):
            club = stage.event.club
            with inside(side.database):
                timed.add("a submission", number, partial(submit, tables[number], deal))
                want(stage_ids=[stage.pk], at=AT)
                again = partial(rebuild, stage_id=stage.pk, at=AT)
                timed.add("rebuild of an event", number, again)
                ClubRatings.objects.update_or_create(club=club, defaults={"wanted": 1, "built": 0})
                timed.add("rebuild of ratings", number, partial(rate, club_id=club.pk, at=AT))
    for what in timed_sides[0].shortest:
        yield ratio(what, *(timed.shortest[what] for timed in timed_sides))


class Timed:
    """The shortest time of each thing; what runs first pays for connecting and is left out."""

    def __init__(self) -> None:
        self.shortest: dict[str, float] = {}

    def add(self, what: str, number: int, work: Callable[[], object]) -> None:
        took = seconds(work)
        if number:
            self.shortest[what] = min(took, self.shortest.get(what, took))


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time of this process and of the backend of its connection."""
    from django.db import connection

    connection.ensure_connection()
    backend = connection.connection.info.backend_pid
    before = time.process_time() + of_backend(backend)
    work()
    return time.process_time() + of_backend(backend) - before


def of_backend(pid: int) -> float:
    """Return how long a process has run; the first number there is in nanoseconds."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def ratio(what: str, alone: float, grown: float) -> Line:
    return Line(
        goal="P30" if what == FRONT_PAGE else "P14",
        what=what,
        figure=1000 * grown,
        unit="ms",
        against=AGAINST,
        reference=1000 * alone,
        ratio=grown / alone,
    )


def stored(alone: Side, grown: Side) -> Iterator[Line]:
    """Say how much there is of each."""
    for (what, before), after in zip(amounts(alone).items(), amounts(grown).values(), strict=True):
        yield Line(
            what=f"{what} stored",
            figure=after,
            unit="",
            against=AGAINST,
            reference=before,
            ratio=after / before,
        )


def amounts(side: Side) -> dict[str, int]:
    from games.models import Deal
    from league.clubs.models import Club, Player
    from league.events.models import Event

    counted = {"clubs": Club, "events": Event, "players": Player, "deals": Deal}
    with inside(side.database):
        return {what: model._default_manager.count() for what, model in counted.items()}


def read_as_a_whole(side: Side) -> Iterator[Line]:
    """Say which queries of main pages read more of a table than a page can need, and how many."""
    found = {
        (page.what, read.table): read for page in main_pages() for read in too_much_read(page, side)
    }
    for (what, table), read in found.items():
        yield Line(what=f"{what}: read of {table} ({read.how})", figure=read.rows, unit="rows")
    yield Line(goal="P40", what="tables of main pages in that", figure=len(found), unit="tables")


def too_much_read(page: Page, side: Side) -> list[Read]:
    with inside(side.database):
        side.open(page)
        reads = [
            read
            for query in queries_of(partial(side.open, page))
            for read in reads_when_done(query)
        ]
    return [read for read in reads if read.table in growing() and (read.rows or 0) > MOST_READ]
