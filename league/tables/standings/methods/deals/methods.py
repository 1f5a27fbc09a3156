"""The scoring methods that compare the same deal at several tables, with their options.

Each says what the tables of a deal are worth to their two sides, how much a percentage of the most
a side can get on a deal is worth, and which percentage a score is.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import ClassVar, TypeAlias

from league.foundation.doors.reading import Number, whole
from league.tables.standings.methods.deals.comparing import (
    AWAY_FROM_ZERO,
    cross_imps,
    datum,
    matchpoints_of_deals,
)
from league.tables.standings.methods.deals.imps import imps
from league.tables.standings.methods.deals.played import DealResult
from league.tables.standings.methods.exact import Range

SCALE_UP, AS_PLAYED = "scale_up", "none"
MATCHPOINTS, PERCENTAGE = "matchpoints", "percentage"
AVERAGE_A_DEAL, SUM_A_DEAL = "average", "sum"
# 60 % of a deal is 3 IMPs (Law 86), so that each percent off the average is 0.3 of one
IMPS_A_PERCENT = Fraction(3, 10)
NO_TOP = "no number of points is the most of a deal: awards are refused when they are read"

Scores: TypeAlias = tuple[Number, Number]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedDeals(ABC):
    """What all these methods share.

    A bye is worth `bye` points. With `uneven_deals` "scale_up" an entry's score is divided by the
    deals it played and multiplied by the most that anybody of its group did.
    """

    bye: Number = 0
    uneven_deals: str = AS_PLAYED
    name: ClassVar[str]
    in_teams: ClassVar[bool] = False  # two teams at two tables of a deal, seats turned
    is_average: ClassVar[bool] = False
    # nothing is worth the same whatever happened at the other tables
    worths: ClassVar[Mapping[str, Number]] = MappingProxyType({})
    even: ClassVar[Number | None] = None
    bounds: ClassVar[Range | None] = None

    @abstractmethod
    def at_percent(self, percent: Number, others: int, full: int) -> Number:
        """Return what so many percent are worth on a deal compared with `others` other results."""

    @abstractmethod
    def percent_of(self, score: Number, others: int, full: int) -> Number:
        """Return the percentage that a score on a deal is."""


class AtEachTable(ABC):
    """What the methods share that compare all tables of a deal."""

    __slots__ = ()

    @abstractmethod
    def scores(self, field: Sequence[DealResult], full: int) -> list[Scores]:
        """Return what each of these results, all with points, is worth to its two sides."""

    def scores_of_deals(
        self, fields: Sequence[Sequence[DealResult]], full: int
    ) -> list[list[Scores]]:
        """Return the same for many deals."""
        return [self.scores(field, full) for field in fields]


class OfTeams(ABC):
    """What the methods share that put both tables of two teams together."""

    __slots__ = ()

    @abstractmethod
    def of_difference(self, difference: Number) -> Scores:
        """Return what a lead of the first team, both tables together, is worth to the two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Matchpoints(ComparedDeals, AtEachTable):
    """2 for each table one did better than, 1 for each with the same (Law 78A).

    `full_results` is Neuberg's N: how many results a deal should have; None takes the most that
    any deal has, awards included.
    """

    uneven_deals: str = SCALE_UP
    full_results: int | None = None
    points_as: str = MATCHPOINTS
    name: ClassVar[str] = "matchpoints"

    def scores(self, field: Sequence[DealResult], full: int) -> list[Scores]:
        return self.scores_of_deals([field], full)[0]

    def scores_of_deals(
        self, fields: Sequence[Sequence[DealResult]], full: int
    ) -> list[list[Scores]]:
        top = 2 * (full - 1)
        differences = [[result.difference for result in field] for field in fields]
        return [
            [(own, top - own) for own in deal] for deal in matchpoints_of_deals(differences, full)
        ]

    def at_percent(self, percent: Number, others: int, full: int) -> Number:
        return whole(Fraction(2 * (full - 1) * percent) / 100)

    def percent_of(self, score: Number, others: int, full: int) -> Number:
        # with one table a deal there is nothing to compare
        return whole(Fraction(100 * score) / (2 * (full - 1))) if full > 1 else 50


