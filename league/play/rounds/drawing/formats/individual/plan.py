"""The rounds of an individual movement, as planned at its start or searched again from the facts.

The plan goes on as long as its rounds were played as planned and the same players are there.
Otherwise the rounds to come are searched for: with the fewest repeats, and so that nobody sits out
twice before everybody else has done so once.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from league.play.rounds.drawing.formats.individual.cycle import (
    NumberedRound,
    cycle_rounds,
    pick_rounds,
)
from league.play.rounds.drawing.formats.individual.designs import Company, Tables
from league.play.rounds.drawing.formats.individual.individual_options import Options, full_cycle
from league.play.rounds.drawing.formats.individual.search import search_rounds
from league.play.rounds.drawing.movement_facts import Facts, facts_of, spread
from league.play.rounds.drawing.request import DrawRequest
from league.play.rounds.drawing.work import MOST_SEARCHED, StoppedSearch, Work

# work for the second search of a draw: the first works out how the movement would have begun
SEARCHED_AGAIN = MOST_SEARCHED // 3
# searches with different lots for who sits out first: at most TRIES, and fewer in large fields, so
# that tries * players * rounds stay below EFFORT
TRIES, EFFORT = 6, 150

MOVEMENT, SEARCH = "movement", "search"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedRound:
    """`source` says whether a round is of a known movement or was searched for.

    `stopped_search` says how good the round is where the search had to stop before its end.
    """

    tables: tuple[tuple[tuple[str, ...], ...], ...]
    out: tuple[str, ...]
    source: str
    stopped_search: StoppedSearch | None = None


class Plan(NamedTuple):
    """Rounds to come, by number. `followed`: the rounds played were those of this plan."""

    rounds: Mapping[int, PlannedRound]
    followed: bool


def plan_rounds(
    request: DrawRequest, options: Options, players: Sequence[str], numbers: Sequence[int]
) -> Plan:
    """Return the planned rounds with these numbers, none of which is in the history."""
    beginning: list[PlannedRound] = []
    if _same_players(request, players):
        last = request.rounds or max(full_cycle(len(players), options.seats), *numbers, 0)
        beginning = plan_from_start(request, options, players, last)
        if _follows(request, beginning):
            return Plan({number: beginning[number - 1] for number in numbers}, followed=True)
    if not numbers:
        return Plan({}, followed=False)
    has_searched = any(planned.source == SEARCH for planned in beginning)
    most = SEARCHED_AGAIN if has_searched else MOST_SEARCHED
    searched = _searched_again(request, options, players, numbers, most)
    as_planned = {n: beginning[n - 1] for n in numbers if n <= len(beginning)}
    if len(as_planned) == len(searched) and _is_as_good(request, players, as_planned, searched):
        return Plan(as_planned, followed=False)
    return Plan(searched, followed=False)


def plan_from_start(
    request: DrawRequest, options: Options, players: Sequence[str], rounds: int
) -> list[PlannedRound]:
    """Return the plan for these players before anything has been played."""
    cycle = cycle_rounds(len(players), options.seats)
    cycles, rest = divmod(rounds, len(cycle))
    planned = [_named(numbered, players) for numbered in [*cycle] * cycles]
    if rest:
        company = Company.of(players, Facts(), request.avoid)
        planned += _few_rounds(options, players, rest, company)
    return planned


def _same_players(request: DrawRequest, players: Sequence[str]) -> bool:
    """Say whether exactly these players have played or sat out so far, or nobody has."""
    seen = {entry for match in request.history.matches for entry in match.entries}
    seen |= {bye.entry for bye in request.history.byes}
    return not seen or seen == set(players)


def _follows(request: DrawRequest, planned: Sequence[PlannedRound]) -> bool:
    """Say whether the history is the beginning of the plan."""
    seen: dict[int, set[frozenset[frozenset[str]]]] = {}
    for match in request.history.matches:
        sides = frozenset(frozenset(side.entries) for side in match.sides)
        seen.setdefault(match.round, set()).add(sides)
    return all(
        number <= len(planned)
        and tables == {frozenset(map(frozenset, table)) for table in planned[number - 1].tables}
        for number, tables in seen.items()
    )


def _is_as_good(
    request: DrawRequest,
    players: Sequence[str],
    as_planned: Mapping[int, PlannedRound],
    searched: Mapping[int, PlannedRound],
) -> bool:
    """Say whether the rounds as planned are as good as those searched, counting those played."""
    facts = facts_of(request.history)
    company = Company.of(players, facts, request.avoid)

    def badness(rounds: Mapping[int, PlannedRound]) -> tuple[int, int]:
        waits = Counter(facts.waits)
        for planned in rounds.values():
            waits.update(planned.out)
        least, most = spread(waits, players)
        return most - least, _cost_of(list(rounds.values()), players, company)

    return badness(as_planned) <= badness(searched)


def _few_rounds(
    options: Options, players: Sequence[str], rounds: int, company: Company
) -> list[PlannedRound]:
    """Return so few rounds: the best ones of the full movement, or searched ones if better."""
    rng = _lots(options, "pick")
    cycle = cycle_rounds(len(players), options.seats)
    picked = pick_rounds(cycle, rounds, len(players), company, rng)
    numbered = [] if picked is None else [_named(round, players) for round in picked]
    least = company.copy()
    for planned in numbered:
        least.add(_indexed(planned, players))
    if picked is not None and least.cost() <= least.least_cost():
        return numbered
    searched = _searched(options, players, rounds, company, Facts(), played=0)
    if picked is None or _cost_of(searched, players, company) < least.cost():
        return searched
    return numbered


def _searched_again(
    request: DrawRequest,
    options: Options,
    players: Sequence[str],
    numbers: Sequence[int],
    most: int,
) -> dict[int, PlannedRound]:
    facts = facts_of(request.history)
    company = Company.of(players, facts, request.avoid)
    played = len(request.history.rounds)
    searched = _searched(options, players, len(numbers), company, facts, played=played, most=most)
    return dict(zip(numbers, searched, strict=True))


# --------------------------------------------------------------------------------- the search


def _searched(
    options: Options,
    players: Sequence[str],
    rounds: int,
    company: Company,
    facts: Facts,
    *,
    played: int,
    most: int = MOST_SEARCHED,
) -> list[PlannedRound]:
    """Return the best of a few searches, each with its own lot for who sits out first.

    Each has its share of the `most` work that they may do.
    """
    out = len(players) % options.seats
    tries = max(1, min(TRIES, EFFORT // (len(players) * rounds))) if out else 1
    best: list[Tables] = []
    best_cost: int | None = None
    was_stopped = False
    for lot in range(tries):
        rng = _lots(options, f"{played} {lot}")
        work = Work(most // tries)
        playing = _who_plays(players, rounds, out, facts, rng)
        tables = search_rounds(playing, options.seats, company, rng, work)
        cost = _company_after(tables, company).cost()
        was_stopped |= work.was_stopped()
        if best_cost is None or cost < best_cost:
            best, best_cost = tables, cost
    stopped_search = None
    if was_stopped:
        after = _company_after(best, company)
        stopped_search = StoppedSearch(after.cost(), after.least_cost())
    return [_searched_round(tables, players, stopped_search) for tables in best]


def _company_after(rounds: Sequence[Tables], company: Company) -> Company:
    after = company.copy()
    for tables in rounds:
        after.add(tables)
    return after


def _who_plays(
    players: Sequence[str], rounds: int, out: int, facts: Facts, rng: Random
) -> list[list[int]]:
    """Return the players of each round, by index: those who sat out least often sit out next.

    Among them those who have played most do, then a lot decides. A player who came late counts as
    having sat out as often as the one who did so least.
    """
    played = [facts.played[player] for player in players]
    waits = [facts.waits[player] for player in players]
    there = [waits[p] for p in range(len(players)) if played[p] + waits[p]]
    waits = [max(count, min(there, default=0)) for count in waits]
    playing: list[list[int]] = []
    for _ in range(rounds):
        lot = {player: rng.random() for player in range(len(players))}
        order = sorted(lot, key=lambda p: (waits[p], -played[p], lot[p]))
        resting = set(order[:out])
        for player in lot:
            waits[player] += player in resting
            played[player] += player not in resting
        playing.append([player for player in lot if player not in resting])
    return playing


def _cost_of(planned: Sequence[PlannedRound], players: Sequence[str], company: Company) -> int:
    return _company_after([_indexed(round, players) for round in planned], company).cost()


def _lots(options: Options, what: str) -> Random:
    # repeatable on purpose: the seed is part of the answer
    return Random(f"{options.seed} {what}")  # noqa: S311  # nosec B311


# ------------------------------------------------------------------------------ names and numbers


def _named(numbered: NumberedRound, players: Sequence[str]) -> PlannedRound:
    return PlannedRound(
        tables=tuple(
            tuple(tuple(players[number - 1] for number in side) for side in table)
            for table in numbered.tables
        ),
        out=tuple(players[number - 1] for number in numbered.out),
        source=MOVEMENT,
    )


def _searched_round(
    tables: Tables, players: Sequence[str], stopped_search: StoppedSearch | None
) -> PlannedRound:
    seated = {player for table in tables for side in table for player in side}
    return PlannedRound(
        tables=tuple(
            tuple(tuple(players[player] for player in side) for side in table) for table in tables
        ),
        out=tuple(name for place, name in enumerate(players) if place not in seated),
        source=SEARCH,
        stopped_search=stopped_search,
    )


def _indexed(planned: PlannedRound, players: Sequence[str]) -> Tables:
    index = {player: place for place, player in enumerate(players)}
    return [[[index[name] for name in side] for side in table] for table in planned.tables]
