"""Mitchell: half of the pairs keep their tables, the others move up one each round."""

from collections.abc import Iterator

from games.engine.sentences import say
from league.rounds.drawing.candidate import (
    UNPREPARED,
    Candidate,
    deals_that_fit,
    of_two_sides,
    sizes_with_two_sides,
)
from league.rounds.drawing.format import Cost, Format, Way
from league.rounds.drawing.formats.mitchell.mitchell import OPTIONS, draw_mitchell
from league.rounds.drawing.movements.judging import judge_pairs
from league.rounds.drawing.night import Night
from league.rounds.drawing.stage_options import OWN_PREPARED


def _all_rounds(night: Night) -> Iterator[Candidate]:
    for size in sizes_with_two_sides(night):
        tables = night.players // size.side_size // 2
        rounds = tables if tables % 2 else tables - 1
        if tables >= 3 and (deals := deals_that_fit(night, rounds, size.seats)):
            yield of_two_sides(size, FORMAT.id, rounds, deals, options=UNPREPARED)


FORMAT = Format(
    id="mitchell",
    label=say("Mitchell"),
    help=say(
        "Half of the pairs keep their tables, the others move up one each round and the deals "
        "move down; with timed rounds it needs no prepared deals."
    ),
    who="sides",
    all_at_once=True,
    results="none",
    rests="sit_out",
    options=(OWN_PREPARED, *OPTIONS),
    filled=frozenset({"seed", "deals"}),
    draw=draw_mitchell,
    judge=judge_pairs,
    ways=(Way(8, _all_rounds),),
    cost=Cost(rounds=lambda entries: entries // 2),
)
