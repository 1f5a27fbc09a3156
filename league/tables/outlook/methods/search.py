"""The search for an extreme place with OR-Tools' CP-SAT: who is ahead is counted by constraints.

With more than two points for a win it is a hard problem in general, so it is left to a solver. Its
effort is bounded, and counted in its own deterministic units: the same question gets the same
answer on every machine.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

from ortools.sat.python import cp_model

from league.tables.outlook.methods.contest import (
    WINS,
    Contest,
    Effort,
    Result,
    settled_between,
    standing_in,
)

MOST_EFFORT = 0.5  # deterministic seconds of the solver for one question
# what making a model costs beside, in the same seconds for each of its constraints
MAKING = 2e-5
# more results of a match than these are one number and its complement, where they add up to one
MANY_RESULTS = 12

Expression: TypeAlias = Any


def search_place(contest: Contest, entry: int, effort: Effort, *, best: bool) -> tuple[int, bool]:
    """Return the best (or the worst) place an entry can reach, and whether it is certain.

    What the solver needs is taken from the `effort`. The points are whole numbers. What is not
    certain is a bound: no place beyond it is reached. Head-to-head looks again at those still
    level: as often as it takes to be right.
    """
    place, is_certain = 0, False
    for looks in range(1, contest.size + 1):
        search = _Search(contest, entry, best=best, looks=looks)
        place, is_certain = search.solve()
        effort.left -= search.spent
        if not is_certain or contest.has_spare or search.place_found() == place:
            break
    return place, is_certain


class _Search:
    """One model: the open matches that matter, the points they lead to, and who is ahead."""

    def __init__(self, contest: Contest, entry: int, *, best: bool, looks: int) -> None:
        self.contest, self.entry, self.best = contest, entry, best
        self.model = cp_model.CpModel()
        own, ranges = contest.ranges[entry], contest.ranges
        others = [one for one in range(contest.size) if one != entry]
        self.near = [
            one for one in others if ranges[one].most >= own.least and ranges[one].least <= own.most
        ]
        self.surely_ahead = sum(ranges[one].least > own.most for one in others)
        self.matches = {
            at: _Match(self.model, contest.results)
            for at, match in enumerate(contest.matches)
            if any(one == entry or one in self.near for one in match.both)
        }
        self.points = {one: self._points(one) for one in [entry, *self.near]}
        self.cost = self._cost(looks)

    def _points(self, entry: int) -> Expression:
        total: Expression = self.contest.points[entry]
        for at, match in self.matches.items():
            home, away = self.contest.matches[at].both
            if entry in (home, away):
                total = total + (match.home if entry == home else match.away)
        if self.contest.spare:
            spare = self.contest.spare[entry]
            total = total + self.model.new_int_var(int(spare.least), int(spare.most), "")
        return total

    def _wins(self, entry: int) -> Expression:
        total: Expression = self.contest.wins[entry]
        for at, match in self.matches.items():
            home, away = self.contest.matches[at].both
            if entry in (home, away):
                total = total + (match.home_wins if entry == home else match.away_wins)
        return total

    def _cost(self, looks: int) -> Expression:
        """Return how many count as ahead: for the worst place those still level at the end too."""
        ahead: list[Expression] = []
        level: dict[int, Expression] = {}
        for one in self.near:
            more, same = self._compared(self.points[one], self.points[self.entry])
            ahead.append(more)
            level[one] = same
        for name in self.contest.tiebreaks:
            if name == WINS:
                level = self._by(
                    level, {one: self._wins(one) for one in [self.entry, *level]}, ahead
                )
            else:
                for _look in range(looks):
                    level = self._by(level, self._made(level), ahead)
        for one, same in level.items():
            settled = settled_between(self.contest, one, self.entry)
            if settled > 0 or (not settled and not self.best):
                ahead.append(same)
        return sum(ahead)

    def _by(
        self,
        level: dict[int, Expression],
        numbers: dict[int, Expression],
        ahead: list[Expression],
    ) -> dict[int, Expression]:
        """Separate those level by numbers; who is ahead by them is added to `ahead`."""
        still: dict[int, Expression] = {}
        for one, same in level.items():
            more, equal = self._compared(numbers[one], numbers[self.entry])
            ahead.append(self._both(same, more))
            still[one] = self._both(same, equal)
        return still

    def _made(self, level: dict[int, Expression]) -> dict[int, Expression]:
        """Return what each has made in the matches with those who are level with the entry."""
        inside: dict[int, Expression] = {self.entry: 1, **level}
        return {
            one: sum(
                self._if(other_inside, self._between(one, other), *self._between_ends(one, other))
                for other, other_inside in inside.items()
                if other != one
            )
            for one in inside
        }

    def _between(self, one: int, other: int) -> Expression:
        total: Expression = self.contest.between.get((one, other), 0)
        for at, match in self.matches.items():
            both = self.contest.matches[at].both
            if both == (one, other):
                total = total + match.home
            elif both == (other, one):
                total = total + match.away
        return total

    def _between_ends(self, one: int, other: int) -> tuple[int, int]:
        least = most = int(self.contest.between.get((one, other), 0))
        for at in self.matches:
            if set(self.contest.matches[at].both) == {one, other}:
                parts = [part for result in self.contest.results for part in result[:2]]
                least, most = least + int(min(parts)), most + int(max(parts))
        return least, most

    def _if(self, condition: Expression, value: Expression, least: int, most: int) -> Expression:
        """Return the value where the condition holds, and 0 where it does not."""
        if isinstance(condition, int):
            return value if condition else 0
        if least == most:
            return least * condition
        chosen = self.model.new_int_var(min(0, least), max(0, most), "")
        self.model.add(chosen == value).only_enforce_if(condition)
        self.model.add(chosen == 0).only_enforce_if(~condition)
        return chosen

    def _compared(self, one: Expression, other: Expression) -> tuple[Expression, Expression]:
        """Return whether the one is more than the other, and whether they are the same."""
        more, same, less = [self.model.new_bool_var("") for _ in range(3)]
        self.model.add_exactly_one(more, same, less)
        lead = one - other
        if isinstance(lead, int):
            self.model.add((more, same, less)[0 if lead > 0 else 2 if lead < 0 else 1] == 1)
            return more, same
        self.model.add(lead >= 1).only_enforce_if(more)
        self.model.add(lead == 0).only_enforce_if(same)
        self.model.add(lead <= -1).only_enforce_if(less)
        return more, same

    def _both(self, one: Expression, other: Expression) -> Expression:
        both = self.model.new_bool_var("")
        self.model.add_min_equality(both, [one, other])
        return both

    def solve(self) -> tuple[int, bool]:
        """Return the place, and whether it is certain."""
        if self.best:
            self.model.minimize(self.cost)
        else:
            self.model.maximize(self.cost)
        self.solver = cp_model.CpSolver()
        self.solver.parameters.num_workers = 1
        self.solver.parameters.random_seed = 1
        self.solver.parameters.max_deterministic_time = MOST_EFFORT
        status = self.solver.solve(self.model)
        bound = round(self.solver.best_objective_bound)
        return self.surely_ahead + bound + 1, status == cp_model.OPTIMAL

    @property
    def spent(self) -> float:
        """The effort that the model and its solution took, in deterministic seconds."""
        made = MAKING * len(self.model.proto.constraints)
        return float(made + self.solver.response_proto.deterministic_time)

    def place_found(self) -> int:
        """Return the entry's place in the end that was found, worked out without the model."""
        chosen = {
            at: self.matches[at].chosen(self.solver) if at in self.matches else result
            for at in range(len(self.contest.matches))
            for result in self.contest.results[:1]
        }
        standing = standing_in(self.contest.after(chosen), self.entry)
        return standing.best if self.best else standing.worst


