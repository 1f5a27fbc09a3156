"""What can still happen: a league of 12 teams and one of 60, and a Swiss event, no site needed."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from random import Random

from deploy.bench.lines import Line
from deploy.bench.site import Site
from deploy.bench.stopwatch import shortest
from league.outlook.methods.contest import HEAD_TO_HEAD, WINS, Contest, OpenMatch, Result
from league.outlook.methods.last_round import contenders
from league.outlook.methods.marks import Places
from league.outlook.methods.reach import reach_of_all
from league.outlook.methods.simulation import Luck, chances_by_simulation
from league.ratings.method.strengths import NEWCOMER
from league.standings.methods.exact import Range

RESULTS = (Result(3, 0, 1), Result(1, 1, 0), Result(0, 3, -1))


@dataclass(frozen=True, slots=True)
class Sizes:
    teams: int = 12
    many: int = 60
    entrants: int = 200
    seasons: int = 10_000
    times: int = 2


FULL = Sizes()
TINY = Sizes(teams=4, many=6, entrants=8, seasons=50, times=1)


def measure(site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    import_module("league.outlook.methods.search")  # the solver takes seconds to load
    for teams in (sizes.teams, sizes.many):
        for left in (1, 3):
            yield from of_a_league(teams, left, sizes)
    yield swiss(sizes)


def of_a_league(teams: int, left: int, sizes: Sizes) -> Iterator[Line]:
    """Yield the time of the places with `left` rounds to play, and of the simulation."""
    contest, places = league(teams, left), Places(teams, up=1, down=1)
    reaches, seconds = shortest(lambda: reach_of_all(contest), times=sizes.times)
    exact = sum(reach.is_exact for reach in reaches)
    what = f"places of {teams} teams with {left} rounds left, {exact} of them exact"
    yield line(what, seconds)
    if left == 1:
        _told, seconds = shortest(lambda: contenders(contest, reaches, places), times=sizes.times)
        yield line(f"what contenders of {teams} need in the last round", seconds)
    strengths, luck = [NEWCOMER] * teams, Luck(deals=4, spread=100)
    _shares, seconds = shortest(
        lambda: chances_by_simulation(
            contest, strengths, places, luck, rounds_left=0, seed=1, times=sizes.seasons
        ),
        times=sizes.times,
    )
    yield line(f"{sizes.seasons} seasons of {teams} teams, {left} rounds left", seconds)


def swiss(sizes: Sizes) -> Line:
    rng = Random(2)  # nosec B311 - the same field each time
    points = [rng.randint(0, 12) for _ in range(sizes.entrants)]
    contest = Contest(points=points, spare=[Range(0, 9)] * len(points), results=RESULTS)
    _reaches, seconds = shortest(lambda: reach_of_all(contest), times=sizes.times)
    return line(f"places of {sizes.entrants} in a Swiss event with 3 rounds to draw", seconds)


def line(what: str, seconds: float) -> Line:
    return Line(what=what, figure=seconds, unit="s")


def league(teams: int, left: int) -> Contest:
    """Return a league of an even number of teams, played by lot but for its last rounds."""
    rng = Random(teams)  # nosec B311 - the same league each time
    points, wins, between = [0] * teams, [0] * teams, {}
    rounds = list(_rounds(teams))
    for home, away in (pair for pairs in rounds[:-left] for pair in pairs):
        result = rng.choice(RESULTS)
        points[home] += int(result.home)
        points[away] += int(result.away)
        between[home, away], between[away, home] = result.home, result.away
        if result.outcome:
            wins[home if result.outcome > 0 else away] += 1
    matches = [
        OpenMatch(home, away, number, table)
        for number, pairs in enumerate(rounds[-left:], start=len(rounds) - left + 1)
        for table, (home, away) in enumerate(pairs, start=1)
    ]
    return Contest(
        points=points,
        matches=matches,
        results=RESULTS,
        tiebreaks=(HEAD_TO_HEAD, WINS),
        wins=wins,
        between=between,
    )


def _rounds(teams: int) -> Iterator[list[tuple[int, int]]]:
    last = teams - 1
    for number in range(last):
        pairs = [((number + at) % last, (number - at) % last) for at in range(1, teams // 2)]
        yield [(last, number), *pairs]