@dataclass(frozen=True, slots=True, kw_only=True)
class _InImps(ComparedDeals):
    multiplier: Number = 1

    def at_percent(self, percent: Number, others: int, full: int) -> Number:
        return whole((percent - 50) * IMPS_A_PERCENT)

    def percent_of(self, score: Number, others: int, full: int) -> Number:
        return whole(50 + score / IMPS_A_PERCENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossImps(_InImps, AtEachTable):
    """IMPs against every other table that played the deal, their average or their sum."""

    per_deal: str = AVERAGE_A_DEAL
    name: ClassVar[str] = "cross_imps"

    def scores(self, field: Sequence[DealResult], full: int) -> list[Scores]:
        differences = [result.difference for result in field]
        average = self.per_deal == AVERAGE_A_DEAL
        return [(s, -s) for s in cross_imps(differences, self.multiplier, average=average)]

    def at_percent(self, percent: Number, others: int, full: int) -> Number:
        return whole((percent - 50) * IMPS_A_PERCENT * self._comparisons(others))

    def percent_of(self, score: Number, others: int, full: int) -> Number:
        return whole(50 + score / IMPS_A_PERCENT / (self._comparisons(others) or 1))

    def _comparisons(self, others: int) -> int:
        return others if self.per_deal == SUM_A_DEAL else 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Butler(_InImps, AtEachTable):
    """IMPs against the datum, the average of what the tables made of the deal."""

    drop_high: int | None = None
    drop_low: int | None = None
    datum_rounding: Number = 10
    datum_half: str = AWAY_FROM_ZERO
    name: ClassVar[str] = "butler"

    def datum_of(self, field: Sequence[DealResult]) -> Number:
        return datum(
            [result.difference for result in field],
            drop_high=self.drop_high,
            drop_low=self.drop_low,
            rounding=self.datum_rounding,
            half=self.datum_half,
        )

    def scores(self, field: Sequence[DealResult], full: int) -> list[Scores]:
        if len(field) < 2:
            return [(0, 0)] * len(field)  # its datum is itself, whatever rounding makes of it
        middle = self.datum_of(field)
        scores = [imps(result.difference - middle, self.multiplier) for result in field]
        return [(s, -s) for s in scores]


@dataclass(frozen=True, slots=True, kw_only=True)
class Imps(_InImps, OfTeams):
    """Teams: the difference of a deal at both tables together, in IMPs."""

    name: ClassVar[str] = "imps"
    in_teams: ClassVar[bool] = True

    def of_difference(self, difference: Number) -> Scores:
        own = imps(difference, self.multiplier)
        return own, -own


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardAMatch(ComparedDeals, OfTeams):
    """Teams: each deal is a match of its own, 2 for winning it, 1 each for a draw."""

    name: ClassVar[str] = "board_a_match"
    in_teams: ClassVar[bool] = True

    def of_difference(self, difference: Number) -> Scores:
        own = 1 + (difference > 0) - (difference < 0)
        return own, 2 - own

    def at_percent(self, percent: Number, others: int, full: int) -> Number:
        return whole(Fraction(2 * percent) / 100)

    def percent_of(self, score: Number, others: int, full: int) -> Number:
        return whole(Fraction(100 * score) / 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPoints(ComparedDeals, AtEachTable):
    """The points that the deals gave, added up: the sessions of Fifty-Six."""

    name: ClassVar[str] = "deal_points"

    def scores(self, field: Sequence[DealResult], full: int) -> list[Scores]:
        return [result.points for result in field if result.points is not None]

    def at_percent(self, percent: Number, others: int, full: int) -> Number:
        raise ValueError(NO_TOP)

    def percent_of(self, score: Number, others: int, full: int) -> Number:
        raise ValueError(NO_TOP)


DealMethod: TypeAlias = Matchpoints | CrossImps | Butler | Imps | BoardAMatch | DealPoints
