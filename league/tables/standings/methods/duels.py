"""Matches between two single entries, by far the most frequent ones, as columns."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from games.sentences import say
from league.foundation.doors.played import Match, Side
from league.foundation.doors.reading import Number
from league.tables.standings.methods.unrankable import CannotRank


@dataclass(slots=True)
class Duels:
    """Matches of two single entries, a column a fact; entries are places in the request's list.

    The quick way in for whole events read from a database. `winners` (0 the home side, 1 the
    other, None by points) may be left empty when points decide every match; `provisional` are
    the indices of matches that may still change, `first_deals_away` those in which the other side
    dealt first.
    """

    rounds: list[int] = field(default_factory=list)
    homes: list[int] = field(default_factory=list)
    aways: list[int] = field(default_factory=list)
    home_points: list[Number] = field(default_factory=list)
    away_points: list[Number] = field(default_factory=list)
    winners: list[int | None] = field(default_factory=list)
    provisional: set[int] = field(default_factory=set)
    first_deals_away: set[int] = field(default_factory=set)

    def __len__(self) -> int:
        return len(self.rounds)


def sort_out(matches: Iterable[Match], index: Mapping[str, int]) -> tuple[Duels, list[Match]]:
    """Return the played matches of two single entries as columns, and the others."""
    duels, others = Duels(), []
    for match in matches:
        sides = match.sides
        two = len(sides) == 2 and len(sides[0].entries) == 1 and len(sides[1].entries) == 1
        if not two or match.forfeits:
            others.append(match)
            continue
        home, away = sides
        if match.provisional:
            duels.provisional.add(len(duels))
        if match.first_deal:
            duels.first_deals_away.add(len(duels))
        duels.rounds.append(match.round)
        duels.homes.append(index[home.entries[0]])
        duels.aways.append(index[away.entries[0]])
        duels.home_points.append(points_of(match, home))
        duels.away_points.append(points_of(match, away))
        duels.winners.append(match.winner)
    return duels, others


def points_of(match: Match, side: Side) -> Number:
    if side.points is None:
        raise CannotRank(
            "missing_points",
            say(
                "a table of round %(round)d has a side without points; leave out tables that "
                "have not been played",
                round=match.round,
            ),
            path="matches",
        )
    return side.points
