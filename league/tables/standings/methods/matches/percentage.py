"""Percentages: the average over the matches of an entry's part of all points at the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, ClassVar

from games.sentences import say
from league.foundation.doors.declared import read_by
from league.foundation.doors.reading import Number, checked, read_number, whole
from league.tables.standings.methods.duels import Duels
from league.tables.standings.methods.matches.awards import OWN_AVERAGE, Award
from league.tables.standings.methods.matches.match_method import (
    AskedMethod,
    Column,
    MatchMethod,
    read_own,
    read_shared,
    three_worths,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Percentage(MatchMethod):
    """An entry's percentages of its matches, every match weighing the same.

    A match gives the side's points as a percentage of `top`, the most there were to make, or,
    without one, of the points made at the table, where minus points count as none. What is
    carried over weighs as much as the matches it is said to stand for.
    """

    bye: Award = OWN_AVERAGE
    forfeit_win: Award = 60
    top: Number | None = None
    name: ClassVar[str] = "percentage"
    two_sided: ClassVar[bool] = False
    is_average: ClassVar[bool] = True

    @property
    def worths(self) -> Mapping[str, Number]:
        return three_worths(100, 50, 0)

    def of_duels(self, duels: Duels, outcomes: Sequence[int]) -> tuple[Column, Column]:
        home, away = duels.home_points, duels.away_points
        return (
            [self._share(own, own, other) for own, other in zip(home, away, strict=True)],
            [self._share(own, other, own) for other, own in zip(home, away, strict=True)],
        )

    def of_table(self, points: Column, outcomes: Sequence[int]) -> Column:
        return [self._share(own, *points) for own in points]

    def _share(self, own: Number, *points: Number) -> Number:
        if self.top is not None:
            return whole(Fraction(100 * own) / self.top)
        return _share_of_table(own, points)


@lru_cache(maxsize=65536)
def _share_of_table(own: Number, points: tuple[Number, ...]) -> Number:
    total = sum([max(side, 0) for side in points])
    if not total:
        return whole(Fraction(100, len(points)))
    return whole(Fraction(100 * max(own, 0)) / total)


_read_top = checked(
    read_number,
    lambda top: top > 0,
    "top_not_positive",
    say("method.top is the most points of a match and must be more than 0, not %(given)s"),
)


class AskedPercentage(AskedMethod, kw_only=True, tag_field="name", tag=Percentage.name):
    """The share of the points that an entry got, on average over its matches."""

    top: Annotated[Any, read_by(_read_top, {"type": "number", "exclusiveMinimum": 0})] = None


def read_percentage(value: Mapping[str, Any]) -> Percentage:
    return Percentage(**read_shared(value, AskedPercentage), **read_own(value, AskedPercentage))
