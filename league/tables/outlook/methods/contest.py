"""A contest that is not over: what everybody has, what is still to be played, what it can bring."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import lcm
from typing import NamedTuple, Self

from league.foundation.doors.reading import Number
from league.tables.standings.methods.exact import Range

WINS, HEAD_TO_HEAD = "wins", "head_to_head"
# the tie-breaks that are followed to the end, whatever the open matches bring
FOLLOWED = (WINS, HEAD_TO_HEAD)


class Result(NamedTuple):
    """What a match can bring to the home side and to the other one, and who wins it (1, 0, -1).

    `margin` is the least win, in points of the game, by which the home side gets it; None where
    the method does not say it by the margin.
    """

    home: Number
    away: Number
    outcome: int
    margin: Number | None = None

    def seen(self, *, at_home: bool) -> tuple[Number, Number]:
        """Return what it brings to one side, and to the other."""
        return (self.home, self.away) if at_home else (self.away, self.home)

    def lead(self, *, at_home: bool) -> Number:
        """Return by how much it brings one side more than the other."""
        own, other = self.seen(at_home=at_home)
        return own - other


class OpenMatch(NamedTuple):
    """A match that is known and not decided yet; entries are numbers from 0."""

    home: int
    away: int
    round: int
    table: int

    @property
    def both(self) -> tuple[int, int]:
        return self.home, self.away


@dataclass(frozen=True, kw_only=True)
class Contest:
    """Entries, by numbers from 0, that are ranked together by points, the most first.

    `points` are what each has; `spare` is what rounds whose tables are not known, and byes worth
    an average, can still add to each. Each of the open `matches` brings one of the `results`.
    Those level on points are separated by `tiebreaks`, some of FOLLOWED in their order: by the
    `wins` so far and what was made so far of each other (`between`). After these a tie counts as
    open, but for two entries that have `settled` numbers: theirs decide, the higher are ahead.
    """

    points: Sequence[Number]
    matches: Sequence[OpenMatch] = ()
    results: Sequence[Result] = ()
    spare: Sequence[Range] = ()
    tiebreaks: tuple[str, ...] = ()
    wins: Sequence[int] = ()
    between: Mapping[tuple[int, int], Number] = field(default_factory=dict)
    settled: Mapping[int, tuple[Number, ...]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return len(self.points)

    @property
    def is_over(self) -> bool:
        return not self.matches and not self.has_spare

    @cached_property
    def has_spare(self) -> bool:
        return any(spare.least != spare.most for spare in self.spare)

    @property
    def points_for_certain(self) -> list[Number]:
        """The points, with the least that is still added without a match."""
        if not self.spare:
            return list(self.points)
        return [own + spare.least for own, spare in zip(self.points, self.spare, strict=True)]

    @cached_property
    def ranges(self) -> list[Range]:
        """The least and the most points that each can end with."""
        least, most = list(self.points), list(self.points)
        for entry, spare in enumerate(self.spare):
            least[entry] += spare.least
            most[entry] += spare.most
        for match in self.matches:
            for entry, side in zip(match.both, self._sides, strict=True):
                least[entry] += side.least
                most[entry] += side.most
        return [Range(*ends) for ends in zip(least, most, strict=True)]

    @cached_property
    def _sides(self) -> tuple[Range, Range]:
        homes = [result.home for result in self.results]
        aways = [result.away for result in self.results]
        return Range(min(homes), max(homes)), Range(min(aways), max(aways))

    @cached_property
    def in_whole_numbers(self) -> "Contest":
        """The same contest with all points multiplied so that they are whole.

        What is certain to be added stands among the points in it.
        """
        spare = [end for one in self.spare for end in one]
        results = [part for one in self.results for part in one[:2]]
        by = _common([*self.points, *spare, *results, *self.between.values()])
        return replace(
            self,
            points=[int(own * by) for own in self.points_for_certain],
            results=[
                one._replace(home=int(one.home * by), away=int(one.away * by))
                for one in self.results
            ],
            spare=[Range(0, int((one.most - one.least) * by)) for one in self.spare],
            between={pair: int(made * by) for pair, made in self.between.items()},
        )

    def matches_of(self, entry: int) -> list[int]:
        """Return the places of the entry's open matches."""
        return [at for at, match in enumerate(self.matches) if entry in match.both]

    def after(self, chosen: Mapping[int, Result]) -> Self:
        """Return the contest with some of its matches decided, by their places."""
        points, wins, between = list(self.points), list(self.wins), dict(self.between)
        for at, result in chosen.items():
            home, away = self.matches[at].both
            points[home] += result.home
            points[away] += result.away
            between[home, away] = between.get((home, away), 0) + result.home
            between[away, home] = between.get((away, home), 0) + result.away
            if wins and result.outcome:
                wins[home if result.outcome > 0 else away] += 1
        left = [match for at, match in enumerate(self.matches) if at not in chosen]
        return replace(self, points=points, wins=wins, between=between, matches=left)


