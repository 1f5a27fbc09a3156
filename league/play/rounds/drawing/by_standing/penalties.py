"""The penalties of a Swiss round, in their order, as what each possible table would cost.

A round is better than another if it costs less in the first penalty in which they differ. The
order: the bye to one of those who had fewest byes and wins by forfeit; nobody with a bye in two
rounds running; no repeat; the bye to the lowest score; pairs to be kept apart; for each score group
from the top, few tables between it or a higher one and a lower one. Then everything else: a repeat
that is longest ago, no club-mates early, no float over several groups, nobody floating again the
same way, an even share of first deals, and the pattern.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from league.play.rounds.drawing.by_standing.field import Field
from league.play.rounds.drawing.by_standing.record import DOWN, UP, Pair

Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]

BYE_AGAIN, REPEAT, BYE_SCORE, AVOID, FLOATS = "bye_again", "repeat", "bye_score", "avoid", "floats"
AGAIN, CLUB, FAR, FLOAT_AGAIN, DEALS = "again", "club", "far", "float_again", "first_deals"
PATTERN, BYE_RUNNING = "pattern", "bye_running"
# the others are "everything else"
FIRST_PENALTIES = (BYE_AGAIN, BYE_RUNNING, REPEAT, BYE_SCORE, AVOID, FLOATS)


class Penalty(NamedTuple):
    """What each of some possible tables costs, and the `most` that a whole round can cost.

    `group` is the score group below whose edge the tables of "floats" reach; else it is 0.
    """

    code: str
    costs: Ints
    most: int
    group: int = 0


class Penalties:
    """The field as arrays, to say at once what many possible tables cost."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.size = field.size
        self.elsewhere = field.nobody + 1
        self.groups = _array(field.groups)
        self.positions = _array(field.positions)
        self.group_sizes = np.bincount(self.groups)
        self.free_rounds = _array(field.free_rounds) - min(field.free_rounds)
        self.just_sat_out = _array([int(sat_out) for sat_out in field.just_sat_out])
        self.surplus = _array(field.surplus)
        floats = _array(field.floats).reshape(self.size, 2)
        weights = np.array([2, 1])  # the last round counts more than the one before
        self.down = (floats == DOWN) @ weights
        self.up = (floats == UP) @ weights
        clubs = {
            name: number for number, name in enumerate(dict.fromkeys(e.club for e in field.entries))
        }
        self.clubs = _array([clubs[entry.club] for entry in field.entries])
        self.has_club = np.array([bool(entry.club) for entry in field.entries])
        self.met, self.again = _meetings(field)
        self.avoid = _keys(list(field.avoid), self.size)

    def rate(self, one: Ints, other: Ints, section: range | None = None) -> list[Penalty]:
        """Return the costs of the tables at which `one` meets `other`, place by place.

        `one` is always better placed; `other` may be nobody (a bye). For a `section` of the score
        groups `other` may also be `elsewhere`: then `one` floats down out of the section.
        """
        groups = section if section is not None else range(len(self.group_sizes))
        tables = _Tables(self, one, other, below=groups.stop)
        half = self.size // 2
        return [
            Penalty(BYE_AGAIN, tables.byes(self.free_rounds), int(self.free_rounds.max())),
            Penalty(BYE_RUNNING, tables.byes(self.just_sat_out), int(self.just_sat_out.max())),
            Penalty(REPEAT, tables.met.astype(np.int64), half),
            Penalty(
                BYE_SCORE, tables.byes(self.groups.max() - self.groups), int(self.groups.max())
            ),
            Penalty(AVOID, tables.among(self.avoid).astype(np.int64), half),
            *self._floats(tables, groups),
            self._bounded(AGAIN, tables, tables.again()),
            Penalty(CLUB, self._same_club(tables), half),
            self._bounded(FAR, tables, tables.steps * np.maximum(tables.steps - 1, 0)),
            self._bounded(FLOAT_AGAIN, tables, self._float_again(tables)),
            self._bounded(DEALS, tables, self._deals(tables)),
            self._bounded(PATTERN, tables, self._pattern(tables)),
        ]

    def kept_apart(self) -> Ints:
        """Return for each place how many it has met or should not meet."""
        keys = np.union1d(self.met, self.avoid)
        ends = np.concatenate([keys // self.size, keys % self.size])
        return np.bincount(ends, minlength=self.size)

    def may_meet(self, one: Ints, other: Ints) -> Flags:
        """Say for each pair whether it is neither a repeat nor to be kept apart."""
        tables = _Tables(self, one, other)
        return ~(tables.met | tables.among(self.avoid))

    def _floats(self, tables: "_Tables", groups: range) -> Iterator[Penalty]:
        above = np.cumsum(self.group_sizes)
        for group in groups if tables.some_leave else groups[:-1]:
            crosses = (tables.upper <= group) & (group < tables.lower)
            beneath = self.size if tables.some_leave else self.size - above[group]
            most = min(above[group], beneath)
            yield Penalty(FLOATS, crosses.astype(np.int64), int(most), group)

    def _bounded(self, code: str, tables: "_Tables", costs: Ints) -> Penalty:
        """Return the penalty with a bound: no table costs more than either of the two could."""
        worst = np.zeros(self.size + 2, dtype=np.int64)
        np.maximum.at(worst, tables.one, costs)
        np.maximum.at(worst, tables.other, costs)
        return Penalty(code, costs, int(worst.sum()) // (1 if tables.some_leave else 2))

    def _same_club(self, tables: "_Tables") -> Ints:
        if not self.field.clubs_apart:
            return np.zeros_like(tables.one)
        same = self.clubs[tables.one] == self.clubs[tables.opponent]
        result: Ints = (tables.is_table & same & self.has_club[tables.one]).astype(np.int64)
        return result

    def _float_again(self, tables: "_Tables") -> Ints:
        floats = tables.steps > 0
        down = self.down[tables.one] * (floats | ~tables.is_table)
        up = self.up[tables.opponent] * (floats & tables.is_table)
        result: Ints = down + up
        return result

    def _deals(self, tables: "_Tables") -> Ints:
        """Square what goes beyond one first deal too many or too few, after the better choice."""
        one, other = self.surplus[tables.one], self.surplus[tables.opponent]
        costs = np.minimum(
            _beyond_one(one + 1) + _beyond_one(other - 1),
            _beyond_one(one - 1) + _beyond_one(other + 1),
        )
        result: Ints = costs * tables.is_table
        return result

    def _pattern(self, tables: "_Tables") -> Ints:
        """Square the distance from whom the pattern names, or from the edge that is crossed."""
        size = self.group_sizes[self.groups[tables.one]]
        one, other = self.positions[tables.one], self.positions[tables.opponent]
        apart = np.abs(other - one)
        match self.field.pattern:
            case "slide":
                inside = apart - size // 2
            case "fold":
                inside = one + other - (size - 1)
            case _:  # neighbours, by rank or by lot
                inside = apart - 1
        from_below = size - 1 - one
        across = from_below**2 + (other * tables.is_table) ** 2
        level = tables.is_table & (tables.steps == 0)
        return np.where(level, inside**2, across)


class _Tables:
    """Possible tables: `opponent` is `other` where there is one, else `one` itself.

    `upper` and `lower` are the score groups that a table joins; who floats to somebody not known
    yet goes to the group `below`.
    """

    def __init__(self, penalties: Penalties, one: Ints, other: Ints, below: int = 0) -> None:
        self.penalties = penalties
        self.one = one
        self.other = other
        self.is_table: Flags = other < penalties.size
        self.opponent: Ints = np.where(self.is_table, other, one)
        self.some_leave = bool((other == penalties.elsewhere).any())
        self.upper = penalties.groups[one]
        self.lower: Ints = np.where(
            other == penalties.elsewhere, below, penalties.groups[self.opponent]
        )
        self.steps: Ints = self.lower - self.upper
        self._keys = one * penalties.size + self.opponent
        self.met: Flags = self.among(penalties.met)

    def byes(self, costs: Ints) -> Ints:
        return np.where(self.other == self.penalties.size, costs[self.one], 0)

    def among(self, keys: Ints) -> Flags:
        """Say for each table whether it is among these pairs, given as sorted keys."""
        if not len(keys):
            return np.zeros(len(self.one), dtype=np.bool_)
        at = np.minimum(np.searchsorted(keys, self._keys), len(keys) - 1)
        found: Flags = keys[at] == self._keys
        return found

    def again(self) -> Ints:
        if not self.met.any():
            return np.zeros_like(self.one)
        at = np.minimum(
            np.searchsorted(self.penalties.met, self._keys), len(self.penalties.met) - 1
        )
        return np.where(self.met, self.penalties.again[at], 0)


def _array(values: object) -> Ints:
    return np.array(values, dtype=np.int64)


def _keys(pairs: list[Pair], size: int) -> Ints:
    both = _array(pairs).reshape(len(pairs), 2)
    return np.sort(both[:, 0] * size + both[:, 1])


def _meetings(field: Field) -> tuple[Ints, Ints]:
    """Return the pairs that have met, as sorted keys, and how little each should meet again."""
    pairs, meetings = _array(list(field.met)), _array(list(field.met.values()))
    if not len(pairs):
        return pairs, pairs
    keys = pairs[:, 0] * field.size + pairs[:, 1]
    order = np.argsort(keys)
    times, last = meetings[order].T
    return keys[order], 4 * (times - 1) + np.maximum(0, 3 - (field.number - last))


def _beyond_one(surplus: Ints) -> Ints:
    result: Ints = np.maximum(np.abs(surplus) - 1, 0) ** 2
    return result
