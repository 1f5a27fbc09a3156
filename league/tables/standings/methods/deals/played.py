"""A deal that is played at several tables, and its result at each of them, as values."""

from typing import NamedTuple, TypeAlias

from league.foundation.doors.reading import Number

AVERAGE_PLUS, AVERAGE, AVERAGE_MINUS = "average_plus", "average", "average_minus"

# An adjusted score that a director gives: percent of the most points a side can get, or a word.
# As in duplicate bridge, average plus is at least 60 percent, average minus at most 40.
Award: TypeAlias = Number | str


class DealResult(NamedTuple):
    """The result of a deal at one table: two sides (keys of entries), N/S first, with their points.

    `points` is None where nothing that was played counts. An `award` is the adjusted score of the
    two sides; if there are points too, the other tables are still compared with them.
    """

    sides: tuple[tuple[str, ...], tuple[str, ...]]
    points: tuple[Number, Number] | None = None
    award: tuple[Award, Award] | None = None
    round: int = 1
    table: int | None = None
    provisional: bool = False

    @property
    def difference(self) -> Number:
        """The datum of the table: points of the first side minus those of the second."""
        if self.points is None:
            raise ValueError("a result without points has no difference")
        return self.points[0] - self.points[1]


class PlayedDeal(NamedTuple):
    """A deal by its number, with its results at all tables."""

    number: int
    results: tuple[DealResult, ...]


class TeamDeal(NamedTuple):
    """A deal that two teams play at two tables with the seats turned.

    `first` is the result of the table where `teams[0]` is the first side, `second` that of the
    table where `teams[1]` is; None is a table without a result yet.
    """

    number: int
    round: int
    teams: tuple[tuple[str, ...], tuple[str, ...]]
    first: DealResult | None = None
    second: DealResult | None = None

    @property
    def tables(self) -> tuple[DealResult, ...]:
        return tuple(table for table in (self.first, self.second) if table is not None)

    @property
    def difference(self) -> Number | None:
        """The first team's points at both tables together; None before both are played."""
        if self.first is None or self.second is None:
            return None
        if self.first.points is None or self.second.points is None:
            return None
        return self.first.difference - self.second.difference

    @property
    def award(self) -> tuple[Award, Award] | None:
        """The award in the order of the teams."""
        if self.first is not None and self.first.award is not None:
            return self.first.award
        if self.second is not None and self.second.award is not None:
            return self.second.award[1], self.second.award[0]
        return None


def team_deals(deal: PlayedDeal) -> list[TeamDeal]:
    """Return the deal once for each two teams that play it against each other in a round.

    Each side of a result is a team. No team sits twice on the same side of one deal.
    """
    deals: dict[tuple[int, tuple[str, ...], tuple[str, ...]], TeamDeal] = {}
    for result in deal.results:
        one, other = sorted(result.sides)
        key = (result.round, one, other)
        team_deal = deals.get(key) or TeamDeal(deal.number, result.round, (one, other))
        if result.sides[0] == one:
            deals[key] = team_deal._replace(first=result)
        else:
            deals[key] = team_deal._replace(second=result)
    return list(deals.values())
