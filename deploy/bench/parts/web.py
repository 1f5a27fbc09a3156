"""Requests a second of the web server of `make run`: bare answers, files, pages, the API."""

import urllib.request
from collections.abc import Iterator

from deploy.bench.lines import Line
from deploy.bench.load import load
from deploy.bench.site import Site

BARE = "a bare Django answer"


def measure(site: Site) -> Iterator[Line]:
    bare = load(f"{site.url}/livez").rate
    yield rate("a bare Django answer through all middleware", bare)

    from django.contrib.staticfiles.storage import staticfiles_storage
    from django.urls import reverse

    style = staticfiles_storage.url("site/site.css")
    yield rate("a bare static answer (the style sheet)", load(site.url + style).rate, bare)

    page = site.url + standings_address()
    # a query that the page does not know is never kept: each answer is rendered anew
    yield rate("the standings page, rendered each time", load(f"{page}?measure=cold").rate, bare)
    yield rate("the standings page, kept", load(page).rate, bare, goal="P7", at_least=0.8)
    fresh = load(page, headers=(f"If-None-Match: {etag(page)}",))
    assert list(fresh.statuses) == ["304"], fresh.statuses
    yield rate("the standings page, unchanged (304)", fresh.rate, bare)

    tables = site.url + reverse("api:table-list")
    yield rate("the API's list of tables", load(tables).rate, bare)
    fresh = load(tables, headers=(f"If-None-Match: {etag(tables)}",))
    yield rate("the API's list of tables, unchanged (304)", fresh.rate, bare)


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


def etag(url: str) -> str:
    with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310 - our own server
        found: str = answer.headers["ETag"]
        return found
