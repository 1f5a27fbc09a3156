"""Where everybody goes after a round, and who sits out."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from league.play.rounds.drawing.request import DrawRequest
from league.play.rounds.drawing.table_moves.results import Outcome

How: TypeAlias = Literal[
    "begins",
    "winners_up",
    "losers_stay",
    "winners_stay",
    "losers_down",
    "losers_to_last",
    "comes_in",
]
STAYING: tuple[How, ...] = ("losers_stay", "winners_stay")


class Mover(NamedTuple):
    """An entry on its way: from a table (None: it sat out or is new), to a table, and why."""

    entry: str
    origin: int | None
    table: int
    how: How

    @property
    def stays(self) -> bool:
        return self.how in STAYING


# (the table, whether the side won, the last table) -> where it goes
Rule: TypeAlias = Callable[[int, bool, int], tuple[int, How]]


def winners_move(table: int, won: bool, last: int) -> tuple[int, How]:
    """Winners go up a table, losers stay; the head's winners stay, its losers go to the last."""
    if won:
        return (1, "winners_stay") if table == 1 else (table - 1, "winners_up")
    return (last, "losers_to_last") if table == 1 and last > 1 else (table, "losers_stay")


def up_and_down(table: int, won: bool, last: int) -> tuple[int, How]:
    """Winners go up a table, losers down; the head's winners and the last's losers stay."""
    if won:
        return (1, "winners_stay") if table == 1 else (table - 1, "winners_up")
    return (last, "losers_stay") if table == last else (table + 1, "losers_down")


def waits_of(request: DrawRequest) -> dict[str, int]:
    """Return how often each entry has sat out; one that came late begins with the fewest so far."""
    waits: dict[str, int] = {}
    byes = Counter((bye.round, bye.entry) for bye in request.history.byes)
    for number in request.history.rounds:
        seen = [e for m in request.history.matches if m.round == number for e in m.entries]
        seen += [bye.entry for bye in request.history.byes if bye.round == number]
        fewest = min(waits.values(), default=0)
        for entry in seen:
            waits[entry] = waits.get(entry, fewest) + byes[number, entry]
    fewest = min((waits[e.id] for e in request.active if e.id in waits), default=0)
    return {entry.id: waits.get(entry.id, fewest) for entry in request.active}


def next_tables(
    request: DrawRequest,
    outcomes: Sequence[Outcome],
    rule: Rule,
    *,
    at_a_table: int,
    lot: Mapping[str, int],
) -> tuple[list[list[Mover]], list[str]]:
    """Return who goes to which table, from the head on, and who sits out.

    Nobody sits out twice before all have done so once; then those of the last tables do, losers
    before winners. An entry that comes in takes the place of one that goes out or has left; when
    the number of tables changes everybody closes up.
    """
    movers = _movers(outcomes, rule)
    active = {entry.id for entry in request.active}
    tables = len(active) // at_a_table
    waiting = _sit_out(request, movers, len(active) - tables * at_a_table, lot)
    going = [m for m in movers.values() if m.entry in active and m.entry not in waiting]
    free = [m.table for m in movers.values() if m.entry not in active or m.entry in waiting]
    new = sorted(
        (entry for entry in active if entry not in movers and entry not in waiting),
        key=lambda entry: lot[entry],
    )
    if tables != len(outcomes) or len(free) != len(new):
        free = [tables] * len(new)
    going += [
        Mover(entry, None, table, "comes_in")
        for entry, table in zip(new, sorted(free, reverse=True), strict=True)
    ]
    going.sort(key=lambda mover: (mover.table, mover.stays, lot[mover.entry]))
    chunks = [going[at : at + at_a_table] for at in range(0, len(going), at_a_table)]
    return chunks, sorted(waiting, key=lambda entry: lot[entry])


def _movers(outcomes: Iterable[Outcome], rule: Rule) -> dict[str, Mover]:
    listed = list(outcomes)
    movers: dict[str, Mover] = {}
    for outcome in listed:
        for entries, won in ((outcome.winners, True), (outcome.losers, False)):
            table, how = rule(outcome.table, won, len(listed))
            movers |= {entry: Mover(entry, outcome.table, table, how) for entry in entries}
    return movers


def _sit_out(
    request: DrawRequest, movers: Mapping[str, Mover], count: int, lot: Mapping[str, int]
) -> set[str]:
    waits = waits_of(request)
    last = max(request.history.rounds, default=0)
    rested = {bye.entry for bye in request.history.byes if bye.round == last}

    def reluctance(entry: str) -> tuple[int, bool, bool, int, bool, int]:
        mover = movers.get(entry)
        table = mover.table if mover else 0
        won = mover is not None and mover.how in ("winners_up", "winners_stay")
        return waits[entry], entry in rested, mover is None, -table, won, lot[entry]

    return set(sorted((entry.id for entry in request.active), key=reluctance)[:count])
