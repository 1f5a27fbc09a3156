"""Who sits at which table in the next round, before partners are found."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from games.sentences import say
from league.play.rounds.drawing.drawn import Reason
from league.play.rounds.drawing.request import BY_LOT, DrawRequest
from league.play.rounds.drawing.table_moves import needs
from league.play.rounds.drawing.table_moves.going import Mover, Rule, next_tables
from league.play.rounds.drawing.table_moves.results import last_outcomes, why_lots


class Arranged(NamedTuple):
    """The tables from the head on, who sits out, and what a lot has decided."""

    tables: list[list[Mover]]
    sit_outs: list[str]
    why: tuple[Reason, ...]


def arrange(
    request: DrawRequest,
    sent: Mapping[str, Any],
    rule: Rule,
    *,
    at_a_table: int,
    first_order: str,
    ties: str,
) -> Arranged:
    """Return the tables by the results of the last round, or by seed or lot in the first one."""
    seed = needs.seed_of(sent)
    order = needs.first_order(request, sent, first_order)
    if not request.history.rounds:
        by_lot = needs.order_of(sent, first_order) == BY_LOT
        return _first(order, at_a_table, _why_first(seed) if by_lot else _why_listed())
    # repeatable on purpose: the seed is part of the answer
    rng = Random(f"{seed} {request.next_round}")  # noqa: S311  # nosec B311
    rng.shuffle(order)
    outcomes = last_outcomes(request, ties=ties, seed=seed)
    tables, sit_outs = next_tables(
        request,
        outcomes,
        rule,
        at_a_table=at_a_table,
        lot={entry: place for place, entry in enumerate(order)},
    )
    return Arranged(tables, sit_outs, tuple(why_lots(request, outcomes, seed)))


def _first(order: Sequence[str], at_a_table: int, why: Reason) -> Arranged:
    full = len(order) - len(order) % at_a_table
    tables = [
        [Mover(e, None, at // at_a_table + 1, "begins") for e in order[at : at + at_a_table]]
        for at in range(0, full, at_a_table)
    ]
    return Arranged(tables, list(order[full:]), (why,))


def _why_first(seed: int) -> Reason:
    sentence = say("the first tables are filled by lot (seed %(seed)d)", seed=seed)
    return Reason("first_round", sentence)


def _why_listed() -> Reason:
    return Reason("first_round", say("the first tables are filled in the order of the entries"))