class _Match:
    """A match in the model: what it brings to both sides, and who wins it."""

    home: Expression
    away: Expression
    home_wins: Expression
    away_wins: Expression

    def __init__(self, model: cp_model.CpModel, results: Sequence[Result]) -> None:
        self.results = results
        sums = {one.home + one.away for one in results}
        if len(results) > MANY_RESULTS and len(sums) == 1:
            self._as_a_number(model, int(sums.pop()))
        else:
            self._as_choices(model)

    def _as_choices(self, model: cp_model.CpModel) -> None:
        chosen = [model.new_bool_var("") for _ in self.results]
        model.add_exactly_one(chosen)
        pairs = list(zip(self.results, chosen, strict=True))
        self.home = sum(int(one.home) * flag for one, flag in pairs)
        self.away = sum(int(one.away) * flag for one, flag in pairs)
        self.home_wins = sum(flag for one, flag in pairs if one.outcome > 0)
        self.away_wins = sum(flag for one, flag in pairs if one.outcome < 0)
        self.flags = chosen

    def _as_a_number(self, model: cp_model.CpModel, both: int) -> None:
        domain = cp_model.Domain.from_values([int(one.home) for one in self.results])
        self.home = model.new_int_var_from_domain(domain, "")
        self.away = both - self.home
        self.home_wins, self.away_wins = model.new_bool_var(""), model.new_bool_var("")
        triples = [(int(one.home), one.outcome > 0, one.outcome < 0) for one in self.results]
        model.add_allowed_assignments([self.home, self.home_wins, self.away_wins], triples)
        self.flags = []

    def chosen(self, solver: cp_model.CpSolver) -> Result:
        """Return the result in the end that was found."""
        if self.flags:
            return next(
                one
                for one, flag in zip(self.results, self.flags, strict=True)
                if solver.value(flag)
            )
        home, wins = solver.value(self.home), solver.value(self.home_wins)
        return next(
            one for one in self.results if one.home == home and (one.outcome > 0) == bool(wins)
        )
