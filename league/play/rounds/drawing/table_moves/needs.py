"""What a movement by results needs: enough entries, tables of two sides, the next round."""

from collections.abc import Sequence
from random import Random
from typing import Annotated, NamedTuple, TypeAlias

from games.sentences import Sentence, say
from league.play.rounds.drawing.cannot_draw import impossible
from league.play.rounds.drawing.drawn import Reason
from league.play.rounds.drawing.request import (
    DrawRequest,
    check_next_round,
    order_entries,
)
from league.play.rounds.drawing.stage_options import BY_LOT, Order, said
from league.play.rounds.drawing.table_moves.going import Mover, Rule, next_tables
from league.play.rounds.drawing.table_moves.results import LOT, PLAY_OFF, last_outcomes, why_lots

MOST_ENTRIES = 1_000


Ties: TypeAlias = Annotated[
    str,
    said(
        say("A table that ends level"),
        say("Who then counts as the winner and moves on."),
        (LOT, say("a lot decides, with a seed that is recorded")),
        (PLAY_OFF, say("they play on: no draw until somebody has won")),
    ),
]


def first_order(request: DrawRequest, options: Order) -> list[str]:
    """Return the active entries in the order in which they take the tables of the first round."""
    active = {entry.id for entry in request.active}
    ranked = order_entries(request.entries, options.order, options.seed)
    return [entry for entry in ranked if entry in active]


def check_request(request: DrawRequest, *, at_a_table: int) -> None:
    """Refuse too few or too many entries, and any round but the next."""
    count = len(request.active)
    if count < at_a_table:
        raise impossible("too_few_entries", _too_few(count, at_a_table), path="entries")
    if count > MOST_ENTRIES:
        raise impossible(
            "too_many_entries",
            say(
                "%(count)d entries are too many for one movement; at most %(most)d can be drawn: "
                "divide them into groups",
                count=count,
                most=MOST_ENTRIES,
            ),
            path="entries",
        )
    _check_history(request)
    check_next_round(request)


def _too_few(count: int, at_a_table: int) -> Sentence:
    if at_a_table == 2:
        return say(
            "here two entries meet at a table, so at least 2 active ones are needed, not "
            "%(count)d; add entries",
            count=count,
        )
    return say(
        "four players sit at a table here, so at least 4 are needed, not %(count)d; find more "
        "players, or play individual tables, which can be of 3",
        count=count,
    )


def _check_history(request: DrawRequest) -> None:
    for match in request.history.matches:
        if len(match.sides) != 2:
            raise impossible(
                "not_two_sides",
                say(
                    "round %(round)d of the history has a table of %(names)s with %(count)d sides; "
                    "in this movement two sides meet",
                    round=match.round,
                    names=request.names(match.entries),
                    count=len(match.sides),
                ),
                path="history",
            )


# --- Who sits at which table in the next round, before partners are found ---


class Arranged(NamedTuple):
    """The tables from the head on, who sits out, and what a lot has decided."""

    tables: list[list[Mover]]
    sit_outs: list[str]
    why: tuple[Reason, ...]


def arrange(
    request: DrawRequest, options: Order, rule: Rule, *, at_a_table: int, ties: str
) -> Arranged:
    """Return the tables by the results of the last round, or by seed or lot in the first one."""
    seed, by_lot = options.seed, options.order == BY_LOT
    order = first_order(request, options)
    if not request.history.rounds:
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
