"""Small leagues by lot, and all their ends, ranked by the standings' own methods."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from random import Random

from league.foundation.doors.played import Match, Side
from league.foundation.doors.request_files import Entry
from league.tables.outlook.methods.contest import FOLLOWED, Contest, OpenMatch, Result
from league.tables.outlook.methods.possible_results import possible_results
from league.tables.standings.methods import RankRequest, Row, rank_entries, read_method
from league.tables.standings.methods.ranking import ledger_of

POINTS = {1: (90, 60), 0: (70, 70), -1: (60, 90)}
Played = tuple[int, int, Result]


def id_of(entry: int) -> str:
    return f"e{entry:02d}"


class LeagueByLot:
    """A round robin of which some matches are open, under a method that counts wins and draws."""

    def __init__(
        self, rng: Random, *, size: int, open_matches: int, method: Mapping[str, object]
    ) -> None:
        self.size, self.method = size, read_method(method)
        self.results = possible_results(self.method)
        pairs = list(combinations(range(size), 2))
        rng.shuffle(pairs)
        self.open = [
            OpenMatch(home, away, 1, table)
            for table, (home, away) in enumerate(pairs[:open_matches], start=1)
        ]
        self.played = [
            (home, away, rng.choice(self.results)) for home, away in pairs[open_matches:]
        ]
        self.tiebreaks = tuple(rng.sample(FOLLOWED, rng.randint(0, 2)))

    def contest(self) -> Contest:
        points, wins = [0] * self.size, [0] * self.size
        between = {}
        for home, away, result in self.played:
            points[home] += result.home
            points[away] += result.away
            between[home, away], between[away, home] = result.home, result.away
            if result.outcome:
                wins[home if result.outcome > 0 else away] += 1
        return Contest(
            points=points,
            matches=self.open,
            results=self.results,
            tiebreaks=self.tiebreaks,
            wins=wins,
            between=between,
        )

    def ends(self) -> Iterator[dict[str, Row]]:
        """Yield the standings after each way the open matches can end, by the site's methods."""
        for chosen in product(self.results, repeat=len(self.open)):
            ended = [
                (one.home, one.away, result) for one, result in zip(self.open, chosen, strict=True)
            ]
            yield self._ranked([*self.played, *ended])

    def reach(self) -> list[tuple[int, int]]:
        """Return the best and the worst place of each in any of the ends; a tie is both."""
        best, worst = [self.size] * self.size, [1] * self.size
        for rows in self.ends():
            for entry in range(self.size):
                row = rows[id_of(entry)]
                best[entry] = min(best[entry], row.rank)
                worst[entry] = max(worst[entry], row.rank + row.level_count)
        return list(zip(best, worst, strict=True))

    def _ranked(self, played: Sequence[Played]) -> dict[str, Row]:
        matches = [
            Match(
                1,
                tuple(
                    Side((id_of(entry),), points)
                    for entry, points in zip((home, away), POINTS[result.outcome], strict=True)
                ),
            )
            for home, away, result in played
        ]
        request = RankRequest(
            method=self.method,
            tiebreaks=self.tiebreaks,
            entries=[Entry(id=id_of(entry), name="") for entry in range(self.size)],
            matches=matches,
        )
        assert ledger_of(request)
        return {row.entry: row for row in rank_entries(request)}
