"""Howell: every pair meets every other, and all are compared with each other: one winner."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

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
from league.play.rounds.drawing.formats.round_robin import FORMAT as ROUND_ROBIN
from league.play.rounds.drawing.formats.round_robin import rounds_to_meet
from league.play.rounds.drawing.movements.answer import draw_movement
from league.play.rounds.drawing.movements.judging import judge_everybody_met
from league.play.rounds.drawing.movements.movement import (
    Common,
    Meeting,
    Movement,
    rounds_of_movement,
    too_few,
    too_many,
)
from league.play.rounds.drawing.night import Night
from league.play.rounds.drawing.request import DrawRequest, options_asked
from league.play.rounds.drawing.stage_options import PREPARED_OPTION

# --- Reduced Howells: fewer rounds than a full one, with more than one pair that stays ---
# For `tables` tables and `rounds` rounds, tables <= rounds <= 2 * tables - 2, the numbers
# 1..rounds move and the rest stay at (appendix) tables of their own. In the first round some
# movers meet each other, with differences that are all different, and some meet those who stay; a
# pair at x and y plays the set x + y, a mover at c who meets one that stays the set c + c', where
# c' is another such place. If those sums are all different, the round shifted on by one each time
# is a movement in which nobody meets anybody twice, everybody plays every set once, and no set is
# at two tables: a partial starter with its adder. Found by a seeded search of bounded length; its
# soundness is tested for every size.

LOTS, STEPS = 12, 400
# as "N/S-E/W:set"; the sum rule has no movement here, another choice of sets has
STORED = {
    (5, 7): "8-4:5 9-6:4 10-7:3 1-2:1 3-5:7",
    (9, 15): "16-11:7 17-12:9 18-14:5 1-2:1 3-5:6 4-7:11 6-10:4 8-13:3 9-15:2",
}


class BaseTable(NamedTuple):
    """A table of the first round: who sits N/S, who E/W, and the deal set."""

    first: int
    second: int
    deal_set: int


def read_base(text: str) -> tuple[BaseTable, ...]:
    """Read tables written as "8-1:1 2-4:3": N/S, E/W and deal set."""
    return tuple(BaseTable(*map(int, table.replace(":", "-").split("-"))) for table in text.split())


@lru_cache(maxsize=256)
def reduced_base(tables: int, rounds: int) -> tuple[BaseTable, ...] | None:
    """Return the first round of a reduced Howell, or None where the search finds none.

    By enumeration there is none of this kind for 4 tables, for 6 with 6 or 7 rounds and for 8
    with 8 or 9; an even number of tables never has one of as many rounds.
    """
    if (tables, rounds) in STORED:
        return read_base(STORED[tables, rounds])
    for lot in range(LOTS):
        # repeatable on purpose: the same size has the same movement everywhere
        search = _Search(tables, rounds, Random(f"{tables} {rounds} {lot}"))  # noqa: S311  # nosec B311
        base = search.run()
        if base is not None:
            return base
    return None


class _Search:
    def __init__(self, tables: int, rounds: int, rng: Random) -> None:
        self.tables = tables
        self.rounds = rounds
        self.rng = rng
        self.steps = STEPS
        self.free = set(range(rounds))
        self.sums: set[int] = set()
        self.pairs: list[tuple[int, int]] = []
        self.differences = set(range(1, (rounds + 1) // 2))

    def run(self) -> tuple[BaseTable, ...] | None:
        if not self._pair_up():
            return None
        alone = sorted(self.free)
        partners = self._partners(alone, list(alone))
        if partners is None:
            return None
        met = [BaseTable(x + 1, y + 1, self._sum(x, y) + 1) for x, y in self.pairs]
        stay = [
            BaseTable(self.rounds + place, c + 1, self._sum(c, other) + 1)
            for place, (c, other) in enumerate(zip(alone, partners, strict=True), start=1)
        ]
        return (*stay, *met)

    def _sum(self, one: int, other: int) -> int:
        return (one + other) % self.rounds

    def _pair_up(self) -> bool:
        """Let rounds - tables pairs of movers meet, all differences and sums different."""
        if len(self.pairs) == self.rounds - self.tables:
            return True
        self.steps -= 1
        if self.steps < 0:
            return False
        choices = [list(self._choices(step)) for step in sorted(self.differences)]
        missing = self.rounds - self.tables - len(self.pairs)
        useful = [choice for choice in choices if choice]
        if len(useful) < missing:
            return False
        options = min(useful, key=len)
        self.rng.shuffle(options)
        for x, y in options:
            self._take(x, y)
            if self._pair_up():
                return True
            self._put_back(x, y)
        return False

    def _choices(self, step: int) -> Iterator[tuple[int, int]]:
        for x in sorted(self.free):
            y = (x + step) % self.rounds
            if y in self.free and self._sum(x, y) not in self.sums:
                yield x, y

    def _take(self, x: int, y: int) -> None:
        self.free -= {x, y}
        self.sums.add(self._sum(x, y))
        self.pairs.append((x, y))
        self.differences.discard(self._step(x, y))

    def _put_back(self, x: int, y: int) -> None:
        self.free |= {x, y}
        self.sums.discard(self._sum(x, y))
        self.pairs.pop()
        self.differences.add(self._step(x, y))

    def _step(self, x: int, y: int) -> int:
        return min((x - y) % self.rounds, (y - x) % self.rounds)

    def _partners(self, alone: Sequence[int], left: list[int]) -> list[int] | None:
        """Return the places in an order in which their sums with `alone` are new and different."""
        if not alone:
            return []
        self.steps -= 1
        if self.steps < -2 * STEPS:
            return None
        for other in sorted(left, key=lambda pair: self.rng.random()):
            total = self._sum(alone[0], other)
            if total in self.sums:
                continue
            self.sums.add(total)
            rest = self._partners(alone[1:], [pair for pair in left if pair != other])
            if rest is not None:
                return [other, *rest]
            self.sums.discard(total)
        return None


# --- First rounds of full Howells, by the number of tables ---
# Written as N/S-E/W:set. For each later round every number but the highest, which stays, and every
# set number goes up by one, after 2 * tables - 1 comes 1. Each pair meets each other pair once,
# plays each set once, and no set is at two tables at once; the tests enumerate it.
#
# 4 to 8 tables: formats.md section 4 (checked by its author). 9 to 30: strong starters found by
# our own search, a pair x, y playing the set x + y (R. C. Mullin and E. Nemeth, 1969). In all of
# them N/S and E/W are chosen so that comparisons are as even as the search could make them.
#
# For 2 and 3 tables no such movement exists: all tables play the round's deals.

TOGETHER = {
    2: "4-1:1 2-3:1",
    3: "6-1:1 2-5:1 3-4:1",
}

FULL = {
    4: ("8-1:1 2-4:3 3-7:5 5-6:2"),
    5: ("10-1:1 2-3:6 4-8:5 7-5:3 6-9:8"),
    6: ("12-1:1 2-3:4 4-7:10 5-9:2 6-11:5 10-8:6"),
    7: ("14-1:1 2-3:4 4-7:12 5-10:3 6-13:10 12-8:11 9-11:5"),
    8: ("16-1:1 3-2:4 4-6:11 5-11:8 7-15:13 12-8:7 9-14:3 10-13:6"),
    9: ("18-1:1 3-2:4 4-14:17 5-7:11 11-6:16 17-8:7 15-9:6 13-10:5 12-16:10"),
    10: ("20-1:1 2-12:13 15-3:17 4-18:2 5-6:10 9-7:15 8-19:7 10-14:4 11-17:8 13-16:9"),
    11: ("22-1:1 15-2:16 3-12:14 18-4:21 5-6:10 11-7:17 8-13:20 20-9:7 16-10:4 17-14:9 21-19:18"),
    12: (
        "24-1:1 2-10:11 3-13:15 4-22:2 9-5:13 18-6:23 23-7:6 11-8:18 21-12:9 14-20:10 15-16:7 "
        "19-17:12"
    ),
    13: (
        "26-1:1 2-7:8 14-3:16 12-4:15 17-5:21 6-25:5 24-8:6 19-9:2 10-13:22 11-15:25 23-16:13 "
        "20-18:12 21-22:17"
    ),
    14: (
        "28-1:1 25-2:26 3-15:17 18-4:21 6-5:10 7-12:18 8-16:23 9-19:27 10-21:3 14-11:24 "
        "22-13:7 23-17:12 27-20:19 24-26:22"
    ),
    15: (
        "30-1:1 12-2:13 3-5:7 4-28:2 6-13:18 22-7:28 8-19:26 9-29:8 10-16:25 11-24:5 14-26:10 "
        "18-15:3 17-25:12 21-20:11 23-27:20"
    ),
    16: (
        "32-1:1 2-14:15 29-3:31 25-4:28 5-13:17 6-9:14 16-7:22 8-26:2 30-10:8 11-27:6 "
        "18-12:29 22-15:5 31-17:16 20-19:7 21-23:12 24-28:20"
    ),
    17: (
        "34-1:1 2-4:5 24-3:26 14-5:18 25-6:30 7-15:21 8-9:16 10-30:6 11-22:32 29-12:7 "
        "19-13:31 21-16:3 32-17:15 28-18:12 23-20:9 33-26:25 27-31:24"
    ),
    18: (
        "36-1:1 27-2:28 3-4:6 5-25:29 6-13:18 26-7:32 20-8:27 9-35:8 21-10:30 14-11:24 "
        "12-33:9 15-19:33 16-34:14 22-17:3 31-18:13 23-29:16 24-32:20 28-30:22"
    ),
    19: (
        "38-1:1 2-33:34 15-3:17 4-21:24 5-6:10 7-25:31 8-11:18 35-9:6 10-31:3 12-17:28 "
        "23-13:35 14-29:5 16-18:33 19-26:7 34-20:16 22-30:14 24-37:23 36-27:25 28-32:22"
    ),
    20: (
        "40-1:1 2-25:26 3-7:9 4-14:17 5-38:3 6-27:32 8-15:22 33-9:2 10-18:27 11-23:33 "
        "17-12:28 13-35:8 16-29:5 28-19:7 20-39:19 21-32:13 22-36:18 26-24:10 30-31:21 "
        "34-37:31"
    ),
    21: (
        "42-1:1 2-34:35 3-11:13 20-4:23 5-35:39 6-25:30 7-19:25 8-14:21 40-9:7 27-10:36 "
        "38-12:8 13-26:38 15-17:31 16-37:11 18-41:17 24-21:3 36-22:16 23-28:9 29-33:20 "
        "30-31:19 39-32:29"
    ),
    22: (
        "44-1:1 2-9:10 22-3:24 4-42:2 5-34:38 6-12:17 20-7:26 8-24:31 27-10:36 23-11:33 "
        "13-28:40 14-36:6 15-16:30 25-17:41 18-41:15 19-37:12 21-32:9 29-26:11 30-39:25 "
        "35-31:22 33-43:32 38-40:34"
    ),
    23: (
        "46-1:1 2-23:24 7-3:9 4-32:35 18-5:22 6-44:4 41-8:3 19-9:27 25-10:34 11-27:37 "
        "12-17:28 13-24:36 14-40:8 38-15:7 16-36:6 22-20:41 21-39:14 26-35:15 28-34:16 "
        "29-37:20 30-33:17 45-31:30 43-42:39"
    ),
    24: (
        "48-1:1 25-2:26 32-3:34 8-4:11 5-13:17 6-23:28 7-34:40 11-9:19 44-10:6 19-12:30 "
        "14-26:39 15-29:43 31-16:46 43-17:12 46-18:16 42-20:14 37-21:10 28-22:2 27-24:3 "
        "30-39:21 33-38:23 35-45:32 47-36:35 40-41:33"
    ),
    25: (
        "50-1:1 2-4:5 3-32:34 45-5:49 14-6:19 7-21:27 11-8:18 22-9:30 10-38:47 44-12:6 "
        "13-28:40 15-34:48 16-47:13 17-42:9 18-40:8 35-19:4 20-24:43 23-29:2 25-48:23 27-26:3 "
        "41-30:21 36-31:17 33-43:26 49-37:36 39-46:35"
    ),
    26: (
        "52-1:1 46-2:47 32-3:34 4-39:42 15-5:19 6-25:30 44-7:50 17-8:24 12-9:20 10-37:46 "
        "11-29:39 19-13:31 40-14:2 16-33:48 49-18:15 20-35:3 42-21:11 24-22:45 51-23:22 "
        "34-26:8 27-38:13 41-28:17 30-31:9 48-36:32 43-47:38 50-45:43"
    ),
    27: (
        "54-1:1 35-2:36 19-3:21 15-4:18 6-5:10 24-7:30 8-31:38 17-9:25 10-23:32 25-11:35 "
        "12-36:47 41-13:53 20-14:33 16-26:41 18-39:3 21-40:7 49-22:17 27-42:15 46-28:20 "
        "38-29:13 30-52:28 34-32:12 33-45:24 37-44:27 48-43:37 47-51:44 53-50:49"
    ),
    28: (
        "56-1:1 20-2:21 51-3:53 4-21:24 5-13:17 41-6:46 39-7:45 9-8:16 10-25:34 11-47:2 "
        "18-12:29 28-14:41 15-54:13 16-50:10 45-17:6 49-19:12 31-22:52 23-52:19 35-24:3 "
        "30-26:55 27-40:11 29-53:26 32-44:20 33-55:32 36-34:14 42-37:23 48-38:30 43-46:33"
    ),
    29: (
        "58-1:1 45-2:46 3-5:7 19-4:22 39-6:44 28-7:34 8-47:54 9-13:21 26-10:35 11-51:4 "
        "12-31:42 37-14:50 15-23:37 53-16:11 20-17:36 18-50:10 43-21:6 22-52:16 24-30:53 "
        "32-25:56 27-56:25 55-29:26 33-34:9 46-35:23 36-41:19 38-48:28 40-49:31 42-54:38 "
        "44-57:43"
    ),
    30: (
        "60-1:1 5-2:6 3-56:58 4-42:45 17-6:22 7-44:50 12-8:19 28-9:36 39-10:48 19-11:29 "
        "40-13:52 14-48:2 15-24:38 58-16:14 49-18:7 20-32:51 21-26:46 22-35:56 23-46:9 "
        "51-25:16 27-41:8 31-29:59 30-50:20 33-57:30 34-52:26 37-36:13 38-53:31 59-43:42 "
        "45-55:40 54-47:41"
    ),
}


LEAST_ENTRIES, MOST_ENTRIES = 3, 2 * max(FULL)


def draw_howell(request: DrawRequest) -> Draw:
    """Return the rounds of a Howell; fewer `rounds` than a full one give a reduced Howell."""
    common = options_asked(request, Common)
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
