"""Makers of stages with prepared deals."""

from typing import Any

from league.foundation.journal.actor import Act, Actor
from league.play.events.models import Event
from league.play.prepared import services as prepared
from league.play.prepared.models import PreparedSet
from league.play.rounds import services as rounds
from league.play.rounds.models import Round, Table
from tests.league.play.events.factories import DIRECTOR, NOW, make_running
from tests.league.play.results.factories import make_director

SEED = "00000074" * 8  # every table can have melded what `pinochle()` says, on eight deals
OTHER_SEED = "ff" * 32


def make_mitchell(tables: int = 3, **fields: Any) -> Event:
    """Make a running Mitchell of pairs at double-deck pinochle, two deals a round."""
    wanted: dict[str, Any] = {
        "format": "mitchell",
        "table_play": "deals",
        "deals_a_round": 2,
        "stage_options": {"prepared_deals": True},
        "method": {"name": "total_points"},
        "tiebreaks": [],
    }
    return make_running(2 * tables, **(wanted | fields))


def prepare(event: Event, seed: str = SEED, **fields: Any) -> PreparedSet:
    stage = event.stages.get(number=1)
    return prepared.prepare(stage=stage, seed=seed, by=Act(DIRECTOR, NOW), **fields)


def draw(event: Event) -> list[Round]:
    return rounds.draw_rounds(stage=event.stages.get(number=1), by=Act(DIRECTOR, NOW))


def open_first(event: Event) -> list[Table]:
    """Draw, open the first round, and return its tables in order."""
    first = rounds.open_round(round=draw(event)[0], by=Act(DIRECTOR, NOW))
    return list(first.tables.order_by("number"))


def director_of(table: Table) -> Actor:
    return make_director(table)
