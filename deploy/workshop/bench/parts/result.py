"""L2: one result in an event of many entrants: its requests, and all that follows of it.

A round is played, a table every few seconds of the clock. A phone submits a deal and another one
confirms it, each over the API, and after each of the two the workers serve all messages: nothing
is gathered, as on an idle site. The clock sweeps as often as it does on a site; what that finds is
served and counted, the sweep itself is not: it costs as much where nothing is played.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from deploy.workshop.bench.asking import Answer, Processor, program_at
from deploy.workshop.bench.frozen import OPEN, Maker, deal_by, freeze_evening
from deploy.workshop.bench.lines import Line
from deploy.workshop.bench.site import Site, Workers, inside
from league.foundation.journal.actor import Act

A_TABLE_S = 6.0  # a round of 50 tables ends within five minutes
BEHIND_S = 75.0  # what may wait is due after a minute, and found by the next sweep


@dataclass(frozen=True, slots=True)
class Sizes:
    """At most so many tables of the round are played."""

    tables: int = 50


FULL = Sizes()
TINY = Sizes(tables=2)


def measure(site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    with inside(site.frozen), freeze_evening() as clock, Workers() as workers:
        tables = open_a_round(sizes.tables)
        workers.serve()
        evening = Evening(site.processor, workers, clock)
        for table in tables:
            evening.play(table)
        evening.pass_time(BEHIND_S)
    each = 1000 / len(tables)
    yield Line(
        goal="L2",
        figures=(each * evening.asked, each * sum(evening.followed)),
        note=f"{len(tables)} tables; the dearest that followed at one moment took"
        f" {1000 * max(evening.followed):.0f} ms, the median act was followed by"
        f" {1000 * sorted(evening.followed)[len(evening.followed) // 2]:.0f} ms.",
    )


def open_a_round(most: int) -> list[Any]:
    """Draw and open the next round of the open event; return at most so many of its tables."""
    from django.utils import timezone

    from league.play.events.models import Event
    from league.play.rounds import services as rounds

    event, now = Event.objects.get(slug=OPEN), timezone.now()
    desk = Maker.desk_of(event.club)
    (round_,) = rounds.draw_rounds(stage=event.stages.get(), by=Act(desk, now))
    rounds.open_round(round=round_, by=Act(desk, now))
    return list(round_.tables.order_by("number")[:most])


@dataclass
class Evening:
    """Seconds of processor that requests took, and what followed of each at its moment."""

    processor: Processor
    workers: Workers
    clock: Any
    lot: Random = field(default_factory=lambda: Random(2))
    asked: float = 0.0
    followed: list[float] = field(default_factory=list)
    swept: float = 0.0

    def play(self, table: Any) -> None:
        phone, other, at = program_at(table), program_at(table), f"/api/v1/tables/{table.pk}"
        submit = phone.posting(f"{at}/submit", {"side": 0, "data": deal_by(self.lot)})
        answers: list[Answer] = []
        self.asked += self.processor.seconds(lambda: answers.append(submit()))
        self.serve()
        self.pass_time(A_TABLE_S / 2)
        sent = {"side": 1, "submissions": [answers[0].data["id"]]}
        self.asked += self.processor.seconds(other.posting(f"{at}/confirm", sent))
        self.serve()
        self.pass_time(A_TABLE_S / 2)

    def serve(self) -> None:
        self.followed.append(self.processor.seconds(self.workers.serve))

    def pass_time(self, seconds: float) -> None:
        from django.conf import settings

        self.clock.shift(seconds)
        self.swept += seconds
        if self.swept >= settings.SWEEP_SECONDS:
            self.swept = 0.0
            self.workers.sweep()
            self.serve()
