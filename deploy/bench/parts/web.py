"""Requests a second of the web server of `make run`: bare answers, files, pages, the API."""

import urllib.request
from collections.abc import Iterator

from deploy.bench.lines import Line
from deploy.bench.load import load
from deploy.bench.site import Site

BARE = "a bare Django answer"


ROUNDS = 3
SECONDS = 1.5


def measure(site: Site) -> Iterator[Line]:
    bare = f"{site.url}/livez"
    yield rate("a bare Django answer through all middleware", load(bare).rate)

    from django.contrib.staticfiles.storage import staticfiles_storage
    from django.urls import reverse

    style = site.url + staticfiles_storage.url("site/site.css")
    yield beside(bare, "a bare static answer (the style sheet)", style)

    page = site.url + standings_address()
    # a query that the page does not know is never kept: each answer is rendered again
    yield beside(bare, "the standings page, rendered each time", f"{page}?measure=cold")
    yield beside(bare, "the standings page, kept", page, goal="P7", at_least=0.8)
    yield beside(bare, "the standings page, unchanged (304)", page, unchanged=True)

    tables = site.url + reverse("api:tables", args=[largest_round()])
    yield beside(bare, "the API's list of tables", tables)
    yield beside(bare, "the API's list of tables, unchanged (304)", tables, unchanged=True)


def beside(
    bare: str,
    what: str,
    url: str,
    *,
    unchanged: bool = False,
    goal: str = "",
    at_least: float | None = None,
) -> Line:
    """Measure an address and the bare answer in turns, so that both meet the same machine."""
    headers = (f"If-None-Match: {etag(url)}",) if unchanged else ()
    ours, bares = [], []
    for _ in range(ROUNDS):
        bares.append(load(bare, seconds=SECONDS).rate)
        result = load(url, seconds=SECONDS, headers=headers)
        assert list(result.statuses) == ["304" if unchanged else "200"], (url, result.statuses)
        ours.append(result.rate)
    return rate(what, max(ours), max(bares), goal=goal, at_least=at_least)


def rate(
    what: str,
    figure: float,
    reference: float | None = None,
    *,
    goal: str = "",
    at_least: float | None = None,
) -> Line:
    return Line(
        goal=goal,
        what=what,
        figure=figure,
        unit="requests/s",
        against=BARE if reference else "",
        reference=reference,
        ratio=figure / reference if reference else None,
        at_least=at_least,
    )


def standings_address() -> str:
    """Return the standings page of the demo's event with the most entries."""
    from django.db.models import Count
    from django.urls import reverse

    from league.events.models import Event

    event = (
        Event.objects.filter(visibility="public")
        .annotate(size=Count("entries"))
        .select_related("club")
        .order_by("-size", "pk")[0]
    )
    return reverse("public:standings", args=[event.club.slug, event.slug])


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
