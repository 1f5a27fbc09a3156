"""L8: every main page on a site that has grown, against the same club alone.

Two databases of one server are asked by turns; what counts is processor time. The grown one has
copies of a small club, each with one night many times over: `grown` is clubs x nights.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from deploy.workshop.bench.asking import Browser, Processor, browser_of
from deploy.workshop.bench.copies import Size, add_copies, tidy
from deploy.workshop.bench.frozen import Amounts, fill, freeze_evening
from deploy.workshop.bench.lines import Line
from deploy.workshop.bench.pages import Page, main_pages
from deploy.workshop.bench.plans import MOST_READ, growing, queries_of, reads_when_done
from deploy.workshop.bench.site import Site, inside

SMALL = Amounts(pairs=4, nights=2, rounds=1, playing=4, entrants=4, rounds_before=1)


@dataclass(frozen=True, slots=True)
class Sizes:
    """Each page is made so many `times` in each of the `turns`."""

    grown: str = "200x50"
    turns: int = 2
    times: int = 2


FULL = Sizes()
TINY = Sizes(grown="2x1", turns=1, times=1)


def measure(site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    alone = site.empty_database("alone")
    with inside(alone), freeze_evening():
        fill(SMALL)
        pages = list(main_pages())
    grown = site.copy_of(alone, "grown")
    with inside(grown):
        add_copies(Size.read(sizes.grown))
        tidy()
    yield compared(site, alone, grown, pages, sizes)


def compared(site: Site, alone: str, grown: str, pages: list[Page], sizes: Sizes) -> Line:
    """Compare two databases by their names, of which the second has copies of the first."""
    least: dict[str, list[float]] = {page.what: [float("inf")] * 2 for page in pages}
    with freeze_evening():
        for database in (alone, grown):
            with inside(database):
                fill_the_list_of_clubs()
        for _turn in range(sizes.turns):
            for number, database in enumerate((alone, grown)):
                with inside(database):
                    browsers = Browsers(site.processor)
                    for page in pages:
                        took = browsers.least(page, sizes.times)
                        least[page.what][number] = min(took, least[page.what][number])
        with inside(grown):
            counts, read = amounts(), sorted(read_too_much(pages, Browsers(site.processor)))
    ratios = {what: there / here for what, (here, there) in least.items()}
    slower = sorted(ratios, key=lambda what: -ratios[what])
    worst = ", ".join(f"{what} {ratios[what]:.2f}" for what in slower[:5])
    return Line(
        goal="L8",
        figures=(max(ratios.values()), len(read)),
        note=f"{counts}; the worst of {len(pages)} pages: {worst}."
        + (f" Read: {'; '.join(read)}." if read else ""),
    )


class Browsers:
    """A stranger's, and the one in which the owner of the club has signed in."""

    def __init__(self, processor: Processor) -> None:
        from league.clubs.models import Member

        owner = Member.objects.filter(role="owner").select_related("user").earliest("pk").user
        self.stranger, self.owner = Browser(), browser_of(owner)
        self.processor = processor

    def open(self, page: Page) -> None:
        (self.owner if page.for_director else self.stranger).getting(page.address)()

    def least(self, page: Page, times: int) -> float:
        """Return the least time in which the page was made with nothing kept."""
        from django.core.cache import cache

        ask = (self.owner if page.for_director else self.stranger).getting(page.address)
        ask()  # the first one connects, and has PostgreSQL read its files
        took = []
        for _ in range(times):
            cache.clear()
            took.append(self.processor.seconds(ask))
        return min(took)


def fill_the_list_of_clubs() -> None:
    """Have the front page show as many clubs in either database, which say as much."""
    from league.clubs.models import Club
    from league.faces.public.club.home_live import CLUBS_A_PAGE

    words = Club.objects.values("name", "about", "when_we_play", "where_we_play").earliest("pk")
    Club.objects.bulk_create(
        Club(slug=f"neighbours-{number}", **words) for number in range(CLUBS_A_PAGE)
    )


def amounts() -> str:
    """Say how much there is."""
    from games.models import Deal
    from league.clubs.models import Club
    from league.play.events.models import Event

    counted: dict[str, Any] = {"clubs": Club, "events": Event, "deals": Deal}
    return ", ".join(f"{model._default_manager.count()} {what}" for what, model in counted.items())


def read_too_much(pages: list[Page], browsers: Browsers) -> set[str]:
    """Return the tables of which a query of a page reads more than a page can need."""
    from django.core.cache import cache

    found = set()
    for page in pages:
        cache.clear()
        for query in queries_of(partial(browsers.open, page)):
            found |= {
                f"{read.table} by {page.what} ({read.rows:.0f} rows)"
                for read in reads_when_done(query)
                if read.table in growing() and (read.rows or 0) > MOST_READ
            }
    return found
