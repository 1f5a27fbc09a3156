"""Total points: everybody's points of all matches."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from league.tables.standings.methods.matches.awards import OWN_AVERAGE, Award
from league.tables.standings.methods.matches.match_method import (
    AskedMethodWithoutDraw,
    MatchMethod,
    read_shared,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalPoints(MatchMethod):
    """Everybody's points of all matches, whatever the number of sides at a table.

    A bye is worth `bye` points, the entry's own average, the average of the round's winners (a
    "win"), or half of that ("half").
    """

    bye: Award = 0
    forfeit_win: Award = OWN_AVERAGE
    name: ClassVar[str] = "total_points"
    two_sided: ClassVar[bool] = False
    adds_points: ClassVar[bool] = True


class AskedTotalPoints(
    AskedMethodWithoutDraw, kw_only=True, tag_field="name", tag=TotalPoints.name
):
    """Everybody's points of all matches, added up."""


def read_total_points(value: Mapping[str, Any]) -> TotalPoints:
    return TotalPoints(**read_shared(value, AskedTotalPoints))
