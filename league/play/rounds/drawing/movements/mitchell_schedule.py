"""The Mitchell movement on numbers: the first half stays, the visitors go up, the deals go down.

Source: formats.md section 4 (E. C. Howell 1898, John T. Mitchell 1891; skeletons by I. McKinnon).
Tables, visitors and deal sets count from 0 here; the formulas are checked by the tests for every
number of tables.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

PLAIN, SKIP, RELAY = "plain", "skip", "relay"
METHODS = (PLAIN, SKIP, RELAY)


class Visit(NamedTuple):
    """Who comes to a table in a round, and which deal set lies there."""

    visitor: int
    deal_set: int


def plain_visit(tables: int, turn: int, table: int) -> Visit:
    """Visitors move up one table and deals down one; sound for `tables` rounds if that is odd."""
    return Visit((table - turn) % tables, (table + turn) % tables)


def skip_visit(tables: int, turn: int, table: int) -> Visit:
    """As plain, but after half of the rounds visitors move two: for an even number of tables.

    Without it they would then meet their first deals again. One round fewer than tables.
    """
    moved = turn + (turn >= tables // 2)
    return Visit((table - moved) % tables, (table + turn) % tables)


def relay_visit(tables: int, turn: int, table: int) -> Visit:
    """The first and the last table share deals, and a set rests half-way (relay and share).

    For an even number of tables; every visitor meets every home.
    """
    place = table if table < tables // 2 else (table + 1) % tables
    return Visit((table - turn) % tables, (place + turn) % tables)


VISITS: dict[str, Callable[[int, int, int], Visit]] = {
    PLAIN: plain_visit,
    SKIP: skip_visit,
    RELAY: relay_visit,
}


def most_rounds(tables: int, method: str, *, deals_prepared: bool) -> int:
    """Return how many rounds can be played without meeting anybody, or a deal, again."""
    if method == SKIP:
        return tables - 1
    if method == PLAIN and deals_prepared and tables % 2 == 0:
        return tables // 2
    return tables


def rover_tables(
    rounds: Sequence[Sequence[Visit]],
    *,
    closed: Iterable[int] = (),
    met: Iterable[int] = (),
    played: Iterable[int] = (),
    effort: int = 4_000,
) -> list[int | None]:
    """Return the table at which a late pair replaces the home in each round; None: it sits out.

    It takes nobody's table twice, meets no visitor and plays no deal set twice, and sits out as
    seldom as the search finds. `closed` are tables whose homes are not to be replaced, `met` and
    `played` what the late pair has played before. Rover lists are in the EBU movement manual; here
    they are searched for.
    """
    for waits in range(len(rounds) + 1):
        rover = _Rover(rounds, set(closed), set(met), set(played), waits, effort).search()
        if rover is not None:
            return rover
    return [None] * len(rounds)


class _Rover:
    def __init__(
        self,
        rounds: Sequence[Sequence[Visit]],
        closed: set[int],
        met: set[int],
        played: set[int],
        waits: int,
        effort: int,
    ) -> None:
        self.rounds = rounds
        self.taken = closed
        self.met = met
        self.played = played
        self.waits = waits
        self.effort = effort
        self.path: list[int | None] = []

    def search(self) -> list[int | None] | None:
        turn = len(self.path)
        if turn == len(self.rounds):
            return self.path
        self.effort -= 1
        if self.effort < 0:
            return None
        visits = self.rounds[turn]
        for step in range(len(visits)):
            table = (2 * turn + step) % len(visits)  # two on each round is a rover in itself
            visit = visits[table]
            if table in self.taken or visit.visitor in self.met or visit.deal_set in self.played:
                continue
            self._go(table, visit)
            if self.search() is not None:
                return self.path
            self._come_back(table, visit)
        if self.waits:
            self.waits -= 1
            self.path.append(None)
            if self.search() is not None:
                return self.path
            self.path.pop()
            self.waits += 1
        return None

    def _go(self, table: int, visit: Visit) -> None:
        self.taken.add(table)
        self.met.add(visit.visitor)
        self.played.add(visit.deal_set)
        self.path.append(table)

    def _come_back(self, table: int, visit: Visit) -> None:
        self.taken.remove(table)
        self.met.remove(visit.visitor)
        self.played.remove(visit.deal_set)
        self.path.pop()