def _common(numbers: Iterable[Number]) -> int:
    return lcm(*{number.denominator for number in numbers})


class Standing(NamedTuple):
    """How many are ahead of an entry, and how many more it is level with when all is decided."""

    ahead: int
    level: int

    @property
    def best(self) -> int:
        return self.ahead + 1

    @property
    def worst(self) -> int:
        return self.ahead + self.level + 1


def standing_in(contest: Contest, entry: int) -> Standing:
    """Return where an entry stands in a contest whose matches are all decided.

    Those level after all that is followed may still come ahead of it or behind it.
    """
    own, points = contest.points[entry], contest.points
    ahead = sum(other > own for other in points)
    level = [one for one, other in enumerate(points) if other == own]
    for name in contest.tiebreaks:
        if len(level) == 1:
            break
        more, level = _wins(contest, level, entry) if name == WINS else _met(contest, level, entry)
        ahead += more
    for other in level:
        decided = settled_between(contest, other, entry)
        ahead += decided > 0
    undecided = [one for one in level if one != entry and not settled_between(contest, one, entry)]
    return Standing(ahead, len(undecided))


def settled_between(contest: Contest, one: int, other: int) -> int:
    """Return 1 where the settled numbers put one ahead of the other, -1 behind it, else 0."""
    first, then = contest.settled.get(one), contest.settled.get(other)
    if first is None or then is None:
        return 0
    return (first > then) - (first < then)


def _wins(contest: Contest, level: list[int], entry: int) -> tuple[int, list[int]]:
    own = contest.wins[entry]
    ahead = sum(contest.wins[one] > own for one in level)
    return ahead, [one for one in level if contest.wins[one] == own]


def _met(contest: Contest, level: list[int], entry: int) -> tuple[int, list[int]]:
    """Look at those level as a league of their own, again and again while it separates some."""
    ahead = 0
    while len(level) > 1:
        made = {
            one: sum(contest.between.get((one, other), 0) for other in level if other != one)
            for one in level
        }
        ahead += sum(made[one] > made[entry] for one in level)
        still = [one for one in level if made[one] == made[entry]]
        if len(still) == len(level):
            break
        level = still
    return ahead, level


# --- How much searching a contest may cost ---


@dataclass
class Effort:
    """How much effort of the solver is left, in its deterministic seconds."""

    left: float

    @property
    def is_spent(self) -> bool:
        return self.left <= 0


# --- Passing ---
# What an entry needs now: how its next match, as things stand, takes it past those ahead of it.

MOST_NAMED = 3


class Passing(NamedTuple):
    """To be ahead of somebody on points as they stand: a result, or so many points.

    `result` is the least of one's next match that is enough, None where no result is; `points`
    how many more than one has are enough.
    """

    other: int
    result: Result | None
    points: Number


def passing(
    own: Number, ahead: Sequence[tuple[int, Number]], results: Sequence[Result]
) -> list[Passing]:
    """Return what takes an entry with `own` points past the next ones ahead of it, nearest first.

    `ahead` are the others and their points. The results are those of a match as its home side sees
    them; none where a match could bring anything.
    """
    nearest = sorted(ahead, key=lambda one: one[1])[:MOST_NAMED]
    rising = sorted(results, key=lambda one: (one.home, -one.away))
    return [
        Passing(
            other,
            next((one for one in rising if own + one.home > points), None),
            points - own,
        )
        for other, points in nearest
        if points >= own
    ]
