"""L3 and L4: the pages that everybody opens, with nothing kept and asked again."""

from collections.abc import Iterator
from dataclasses import dataclass

from deploy.workshop.bench.asking import Browser
from deploy.workshop.bench.frozen import OPEN, TONIGHT, freeze_evening
from deploy.workshop.bench.lines import Line
from deploy.workshop.bench.site import Site, inside


@dataclass(frozen=True, slots=True)
class Sizes:
    times: int = 15


FULL = Sizes()
TINY = Sizes(times=1)


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds of processor for a page, and the queries of one of which nothing is kept."""

    made_ms: float
    queries: int
    again_ms: float

    def __str__(self) -> str:
        return f"{self.made_ms:.1f} ms ({self.queries}) / {self.again_ms:.1f} ms"


def measure(site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    from django.urls import reverse

    from league.play.events.models import Event

    with inside(site.frozen), freeze_evening():
        field, tonight = (
            Event.objects.select_related("club").get(slug=slug) for slug in (OPEN, TONIGHT)
        )
        faces = {
            "event home": reverse("public:event", args=[field.club.slug, field.slug]),
            "club home": reverse("public:club", args=[field.club.slug]),
            "front page": reverse("public:home"),
            "busy evening": reverse("public:event", args=[tonight.club.slug, tonight.slug]),
        }
        standings = reverse("public:standings", args=[field.club.slug, field.slug])
        costs = {what: cost_of(site, path, sizes.times) for what, path in faces.items()}
        of_standings = cost_of(site, standings, sizes.times)
    found = costs.values()
    yield Line(
        goal="L3",
        figures=(
            max(cost.made_ms for cost in found),
            max(cost.queries for cost in found),
            max(cost.again_ms for cost in found),
        ),
        note="; ".join(f"{what} {cost}" for what, cost in costs.items()) + ".",
    )
    yield Line(
        goal="L4",
        figures=(of_standings.made_ms, of_standings.again_ms),
        note=f"{of_standings.queries} queries with nothing kept.",
    )


def cost_of(site: Site, path: str, times: int) -> Cost:
    from django.core.cache import cache
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    ask, processor = Browser().getting(path), site.processor
    ask()  # what the process has to load
    made = []
    for _ in range(times):
        cache.clear()
        made.append(processor.seconds(ask))
    again = processor.least(ask, times=times)
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        ask()
    return Cost(1000 * min(made), len(queries), 1000 * again)
