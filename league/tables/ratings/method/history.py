"""The history of strengths: what each table, in the order of time, changed in whose strength."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from league.tables.ratings.method.strengths import NEWCOMER, Rated, Strength, rate_table

# one player, or two who play together, the smaller id first
Who: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFact:
    """A table that was played to the end: the players of each side, and its points.

    `deals` are those played, at least one; `spread` is the usual margin of one of them.
    """

    table: int
    players: tuple[tuple[int, ...], ...]
    points: tuple[float, ...]
    deals: int
    spread: float


class Change(NamedTuple):
    """What a table did to somebody. `margin` is to the best of the other sides."""

    who: Who
    table: int
    before: Strength
    after: Strength
    expected: float
    share: float
    margin: float
    deals: int


Units: TypeAlias = Callable[[TableFact], Sequence[Sequence[Who]] | None]


def as_players(fact: TableFact) -> Sequence[Sequence[Who]] | None:
    """Return who is rated at a table, by side: each player alone."""
    sizes = {len(side) for side in fact.players}
    if len(fact.players) < 2 or len(sizes) != 1 or sizes == {0}:
        return None
    return [[(player,) for player in side] for side in fact.players]


def as_partnerships(fact: TableFact) -> Sequence[Sequence[Who]] | None:
    """Return who is rated at a table of pairs, by side: each pair as one."""
    if len(fact.players) < 2 or any(len(set(side)) != 2 for side in fact.players):
        return None
    return [[tuple(sorted(side))] for side in fact.players]


NOTHING: Mapping[Who, Strength] = MappingProxyType({})


def history(
    facts: Iterable[TableFact], units: Units, known: Mapping[Who, Strength] = NOTHING
) -> list[Change]:
    """Return every change, in the order of the tables; a table without any `units` is skipped.

    A pure function of the facts: the same ones in the same order give the same changes, to the
    last digit; also in parts, when each goes on from the strengths `known` before it.
    """
    now = dict(known)
    changes: list[Change] = []
    for fact in facts:
        sides = units(fact)
        if sides is None:
            continue
        before = [[now.get(who, NEWCOMER) for who in side] for side in sides]
        rated = rate_table(
            before,
            fact.points,
            deals=fact.deals,
            spread=fact.spread,
            people=len(sides[0][0]),
        )
        for number, side in enumerate(sides):
            for who, was, after in zip(side, before[number], rated[number].after, strict=True):
                now[who] = after
                changes.append(_change(who, fact, number, was, after, rated[number]))
    return changes


def _change(
    who: Who, fact: TableFact, side: int, before: Strength, after: Strength, rated: Rated
) -> Change:
    others = max(points for number, points in enumerate(fact.points) if number != side)
    margin = fact.points[side] - others
    return Change(who, fact.table, before, after, rated.expected, rated.share, margin, fact.deals)
