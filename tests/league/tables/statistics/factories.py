"""Counting as the worker does it, and everything that is stored of it."""

from typing import Any

from league.clubs.models import Player
from league.foundation.derived_state import mark_stale
from league.play.events.models import Stage
from league.play.rounds.models import Table
from league.tables.statistics.models import Achievement, SeatCount, StageStatistics
from league.tables.statistics.services import recount
from tests.league.play.results.factories import NOW


def count(stage: Stage) -> bool:
    mark_stale(StageStatistics, [stage.pk], at=NOW)
    return recount(stage_id=stage.pk, at=NOW)


def player_at(table: Table, seat: int) -> Player:
    found = table.seats.get(number=seat).player
    assert found is not None
    return found


def stored() -> list[tuple[Any, ...]]:
    counts = SeatCount.objects.order_by("table", "seat")
    achievements = Achievement.objects.order_by("submission", "player", "kind")
    return [
        *counts.values_list("table", "seat", "player", "partners", *SeatCount.COUNTS),
        *achievements.values_list("submission", "player", "kind"),
    ]
