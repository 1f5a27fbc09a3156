"""P7, P25 to P28 and P39: requests a second of the web server: files, pages, the API.

`make run` has one process; production has gunicorn with two, and beside it stands the same Django
with next to nothing on it (deploy/bench/bare.py).
"""

import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from deploy.bench.largest_pages import (
    club_address,
    standings_address,
    table_address,
    tables_address,
)
from deploy.bench.lines import Line
from deploy.bench.load import load
from deploy.bench.site import Site

BARE = "a bare Django answer"
A_COOKIE = "Cookie: measured=each-time"


@dataclass(frozen=True, slots=True)
class Sizes:
    """Each address is asked for so many rounds of so many seconds."""

    rounds: int = 3
    seconds: float = 1.5


FULL = Sizes()
TINY = Sizes(rounds=1, seconds=0.05)


def measure(site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    compared = partial(beside, sizes)
    bare = f"{site.url}/livez"
    without = load(bare, seconds=sizes.seconds).rate
    yield rate("a bare Django answer through all middleware", without)

    from django.contrib.staticfiles.storage import staticfiles_storage

    style = site.url + staticfiles_storage.url("site/site.css")
    yield compared(bare, "a bare static answer (the style sheet)", style)

    page = site.url + standings_address()
    yield compared(bare, "the standings page, kept", page)
    yield compared(bare, "the standings page, unchanged (304)", page, unchanged=True)
    tables = site.url + tables_address()
    yield compared(bare, "the API's list of tables", tables)
    yield from in_production(site, sizes)
    yield from rendered(site, sizes)


def in_production(site: Site, sizes: Sizes) -> Iterator[Line]:
    """P7 and P39: the kept page where two processes serve it, beside the same server's own pace."""
    page, server = site.production_url + standings_address(), site.bare_django_url
    kept, unchanged = "the standings page, kept", "the standings page, unchanged (304)"
    pace = load(f"{server}/wsgi", seconds=sizes.seconds).rate
    yield rate("a bare WSGI function, 17 kB, two processes", pace)
    django, row = f"{server}/django", f"{server}/row"
    yield beside(
        sizes,
        django,
        f"{kept}, two processes",
        page,
        goal="P7",
        against="Django without middleware",
    )
    yield beside(
        sizes,
        row,
        f"{unchanged}, two processes",
        page,
        unchanged=True,
        goal="P39",
        against="a row read by Django without middleware",
    )


def rendered(site: Site, sizes: Sizes) -> Iterator[Line]:
    """P25 to P28: pages made for each request, where two processes serve them."""
    for goal, what, path in (
        # a query that the page does not know is never kept
        ("P25", "the standings page", f"{standings_address()}?measure=cold"),
        ("P26", "the front page", "/"),
        ("P27", "a club's page", club_address()),
        ("P28", "a table's page", table_address()),
    ):
        # who sends a cookie is never answered from memory
        result = load(site.production_url + path, seconds=sizes.seconds, headers=(A_COOKIE,))
        assert list(result.statuses) == ["200"], (path, result.statuses)
        yield rate(f"{what}, rendered each time, two processes", result.rate, goal=goal)


def beside(
    sizes: Sizes,
    bare: str,
    what: str,
    url: str,
    *,
    unchanged: bool = False,
    goal: str = "",
    against: str = BARE,
) -> Line:
    """Measure an address and the bare answer in turns, so that both meet the same machine."""
    headers = (f"If-None-Match: {etag(url)}",) if unchanged else ()
    ours, bares = [], []
    for _ in range(sizes.rounds):
        bares.append(load(bare, seconds=sizes.seconds).rate)
        result = load(url, seconds=sizes.seconds, headers=headers)
        assert list(result.statuses) == ["304" if unchanged else "200"], (url, result.statuses)
        ours.append(result.rate)
    return rate(what, max(ours), max(bares), goal=goal, against=against)


def rate(
    what: str,
    figure: float,
    reference: float | None = None,
    *,
    goal: str = "",
    against: str = BARE,
) -> Line:
    return Line(
        goal=goal,
        what=what,
        figure=figure,
        unit="requests/s",
        against=against if reference else "",
        reference=reference,
        ratio=figure / reference if reference else None,
    )


def etag(url: str) -> str:
    with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310 - our own server
        tag: str = answer.headers["ETag"]
        return tag
