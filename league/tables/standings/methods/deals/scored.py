"""Deals with what each table of them is worth by the chosen method."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from league.foundation.doors.reading import Number
from league.tables.standings.methods.deals.methods import (
    AtEachTable,
    ComparedDeals,
    DealMethod,
    Matchpoints,
    OfTeams,
    Scores,
)
from league.tables.standings.methods.deals.played import Award, DealResult, PlayedDeal, team_deals


class DealLine(NamedTuple):
    """A deal as it counts for two sides, which of teams is both their tables.

    `scores` are by comparison, None where nothing could be compared; an `award` takes their place.
    A line with neither waits for another table. `others` is how many results it was compared with.
    """

    deal: int
    round: int
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    points: tuple[Number, Number]
    scores: Scores | None
    award: tuple[Award, Award] | None
    others: int
    provisional: bool

    @property
    def waits(self) -> bool:
        return self.scores is None and self.award is None


def full_results(method: ComparedDeals, deals: Sequence[PlayedDeal]) -> int:
    """Return how many results a deal should have: Neuberg's N, at least 1."""
    if isinstance(method, Matchpoints) and method.full_results is not None:
        return method.full_results
    return max([1, *(len(deal.results) for deal in deals)])


def scored_lines(method: DealMethod, deals: Sequence[PlayedDeal]) -> Iterator[DealLine]:
    """Yield every line of every deal; the order of deals and results decides nothing."""
    if isinstance(method, OfTeams):
        for deal in deals:
            yield from _lines_of_teams(method, deal)
        return
    full = full_results(method, deals)
    fields = [field_of(deal) for deal in deals]
    for deal, scores in zip(deals, method.scores_of_deals(fields, full), strict=True):
        yield from _lines(deal, scores)


def lines_of(method: AtEachTable, deal: PlayedDeal, full: int) -> Iterator[DealLine]:
    """Yield a line for each table of a deal, compared among those that have points."""
    return _lines(deal, method.scores(field_of(deal), full))


def field_of(deal: PlayedDeal) -> list[DealResult]:
    """Return the results that are compared: those with points, whatever was awarded for them."""
    return [result for result in deal.results if result.points is not None]


def _lines(deal: PlayedDeal, scores: Sequence[Scores]) -> Iterator[DealLine]:
    left = iter(scores)
    for result in deal.results:
        played = result.points is not None
        yield DealLine(
            deal=deal.number,
            round=result.round,
            sides=result.sides,
            points=result.points or (0, 0),
            scores=next(left) if played else None,
            award=result.award,
            others=len(scores) - played,
            provisional=result.provisional,
        )


def _lines_of_teams(method: OfTeams, deal: PlayedDeal) -> Iterator[DealLine]:
    for team_deal in team_deals(deal):
        difference = team_deal.difference
        yield DealLine(
            deal=deal.number,
            round=team_deal.round,
            sides=team_deal.teams,
            points=_points_of_teams(team_deal.first, team_deal.second),
            scores=None if difference is None else method.of_difference(difference),
            award=team_deal.award,
            others=int(difference is not None),
            provisional=any(table.provisional for table in team_deal.tables),
        )


def _points_of_teams(first: DealResult | None, second: DealResult | None) -> tuple[Number, Number]:
    at_first = (first and first.points) or (0, 0)
    at_second = (second and second.points) or (0, 0)
    return at_first[0] + at_second[1], at_first[1] + at_second[0]
