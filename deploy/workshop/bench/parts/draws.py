"""L5: the next round of a Swiss event, drawn and stored."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from deploy.workshop.bench.asking import Processor
from deploy.workshop.bench.field import make_field, note_a_change
from deploy.workshop.bench.frozen import EVENING
from deploy.workshop.bench.lines import Line
from deploy.workshop.bench.site import Site, inside
from league.foundation.journal.actor import Act


@dataclass(frozen=True, slots=True)
class Sizes:
    few: int = 100
    many: int = 1_000
    rounds: int = 6
    times: int = 4


FULL = Sizes()
TINY = Sizes(few=6, many=10, rounds=2, times=1)


def measure(site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    with inside(site.empty_database("draws")):
        figures = tuple(
            1000 * drawn_in(size, sizes, site.processor) for size in (sizes.few, sizes.many)
        )
    yield Line(goal="L5", figures=figures, note=f"after {sizes.rounds} rounds.")


def drawn_in(size: int, sizes: Sizes, processor: Processor) -> float:
    """Return the least processor time in which the next round was drawn and stored."""
    from league.play.events.models import Stage
    from league.tables.standings.services import rebuild

    stage = make_field(size, sizes.rounds, format="swiss")
    note_a_change(stage)
    rebuild(stage_id=stage.pk, at=EVENING)
    return processor.least(lambda: draw(Stage.objects.get(pk=stage.pk)), times=sizes.times)


def draw(stage: Any) -> None:
    """Draw, store, and forget it."""
    from django.db import transaction

    from league.foundation.journal.actor import Actor
    from league.play.rounds import services as rounds

    with transaction.atomic():
        desk = Actor(name="Dora", via="desk")
        (round_,) = rounds.draw_rounds(stage=stage, by=Act(desk, EVENING))
        assert round_.tables.exists()
        transaction.set_rollback(True)
