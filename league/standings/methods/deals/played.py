"""The same deal at several tables: what came out at each of them."""

from typing import NamedTuple, TypeAlias

from league.doors.reading import Number

AVERAGE_PLUS, AVERAGE, AVERAGE_MINUS = "average_plus", "average", "average_minus"

# Percent of the most a side can get, or a word: what is at least 60, just 50 or at most 40 percent.
Award: TypeAlias = Number | str


class DealResult(NamedTuple):
    """One table of a deal: two sides, the first one N/S, and the points of each.

    Without `points` nothing was played there that counts. An `award` is what the two sides get
    instead; points besides it still count for the comparison of the others.
    """

    sides: tuple[tuple[str, ...], tuple[str, ...]]
    points: tuple[Number, Number] | None
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
    number: int
    results: tuple[DealResult, ...]


class TeamDeal(NamedTuple):
    """A deal that two teams play at two tables with the seats turned.

    `first` and `second` are what is known of the tables where `teams[0]` and where `teams[1]` is
    the first side.
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
        """What the deal came to for the first team at both tables; None before both are played."""
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

    A side is a team. The results do not seat a team twice on the same side of one deal.
    """
    deals: dict[tuple[int, tuple[str, ...], tuple[str, ...]], TeamDeal] = {}
    for result in deal.results:
        one, other = sorted(result.sides)
        key = (result.round, one, other)
        both = deals.get(key) or TeamDeal(deal.number, result.round, (one, other))
        if result.sides[0] == one:
            deals[key] = both._replace(first=result)
        else:
            deals[key] = both._replace(second=result)
    return list(deals.values())
