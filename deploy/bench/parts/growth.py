"""P14 and P30: the same page, submission and rebuild on a site that stores a hundred times as much.

GROWTH is how many copies of the demo are added (the default fits a small machine in minutes);
what that comes to in deals, players and events is printed. The goal speaks of ten million deals.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from deploy.bench.copies import add_copies, last_rows
from deploy.bench.lines import Line
from deploy.bench.parts.live import make_round, submit
from deploy.bench.parts.standings import AT
from deploy.bench.site import Site

AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Sizes:
    copies: int = 100
    tables: int = 50
    times: int = 20


FULL = Sizes()
TINY = Sizes(copies=2, tables=2, times=1)

Timed = dict[str, list[float]]
PAGE = "standings page, read and rendered"
GOALS = {PAGE, "a submission", "rebuild of one event"}


def measure(site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    assert site.database
    copies, times = int(os.environ.get("GROWTH", sizes.copies)), sizes.times
    demo, stored = last_rows(), amounts()
    rounds = [make_round(f"growth-{number}", tables=sizes.tables) for number in range(3)]
    night_of(*rounds[0], times)  # what runs first pays for what is imported then
    small = night_of(*rounds[1], times)
    started = time.perf_counter()
    for first in range(1, copies + 1, AT_ONCE):
        add_copies(min(AT_ONCE, copies + 1 - first), of=demo, first=first)
        passed = time.perf_counter() - started
        print(f"  {first + AT_ONCE - 1} copies after {passed:.0f} s", file=sys.stderr, flush=True)
    large = night_of(*rounds[2], times)
    for what, figure in amounts().items():
        yield Line(
            what=f"{what} stored",
            figure=figure,
            unit="",
            against="the demo",
            reference=stored[what],
            ratio=figure / stored[what],
        )
    for what, figures in large.items():
        # the shortest: a noisy neighbour only ever adds
        own, other = 1000 * min(figures), 1000 * min(small[what])
        is_goal = what in GOALS
        yield Line(
            goal="P14" if is_goal else "",
            what=what,
            figure=own,
            unit="ms",
            against="the same with the demo's data",
            reference=other,
            ratio=own / other,
        )


def amounts() -> dict[str, int]:
    from games.models import Deal
    from league.clubs.models import Player
    from league.events.models import Event

    counted = {"deals": Deal, "players": Player, "events": Event}
    return {what: model._default_manager.count() for what, model in counted.items()}


def night_of(stage: Any, tables: list[Any], deal: dict[str, Any], times: int) -> Timed:
    """Play a part of a night and look at its pages; return how long each thing took."""
    from django.core.cache import cache
    from django.test import Client

    from league.clubs.models import Member
    from league.ratings.models import ClubRatings
    from league.ratings.services import rebuild as rate
    from league.standings.services import rebuild, want

    event = stage.event
    reader, director = Client(HTTP_HOST="localhost"), Client(HTTP_HOST="localhost")
    owner = Member.objects.filter(role="owner").select_related("user").earliest("pk").user
    Member.objects.get_or_create(club=event.club, user=owner, defaults={"role": "owner"})
    director.force_login(owner)
    club, desk = f"/clubs/{event.club.slug}/", f"/desk/{event.club.slug}/"
    pages = {
        PAGE: (reader, f"{club}events/{event.slug}/standings/"),
        "public page of the club": (reader, club),
        "overview at the desk": (director, desk),
        "players at the desk": (director, f"{desk}people/"),
        "journal at the desk": (director, f"{desk}audit/"),
    }
    found: Timed = {}

    def timed(what: str, work: Callable[[], object]) -> None:
        started = time.perf_counter()
        work()
        found.setdefault(what, []).append(time.perf_counter() - started)

    for table in tables[:times]:
        timed("a submission", partial(submit, table, deal))
        want(stage_ids=[stage.pk], at=AT)
        timed("rebuild of one event", lambda: rebuild(stage_id=stage.pk, at=AT))
        for what, (client, address) in pages.items():
            cache.clear()
            timed(what, partial(opened, client, address))
        ClubRatings.objects.update_or_create(club=event.club, defaults={"wanted": 1, "built": 0})
        timed("rebuild of a club's ratings", lambda: rate(club_id=event.club_id, at=AT))
    return found


def opened(client: Any, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200, f"{address}: {answer.status_code}"
