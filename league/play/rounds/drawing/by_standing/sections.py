"""A large field, from the top score group down: a section of few groups at a time.

A section is paired in itself, or all but one that floats down where its number is odd. As long as
that succeeds, with no more tables between its groups than odd numbers make necessary, no round has
fewer of them. Where it fails, the section is drawn again together with the one above (another one
may float down from there) and then with the group below, at last the whole field at once. So the
result is as good in the first penalties as a matching of everybody with everybody; in the others it
is the best for each section among the candidates nearest to the pattern.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from league.play.rounds.drawing.by_standing.field import Field
from league.play.rounds.drawing.by_standing.matching import best_matching
from league.play.rounds.drawing.by_standing.penalties import Flags, Ints, Penalties
from league.play.rounds.drawing.by_standing.record import Pair

NEAREST, MORE = 16, 48  # candidates of each entry, and when these do not do
COMPLETE = 400  # up to so many are looked at all with all, if need be


class _Section(NamedTuple):
    """Some score groups and their tables; one may have come from above, one may float down."""

    groups: range
    entering: int | None
    pairs: list[Pair]
    leaving: int | None


def by_sections(field: Field, penalties: Penalties) -> list[Pair] | None:
    """Return the tables as pairs of places, or None where that was not found.

    The field must leave room for a round without a repeat, and after any bye.
    """
    work = _Work(field, penalties)
    done: list[_Section] = []
    groups = range(1)
    while groups.start < work.count:
        entering = done[-1].leaving if done else None
        section = work.section(groups, entering)
        if section is not None:
            done.append(section)
            groups = range(section.groups.stop, section.groups.stop + 1)
        elif entering is None and groups.stop < work.count:
            groups = range(groups.start, groups.stop + 1)
        elif done:
            groups = range(done.pop().groups.start, groups.stop)
        else:
            return None
    return sorted(pair for section in done for pair in section.pairs)


def near_tables(field: Field, penalties: Penalties, nearest: int) -> tuple[Ints, Ints]:
    """Return the candidates of the whole field, floats by one score group among them."""
    work = _Work(field, penalties)
    one, other = work.candidates(range(work.count), None, nearest)
    groups = np.append(penalties.groups, 0)
    is_near = (other == field.nobody) | (groups[other] - groups[one] <= 1)
    return one[is_near], other[is_near]


class _Work:
    def __init__(self, field: Field, penalties: Penalties) -> None:
        self.field = field
        self.penalties = penalties
        self.members = [np.array(places) for places in field.members()]
        self.count = len(self.members)
        may_have_bye = set(field.may_have_bye()) if field.is_odd else set()
        self.bye_group = max((field.groups[place] for place in may_have_bye), default=-1)
        self.may_have_bye = np.isin(
            self.members[self.bye_group], np.array(sorted(may_have_bye), dtype=np.int64)
        )

    def section(self, groups: range, entering: int | None) -> _Section | None:
        """Return these groups paired as well as can be, or None where that is not certain."""
        is_last = groups.stop == self.count
        for nearest in self._widths(groups):
            tables = self._closed(groups, entering, nearest)
            if tables is not None and self._is_least(tables):
                return tables
        if entering is not None:
            return None
        return tables if is_last else self._open(groups)

    def _widths(self, groups: range) -> Iterator[int]:
        yield NEAREST
        yield MORE
        if sum(len(self.members[group]) for group in groups) <= COMPLETE:
            yield COMPLETE

    def _closed(self, groups: range, entering: int | None, nearest: int) -> _Section | None:
        """Pair the groups so that only one floats down, where their number is odd."""
        places = self._places(groups, entering)
        one, other = self.candidates(groups, entering, nearest)
        if len(places) % 2:
            places = np.append(places, self.penalties.elsewhere)
            leaving = self._lowest(groups, entering, nearest)
            one = np.concatenate([one, leaving])
            other = np.concatenate([other, np.full(len(leaving), self.penalties.elsewhere)])
        node = self._nodes(places)
        penalties = self.penalties.rate(one, other, groups)
        matching = best_matching(len(places), node[one], node[other], penalties, self.field.work)
        return (
            None
            if matching is None
            else self._paired(groups, entering, one[matching], other[matching])
        )

    def _open(self, groups: range) -> _Section | None:
        """Let anybody float down, and see whether more than one must.

        Every possible table has a mirror image that costs nothing, and whoever floats down is
        paired with its own image: so everybody is in a pair, however many float down.
        """
        places = self._places(groups, None)
        real = places[places < self.field.size]
        one, other = self.candidates(groups, None, COMPLETE if len(places) <= COMPLETE else MORE)
        node, image = self._nodes(places), self._nodes(places) + len(places)
        away = np.full(len(real), self.penalties.elsewhere)
        all_one, all_other = np.concatenate([one, real]), np.concatenate([other, away])
        none = np.zeros(len(one), dtype=np.int64)
        penalties = [
            penalty._replace(costs=np.concatenate([penalty.costs, none]))
            for penalty in self.penalties.rate(all_one, all_other, groups)
        ]
        matching = best_matching(
            2 * len(places),
            np.concatenate([node[one], node[real], image[one]]),
            np.concatenate([node[other], image[real], image[other]]),
            penalties,
            self.field.work,
        )
        if matching is None:
            return None
        matching = matching[matching < len(all_one)]
        if (all_other[matching] == self.penalties.elsewhere).sum() > len(places) % 2:
            return None
        return self._paired(groups, None, all_one[matching], all_other[matching])

    def _paired(self, groups: range, entering: int | None, one: Ints, other: Ints) -> _Section:
        tables = list(zip(one.tolist(), other.tolist(), strict=True))
        leaving = [place for place, other in tables if other == self.penalties.elsewhere]
        pairs = [table for table in tables if table[1] != self.penalties.elsewhere]
        return _Section(groups, entering, pairs, leaving[0] if leaving else None)

    def _is_least(self, section: _Section) -> bool:
        """Say whether tables join groups of the section only where odd numbers make them do so."""
        group_of = self.field.groups
        above = 0 if section.entering is None else 1
        for group in section.groups[:-1]:
            above += len(self.members[group]) + (group == self.bye_group)
            joining = sum(
                group_of[one] <= group < group_of[other]
                for one, other in section.pairs
                if other != self.field.nobody
            )
            joining += section.leaving is not None and group_of[section.leaving] <= group
            if joining != above % 2:
                return False
        return True

    # ------------------------------------------------------------------------ who may meet whom

    def _places(self, groups: range, entering: int | None) -> Ints:
        parts = [self.members[group] for group in groups]
        if entering is not None:
            parts.insert(0, np.array([entering]))
        if self.bye_group in groups:
            parts.append(np.array([self.field.nobody]))
        return np.concatenate(parts)

    def _nodes(self, places: Ints) -> Ints:
        nodes = np.full(self.field.size + 2, -1, dtype=np.int64)
        nodes[places] = np.arange(len(places))
        return nodes

    def _lowest(self, groups: range, entering: int | None, nearest: int) -> Ints:
        parts = [self.members[group][-nearest:] for group in groups]
        if entering is not None:
            parts.insert(0, np.array([entering]))
        return np.concatenate(parts)

    def candidates(self, groups: range, entering: int | None, nearest: int) -> tuple[Ints, Ints]:
        """Return who may meet whom: inside a group, between groups, and nobody."""
        pairs = [self._inside(group, nearest) for group in groups]
        pairs += [
            _each_with_each(self.members[upper][-nearest:], self.members[lower][:nearest])
            for upper in groups
            for lower in range(upper + 1, groups.stop)
        ]
        if entering is not None:
            pairs += [
                _each_with_each(np.array([entering]), self.members[group][:nearest])
                for group in groups
            ]
        one = np.concatenate([pair[0] for pair in pairs])
        other = np.concatenate([pair[1] for pair in pairs])
        one, other = np.minimum(one, other), np.maximum(one, other)
        may_meet: Flags = self.penalties.may_meet(one, other)
        one, other = one[may_meet], other[may_meet]
        if self.bye_group in groups:
            byes = self.members[self.bye_group][self.may_have_bye][-nearest:]
            one = np.concatenate([one, byes])
            other = np.concatenate([other, np.full(len(byes), self.field.nobody)])
        return one, other

    def _inside(self, group: int, nearest: int) -> tuple[Ints, Ints]:
        """Return the pairs of a group that are nearest to what the pattern says."""
        places = self.members[group]
        size = len(places)
        if size <= nearest:
            one, other = np.triu_indices(size, k=1)
            return places[one], places[other]
        one = np.repeat(np.arange(size), nearest)
        match self.field.pattern:
            case "slide":
                meets, steps = one + size // 2, np.arange(nearest) - nearest // 2
            case "fold":
                meets, steps = size - 1 - one, np.arange(nearest) - nearest // 2
            case _:
                meets, steps = one, np.arange(1, nearest + 1)
        other = meets + np.tile(steps, size)
        inside = (one < other) & (other < size)
        return places[one[inside]], places[other[inside]]


def _each_with_each(upper: Ints, lower: Ints) -> tuple[Ints, Ints]:
    return np.repeat(upper, len(lower)), np.tile(lower, len(upper))
