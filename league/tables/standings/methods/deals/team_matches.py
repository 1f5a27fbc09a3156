"""Matches of teams made from their deals: what victory points are counted from."""

from collections import defaultdict
from collections.abc import Iterable

from league.foundation.doors.played import Match, Side
from league.foundation.doors.reading import Number
from league.tables.standings.methods.deals.imps import match_imps
from league.tables.standings.methods.deals.methods import IMPS_A_PERCENT
from league.tables.standings.methods.deals.played import (
    AVERAGE_MINUS,
    AVERAGE_PLUS,
    Award,
    PlayedDeal,
    TeamDeal,
    team_deals,
)

PERCENTS: dict[Award, int] = {AVERAGE_PLUS: 60, AVERAGE_MINUS: 40}


def matches_of_teams(deals: Iterable[PlayedDeal], multiplier: Number = 1) -> list[Match]:
    """Return a match for each two teams that meet in a round, with the IMPs each of them won.

    A deal is 0 IMPs while only one of its tables has played; its match is provisional. An award
    is 3 IMPs for each ten percent off the average (Law 86).
    """
    by_match: dict[tuple[int, tuple[tuple[str, ...], ...]], list[TeamDeal]] = defaultdict(list)
    for deal in deals:
        for team_deal in team_deals(deal):
            by_match[team_deal.round, team_deal.teams].append(team_deal)
    return [
        _match(number, theirs, multiplier)
        for (number, _), theirs in sorted(by_match.items(), key=lambda item: item[0])
    ]


def _match(number: int, deals: list[TeamDeal], multiplier: Number) -> Match:
    played = [
        deal.difference for deal in deals if deal.award is None and deal.difference is not None
    ]
    own, other = match_imps(played, multiplier)
    first, second = deals[0].teams
    awarded = [_awarded(deal.award) for deal in deals if deal.award is not None]
    return Match(
        round=number,
        sides=(
            Side(first, own + sum(points for points, _ in awarded)),
            Side(second, other + sum(two for _, two in awarded)),
        ),
        provisional=any(
            (deal.award is None and deal.difference is None)
            or any(table.provisional for table in deal.tables)
            for deal in deals
        ),
    )


def _awarded(award: tuple[Award, Award]) -> tuple[Number, Number]:
    first, second = (
        (PERCENTS.get(side, 50) if isinstance(side, str) else side) - 50 for side in award
    )
    return first * IMPS_A_PERCENT, second * IMPS_A_PERCENT
