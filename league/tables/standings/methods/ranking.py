"""Standings: the rows, best first, each with what separates it from its neighbours."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from games.sentences import say
from league.foundation.doors.reading import Number
from league.foundation.doors.request_files import Entry
from league.tables.standings.methods.bookkeeping import make_ledger
from league.tables.standings.methods.deal_bookkeeping import make_deals_ledger
from league.tables.standings.methods.deals.methods import ComparedDeals
from league.tables.standings.methods.exact import Range, common_denominator
from league.tables.standings.methods.ledger import Adjustment, Ledger
from league.tables.standings.methods.levels import Separation, Split, draw_lots
from league.tables.standings.methods.matches.awards import DRAWN, LOST, WON
from league.tables.standings.methods.request import RankRequest
from league.tables.standings.methods.rows import MOST_NAMES, Neighbour, Row
from league.tables.standings.methods.tiebreaks import GROUPED, LOT, TIEBREAKS
from league.tables.standings.methods.unrankable import impossible


def rank_entries(request: RankRequest) -> list[Row]:
    """Return one row an entry, best first, group by group; level entries in the order of ids.

    Every number is exact. Raises CannotRank for results that the method cannot count.
    """
    return list(Ranking(request).rows())


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


class Placed(NamedTuple):
    """A level in the order of ids; `split` is what separates it from the level before."""

    entries: Sequence[int]
    split: Split | None


class Ranking:
    """The entries in their order, with the numbers of their rows; entries are their places.

    Rows are made when they are asked for. Of the results behind them nothing is kept, so that the
    rankings after every round of a large event can be held beside each other.
    """

    def __init__(self, request: RankRequest) -> None:
        """Rank the entries. Raises CannotRank."""
        separation = separation_of(request)
        ledger = separation.ledger
        self.entries = request.entries
        self.tiebreaks = request.tiebreaks
        self.groups = [
            (number, _placed(separation, group, request.entries))
            for number, group in _groups_of(request)
        ]
        self.totals, self.accounts = ledger.totals, ledger.accounts
        self.columns, self.met = separation.columns, separation.met
        self.made = {name: made for name, made in separation.made.items() if made}
        self.provisional = ledger.provisional
        tallies = ledger.tallies()
        self.won, self.drawn, self.lost = tallies[WON], tallies[DRAWN], tallies[LOST]
        self.byes = {
            entry: (ledger.byes(entry), ledger.byes_result(entry)) for entry in ledger.unplayed
        }
        self.adjustments: dict[str, list[Adjustment]] = defaultdict(list)
        for adjustment in request.adjustments:
            self.adjustments[adjustment.entry].append(adjustment)

    def rows(self) -> Iterator[Row]:
        """Yield one row an entry, best first, group by group."""
        for number, levels in self.groups:
            rank = 1
            for index, level in enumerate(levels):
                around = Surroundings(
                    rank=rank,
                    level=level.entries,
                    above=self._above(levels, index),
                    below=self._below(levels, index),
                    group=number,
                )
                for entry in level.entries:
                    yield self._row(entry, around)
                rank += len(level.entries)

    def _above(self, levels: Sequence[Placed], index: int) -> Neighbour | None:
        split = levels[index].split
        if split is None:
            return None
        return self._neighbour(levels[index - 1], split, split.lower, split.upper)

    def _below(self, levels: Sequence[Placed], index: int) -> Neighbour | None:
        split = levels[index + 1].split if index + 1 < len(levels) else None
        if split is None:
            return None
        return self._neighbour(levels[index + 1], split, split.upper, split.lower)

    def _neighbour(self, level: Placed, split: Split, own: Number, other: Number) -> Neighbour:
        return Neighbour(self.entries[level.entries[0]], split.criterion, own, other, split.certain)

    def _row(self, entry: int, around: Surroundings) -> Row:
        named, others = self.entries[entry], len(around.level) - 1
        won, drawn, lost = self.won[entry], self.drawn[entry], self.lost[entry]
        byes, byes_points = self.byes.get(entry, (0, 0))
        return Row(
            entry=named.id,
            name=named.called,
            rank=around.rank,
            tied=others > 0,
            points=self.totals[entry],
            tiebreaks=self._numbers(entry),
            played=won + drawn + lost,
            won=won,
            drawn=drawn,
            lost=lost,
            byes=byes,
            provisional=entry in self.provisional,
            adjustments=tuple(self.adjustments.get(named.id, ())),
            level_with=self._level_with(entry, around.level) if others else (),
            level_count=others,
            above=around.above,
            below=around.below,
            group=around.group,
            account=self.accounts[entry] if self.accounts else None,
            byes_points=byes_points,
            looks=self._looks(entry) if self.made else {},
        )

    def _numbers(self, entry: int) -> dict[str, Number | None]:
        """Return the entry's tie-breaks in order; None where only level entries have a number."""
        return {
            name: self.met[name].get(entry) if name in GROUPED else self.columns[name][entry]
            for name in self.tiebreaks
        }

    def _looks(self, entry: int) -> dict[str, tuple[Range, ...]]:
        """Return the entry's points in each comparison of head-to-head, and in each play-off."""
        return {name: made[entry] for name, made in self.made.items() if entry in made}

    def _level_with(self, entry: int, level: Sequence[int]) -> tuple[Entry, ...]:
        nearest = [other for other in level[: MOST_NAMES + 1] if other != entry]
        return tuple([self.entries[other] for other in nearest[:MOST_NAMES]])


def _groups_of(request: RankRequest) -> list[tuple[int | None, Sequence[int]]]:
    """Return the groups that are ranked among themselves, by number; one without: all together."""
    if not request.groups:
        return [(None, range(len(request.entries)))]
    place = {entry.id: index for index, entry in enumerate(request.entries)}
    return [
        (number, [place[entry] for entry in group]) for number, group in enumerate(request.groups)
    ]


def _placed(separation: Separation, group: Sequence[int], entries: Sequence[Entry]) -> list[Placed]:
    return [
        Placed(_by_id(level.entries, entries), level.split) for level in separation.levels(group)
    ]


def _by_id(level: list[int], entries: Sequence[Entry]) -> list[int]:
    if len(level) == 1:  # most are
        return level
    return sorted(level, key=lambda entry: entries[entry].id)
