"""Howell: every pair meets every other, and all are compared with each other: one winner."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from games.sentences import say
from league.play.rounds.drawing.candidate import (
    UNPREPARED,
    Candidate,
    deals_that_fit,
    make_two_sided_candidate,
    sizes_with_two_sides,
)
from league.play.rounds.drawing.drawn import Draw
from league.play.rounds.drawing.format import Format, Way
from league.play.rounds.drawing.formats.howell.howell_reduced import (
    BaseTable,
    read_base,
    reduced_base,
)
from league.play.rounds.drawing.formats.howell.howell_tables import FULL, TOGETHER
from league.play.rounds.drawing.formats.round_robin import FORMAT as ROUND_ROBIN
from league.play.rounds.drawing.formats.round_robin import rounds_to_meet
from league.play.rounds.drawing.movements.answer import draw_movement
from league.play.rounds.drawing.movements.judging import judge_everybody_met
from league.play.rounds.drawing.movements.movement import Meeting, Movement
from league.play.rounds.drawing.movements.movement_options import (
    read_common,
    rounds_of_movement,
    too_few,
    too_many,
)
from league.play.rounds.drawing.night import Night
from league.play.rounds.drawing.request import DrawRequest
from league.play.rounds.drawing.stage_options import PREPARED_OPTION

LEAST_ENTRIES, MOST_ENTRIES = 3, 2 * max(FULL)


def draw_howell(request: DrawRequest) -> Draw:
    """Return the rounds of a Howell; fewer `rounds` than a full one give a reduced Howell."""
    common, _ = read_common(request)
    return draw_movement(request, common, lambda count: _movement(request, count), winners=1)


def _movement(request: DrawRequest, count: int) -> Movement:
    _check_count(count)
    even = count + count % 2
    tables, most = even // 2, even - 1
    asked = request.rounds or request.round or 0
    too_many_rounds = say(
        "%(count)d entries have all met after the %(most)d rounds of a Howell, so there cannot be "
        "%(asked)d; ask for at most %(most)d, or for a format in which they meet more often",
        count=count,
        most=most,
        asked=asked,
    )
    last = rounds_of_movement(request, most, too_many_rounds)
    cycle, base = _base(tables, last)
    turns = [_turn(tables, cycle, number) for number in range(1, last + 1)]
    return Movement(
        rounds=tuple(
            tuple(
                _meeting(table, number, _moved(seated, cycle, turn))
                for table, seated in enumerate(base, start=1)
            )
            for number, turn in enumerate(turns, start=1)
        ),
        numbers=tuple(range(1, count + 1)),
        vacant=() if count == even else (even,),
        together=tables in TOGETHER,
    )


def _check_count(count: int) -> None:
    if count < LEAST_ENTRIES:
        raise too_few(
            say(
                "a Howell needs at least %(least)d entries, not %(count)d; add entries",
                least=LEAST_ENTRIES,
                count=count,
            )
        )
    if count > MOST_ENTRIES:
        raise too_many(
            say(
                "%(count)d entries are too many for a Howell, in which everybody meets everybody; "
                "at most %(most)d can play one: divide them into sections, or play a Mitchell or "
                "a Swiss",
                count=count,
                most=MOST_ENTRIES,
            )
        )


def _base(tables: int, rounds: int) -> tuple[int, Sequence[BaseTable]]:
    """Return the length of the cycle and its first round, the shortest that has so many rounds."""
    if tables in TOGETHER:
        return 2 * tables - 1, read_base(TOGETHER[tables])
    for cycle in range(max(tables, rounds), 2 * tables - 1):
        reduced = reduced_base(tables, cycle)
        if reduced is not None:
            return cycle, evened(reduced, cycle)
    return 2 * tables - 1, read_base(FULL[tables])


def _turn(tables: int, cycle: int, number: int) -> int:
    """Return by how much the first round is shifted; 2 and 3 tables keep the Berger order."""
    return ((number - 1) * tables) % cycle if tables in TOGETHER else number - 1


def _moved(seated: BaseTable, cycle: int, turn: int) -> BaseTable:
    def on(value: int) -> int:
        return value if value > cycle else (value + turn - 1) % cycle + 1

    return BaseTable(on(seated.first), on(seated.second), on(seated.deal_set))


def _meeting(table: int, number: int, seated: BaseTable) -> Meeting:
    why = say(
        "round %(round)d of the Howell: number %(first)d sits N/S, number %(second)d E/W",
        round=number,
        first=seated.first,
        second=seated.second,
    )
    return Meeting(table, seated.first, seated.second, seated.deal_set, why)


# ------------------------------------------------------------------------------- the directions


@lru_cache(maxsize=256)
def evened(base: tuple[BaseTable, ...], cycle: int) -> tuple[BaseTable, ...]:
    """Return the tables with N/S and E/W chosen so that comparisons are as even as can be found.

    Table by table is turned as long as that lowers the sum of the squares by which comparisons
    differ from their mean.
    """
    turned = [1] * len(base)
    uneven = _unevenness(base, turned, cycle)
    better = True
    while better:
        better = False
        for place in range(len(base)):
            turned[place] = -turned[place]
            now = _unevenness(base, turned, cycle)
            if now < uneven:
                uneven, better = now, True
            else:
                turned[place] = -turned[place]
    return tuple(
        seated if sign == 1 else seated._replace(first=seated.second, second=seated.first)
        for seated, sign in zip(base, turned, strict=True)
    )


def _unevenness(base: Sequence[BaseTable], turned: Sequence[int], cycle: int) -> float:
    entries = 2 * len(base)
    side = np.zeros((entries, cycle))
    compared = np.zeros((entries, entries))
    for seated, sign in zip(base, turned, strict=True):
        for turn in range(cycle):
            first, second, deal_set = _moved(seated, cycle, turn)
            side[first - 1, deal_set - 1] = sign
            side[second - 1, deal_set - 1] = -sign
            compared[first - 1, second - 1] = compared[second - 1, first - 1] = len(base)
    compared += side @ side.T
    sums = compared[np.triu_indices(entries, k=1)]
    return float(((sums - sums.mean()) ** 2).sum())


def _all_rounds(night: Night) -> Iterator[Candidate]:
    """Without prepared deals a Howell is a round robin under another name."""
    for size in sizes_with_two_sides(night):
        entries = night.players // size.side_size
        rounds = rounds_to_meet(entries)
        if entries >= 4 and (deals := deals_that_fit(night, rounds, size.seats)):
            yield make_two_sided_candidate(
                size, FORMAT.id, rounds, deals, options=UNPREPARED, like=ROUND_ROBIN.id
            )


FORMAT = Format(
    id="howell",
    label=say("Howell"),
    help=say(
        "Everybody meets everybody once and plays the same prepared deals, so that there is "
        "one winner."
    ),
    who="sides",
    all_at_once=True,
    results="none",
    rests="sit_out",
    options=(PREPARED_OPTION,),
    filled=frozenset({"seed", "deals"}),
    draw=draw_howell,
    judge=judge_everybody_met,
    ways=(Way(7, _all_rounds),),
    cost=None,
    times=1,
)
