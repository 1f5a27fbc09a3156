"""P7, P25 to P28 and P39: requests a second of the web server: files, pages, the API.

`make run` has one process; production has granian with two, and beside it stands the same Django
with next to nothing on it (deploy/bench/bare.py).
"""

import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from deploy.bench.lines import Line
from deploy.bench.load import load
from deploy.bench.site import Site

if TYPE_CHECKING:
    from league.events.models import Event

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
    from django.urls import reverse

    style = site.url + staticfiles_storage.url("site/site.css")
    yield compared(bare, "a bare static answer (the style sheet)", style)

    page = site.url + standings_address()
    yield compared(bare, "the standings page, kept", page)
    yield compared(bare, "the standings page, unchanged (304)", page, unchanged=True)
    tables = site.url + reverse("api:tables", args=[largest_round()])
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


def largest_event() -> "Event":
    """Return the demo's public event with the most entries, with its club."""
    from django.db.models import Count

    from league.events.models import Event

    public = Event.objects.filter(visibility="public").select_related("club")
    return public.annotate(size=Count("entries")).order_by("-size", "pk")[0]


def standings_address() -> str:
    from django.urls import reverse

    event = largest_event()
    return reverse("public:standings", args=[event.club.slug, event.slug])


def club_address() -> str:
    from django.urls import reverse

    return reverse("public:club", args=[largest_event().club.slug])


def table_address() -> str:
    """Return the page of the public table with the most deals."""
    from django.urls import reverse

    from league.rounds.models import Table

    played = Table.objects.filter(round__stage__event__visibility="public", result__deals__gt=0)
    table = played.select_related("round__stage__event__club").order_by("-result__deals", "pk")[0]
    event = table.round.stage.event
    return reverse("public:table", args=[event.club.slug, event.slug, table.pk])


def largest_round() -> int:
    """Return the round of the demo's public events that has the most tables."""
    from django.db.models import Count

    from league.rounds.models import Round

    rounds = Round.objects.filter(stage__event__visibility="public")
    return rounds.annotate(size=Count("tables")).order_by("-size", "pk")[0].pk


def etag(url: str) -> str:
    with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310 - our own server
        tag: str = answer.headers["ETag"]
        return tag
