"""How likely each aim is, by playing what is left many times with the strengths of the entries.

A margin is what the rating model says it is (`tables/ratings/method.py`): so many points for
the difference of the strengths, and luck. How uncertain the strengths are is drawn once a
simulated season. Whoever is level in the end is separated by the tie-breaks by which the places
that can be reached are worked out, and by lot where these leave a tie. Rounds that are not drawn
are paired by points, neighbours meet.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from league.tables.outlook.methods.contest import Contest, Result, standing_in
from league.tables.outlook.methods.marks import Aim, Chance, Places
from league.tables.ratings.method import SIGMA, SKILL, Strength

TIMES = 10_000
# entries times simulations that are held at once
MOST_ENTRIES = 512
# beyond so many entries ties are broken by lot alone, and so many meetings are held at once
MOST_FOLLOWED, MOST_MEETINGS = 64, 2_000_000

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Luck:
    """What is played at a table: how many deals, and the usual margin of equals in one deal."""

    deals: int
    spread: float


def chances_by_simulation(
    contest: Contest,
    strengths: Sequence[Strength],
    places: Places,
    luck: Luck,
    *,
    rounds_left: int,
    seed: int,
    times: int = TIMES,
) -> list[dict[Aim, float]]:
    """Return for each entry the part of the simulated seasons in which it reaches each aim.

    `strengths` are those of whole sides, `rounds_left` is how many rounds are not drawn yet. The
    same seed gives the same answer. Nothing where the field is too large.
    """
    if contest.size > MOST_ENTRIES or not can_be_simulated(contest.results):
        return []
    rng, whole = np.random.default_rng(seed), contest.in_whole_numbers
    reached = {aim: np.zeros(contest.size) for aim in places.needed}
    for part in _parts(times, contest.size):
        season = _Season(whole, strengths, luck, rng, part)
        for match in contest.matches:
            season.play(np.full(part, match.home), np.full(part, match.away))
        for _round in range(rounds_left):
            season.play_round()
        ranks = season.ranks(set(places.needed.values()))
        for aim, last in places.needed.items():
            reached[aim] += (ranks < last).sum(axis=0)
    return [
        {aim: float(counted[entry] / times) for aim, counted in reached.items()}
        for entry in range(contest.size)
    ]


def _parts(times: int, size: int) -> Iterator[int]:
    """Yield how many seasons are played at once, `times` in all."""
    most = max(1, MOST_MEETINGS // size**2) if size <= MOST_FOLLOWED else times
    for start in range(0, times, most):
        yield min(most, times - start)


class _Season:
    """So many seasons at once, a line each: the strengths and the points of the entries."""

    def __init__(
        self,
        contest: Contest,
        strengths: Sequence[Strength],
        luck: Luck,
        rng: np.random.Generator,
        times: int,
    ) -> None:
        mu, sigma = (np.array(part) for part in zip(*strengths, strict=True))
        self.rng, self.luck, self.lines = rng, luck, np.arange(times)
        self.strength: Numbers = mu + sigma * rng.standard_normal((times, contest.size))
        self.points: Numbers = np.tile(
            np.array(contest.points_for_certain, dtype=float), (times, 1)
        )
        self.margins, self.worths = _by_margin(contest.results)
        self.contest = contest
        self.follows = contest.size <= MOST_FOLLOWED and bool(contest.tiebreaks or contest.settled)
        self.wins = np.tile(np.array(contest.wins or [0] * contest.size), (times, 1))
        self.between = np.zeros((times, contest.size, contest.size) if self.follows else 0)
        if self.follows:
            for (one, other), made in contest.between.items():
                self.between[:, one, other] = made

    def play(self, homes: NDArray[np.int64], aways: NDArray[np.int64]) -> None:
        """Play one match in each season: `homes` and `aways` have who meets there."""
        lead = self.strength[self.lines, homes] - self.strength[self.lines, aways]
        margin = self.luck.deals * SKILL * self.luck.spread * lead / SIGMA
        margin += self.luck.spread * sqrt(self.luck.deals) * self.rng.standard_normal(len(lead))
        margin = np.rint(margin)
        step = np.searchsorted(self.margins, np.abs(margin), side="right") - 1
        winner, loser = self.worths[step, 0], self.worths[step, 1]
        at_home, away = np.where(margin < 0, loser, winner), np.where(margin < 0, winner, loser)
        self.points[self.lines, homes] += at_home
        self.points[self.lines, aways] += away
        if self.follows:
            self.between[self.lines, homes, aways] += at_home
            self.between[self.lines, aways, homes] += away
            self.wins[self.lines, homes] += (step > 0) & (margin > 0)
            self.wins[self.lines, aways] += (step > 0) & (margin < 0)

    def play_round(self) -> None:
        """Play a round that nobody has drawn: neighbours by points meet, the last one rests."""
        ordered = np.argsort(-self._with_lots(), axis=1)
        for upper in range(0, ordered.shape[1] - 1, 2):
            self.play(ordered[:, upper], ordered[:, upper + 1])

    def ranks(self, lasts: Collection[int]) -> NDArray[np.int64]:
        """Return the rank of each entry from 0, those level by lot.

        Where a tie is over one of the `lasts`, places up to which something is reached, it is
        broken by the tie-breaks first.
        """
        ranks: NDArray[np.int64] = np.argsort(np.argsort(-self._with_lots(), axis=1), axis=1)
        if not self.follows:
            return ranks
        falling = -np.sort(-self.points, axis=1)
        for last in lasts:
            if 0 < last < self.contest.size:
                for line in np.flatnonzero(falling[:, last - 1] == falling[:, last]):
                    self._break_tie(ranks, int(line), float(falling[line, last]))
        return ranks

    def _break_tie(self, ranks: NDArray[np.int64], line: int, points: float) -> None:
        """Order those with so many points in a season; the lot stays where nothing parts them."""
        level = np.flatnonzero(self.points[line] == points).tolist()
        first = int((self.points[line] > points).sum())
        season = replace(
            self.contest,
            points=self.points[line].tolist(),
            matches=(),
            wins=self.wins[line].tolist(),
            between={
                (one, other): self.between[line, one, other]
                for one in level
                for other in level
                if one != other
            },
        )
        level.sort(key=lambda entry: (standing_in(season, entry).ahead, ranks[line, entry]))
        ranks[line, level] = range(first, first + len(level))

    def _with_lots(self) -> Numbers:
        # no two totals differ by as little as a lot can
        return self.points + self.rng.random(self.points.shape) * 1e-6


def can_be_simulated(results: Sequence[Result]) -> bool:
    """Return whether the margin alone says what a match brings: no bonuses for points."""
    wins = [one for one in results if one.outcome > 0]
    return bool(wins) and (len(wins) == 1 or all(one.margin is not None for one in wins))


def _by_margin(results: Sequence[Result]) -> tuple[Numbers, Numbers]:
    """Return the least margin of each step from 0 up, and what the winner and the loser get."""
    drawn = next(one for one in results if one.outcome == 0)
    steps = {0.0: (float(drawn.home), float(drawn.away))}
    for one in results:
        if one.outcome > 0:
            margin = 1.0 if one.margin is None else float(one.margin)
            steps[margin] = (float(one.home), float(one.away))
    return np.array(sorted(steps)), np.array([steps[margin] for margin in sorted(steps)])


def agreed(share: float, chance: Chance) -> float:
    """Return the chance without what is known for certain being contradicted by a simulation."""
    if chance is Chance.OPEN:
        return share
    return 1.0 if chance is Chance.CERTAIN else 0.0
