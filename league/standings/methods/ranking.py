"""Standings: the rows, best first, each with what separates it from its neighbours."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from games.sentences import say
from league.doors.reading import Number
from league.standings.methods.bookkeeping import make_ledger
from league.standings.methods.deal_bookkeeping import make_deals_ledger
from league.standings.methods.deals.methods import ComparedDeals
from league.standings.methods.exact import common_denominator
from league.standings.methods.ledger import Adjustment, Ledger
from league.standings.methods.levels import Level, Separation, Split, draw_lots
from league.standings.methods.matches.awards import DRAWN, LOST, WON
from league.standings.methods.request import RankRequest
from league.standings.methods.rows import MOST_NAMES, Neighbour, Row
from league.standings.methods.tiebreaks import LOT, TIEBREAKS
from league.standings.methods.unrankable import impossible


def rank_entries(request: RankRequest) -> list[Row]:
    """Return one row an entry, best first, group by group; level entries in the order of ids.

    Every number is exact. Raises CannotRank for results that the method cannot count.
    """
    writer = _Writer(request)
    if not request.groups:
        return writer.rows(range(len(request.entries)), None)
    place = {entry.id: index for index, entry in enumerate(request.entries)}
    return [
        row
        for number, group in enumerate(request.groups)
        for row in writer.rows([place[entry] for entry in group], number)
    ]


def ledger_of(request: RankRequest) -> Ledger:
    """Return what every entry has done. Raises CannotRank."""
    ids = [entry.id for entry in request.entries]
    if isinstance(request.method, ComparedDeals):
        return make_deals_ledger(
            request.method,
            ids,
            request.deals,
            byes=request.byes,
            adjustments=request.adjustments,
            carried=request.carried,
            groups=request.groups,
        )
    return make_ledger(
        request.method,
        ids,
        matches=request.matches,
        duels=request.duels,
        byes=request.byes,
        adjustments=request.adjustments,
        carried=request.carried,
        groups=request.groups,
        with_facts=any(TIEBREAKS[name].needs_deals for name in request.tiebreaks),
    )


def separation_of(request: RankRequest) -> Separation:
    """Return what separates the entries, not yet applied to anybody. Raises CannotRank."""
    ids = [entry.id for entry in request.entries]
    place = {entry: index for index, entry in enumerate(ids)}
    ledger = ledger_of(request)
    if request.most_bits is not None:
        _check_fractions(ledger, request.most_bits)
    return Separation(
        ledger,
        request.tiebreaks,
        lots=draw_lots(request.seed or 0, ids) if LOT in request.tiebreaks else (),
        play_offs=[
            {place[entry]: points for entry, points in play_off.items()}
            for play_off in request.play_offs
        ],
    )


def _check_fractions(ledger: Ledger, most_bits: int) -> None:
    """Refuse points whose exact sums would be numbers of thousands of digits. Raises CannotRank."""
    numbers = chain(ledger.results, ledger.points, ledger.scores, ledger.totals)
    if common_denominator(numbers, most_bits=most_bits) is None:
        raise impossible(
            "too_much_work",
            say(
                "the points have so many different fractions that their exact sums would have "
                "more than %(digits)d digits: round them to two decimals, or send fewer matches; "
                "the command on your own machine takes its time",
                digits=most_bits * 3 // 10,
            ),
        )


class Surroundings(NamedTuple):
    """What the rows of one level share."""

    rank: int
    level: Sequence[int]
    above: Neighbour | None
    below: Neighbour | None
    group: int | None


class _Writer:
    """Ranks the entries and writes their rows."""

    def __init__(self, request: RankRequest) -> None:
        self.entries = request.entries
        self.ids = [entry.id for entry in request.entries]
        self.separation = separation_of(request)
        self.ledger = self.separation.ledger
        tallies = self.ledger.tallies()
        self.won, self.drawn, self.lost = tallies[WON], tallies[DRAWN], tallies[LOST]
        self.adjustments: dict[str, list[Adjustment]] = defaultdict(list)
        for adjustment in request.adjustments:
            self.adjustments[adjustment.entry].append(adjustment)

    def rows(self, group: Sequence[int], number: int | None) -> list[Row]:
        """Return the rows of the group, best first."""
        levels = self.separation.levels(group)
        members = [sorted(level.entries, key=self.ids.__getitem__) for level in levels]
        rows: list[Row] = []
        for index, level in enumerate(members):
            around = Surroundings(
                rank=len(rows) + 1,
                level=level,
                above=self._above(levels, members, index),
                below=self._below(levels, members, index),
                group=number,
            )
            rows += [self._row(entry, around) for entry in level]
        return rows

    def _above(
        self, levels: Sequence[Level], members: Sequence[Sequence[int]], index: int
    ) -> Neighbour | None:
        split = levels[index].split
        if split is None:
            return None
        return self._neighbour(members[index - 1][0], split, split.lower, split.upper)

    def _below(
        self, levels: Sequence[Level], members: Sequence[Sequence[int]], index: int
    ) -> Neighbour | None:
        split = levels[index + 1].split if index + 1 < len(levels) else None
        if split is None:
            return None
        return self._neighbour(members[index + 1][0], split, split.upper, split.lower)

    def _neighbour(self, entry: int, split: Split, own: Number, other: Number) -> Neighbour:
        named = self.entries[entry]
        return Neighbour(named.id, named.called, split.criterion, own, other, split.certain)

    def _row(self, entry: int, around: Surroundings) -> Row:
        named, ledger, others = self.entries[entry], self.ledger, len(around.level) - 1
        won, drawn, lost = self.won[entry], self.drawn[entry], self.lost[entry]
        return Row(
            entry=named.id,
            name=named.called,
            rank=around.rank,
            tied=others > 0,
            points=ledger.totals[entry],
            tiebreaks=self.separation.numbers(entry),
            played=won + drawn + lost,
            won=won,
            drawn=drawn,
            lost=lost,
            byes=ledger.byes(entry) if entry in ledger.unplayed else 0,
            provisional=entry in ledger.provisional,
            adjustments=tuple(self.adjustments.get(named.id, ())),
            level_with=self._level_with(entry, around.level) if others else (),
            level_count=others,
            above=around.above,
            below=around.below,
            group=around.group,
            account=ledger.accounts[entry] if ledger.accounts else None,
            byes_points=ledger.byes_result(entry),
            looks=self.separation.looks(entry),
        )

    def _level_with(self, entry: int, level: Sequence[int]) -> tuple[str, ...]:
        nearest = [other for other in level[: MOST_NAMES + 1] if other != entry]
        return tuple(self.entries[other].called for other in nearest[:MOST_NAMES])
