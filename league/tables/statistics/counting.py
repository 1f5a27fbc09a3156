"""Counts the deals, bids, melds and sets of a table, seat by seat. Pure: no database."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from games.services import Achievement, DealFigures

# (made, failed) by level of the bid; the level is text, as the database keeps it
Levels: TypeAlias = dict[str, list[int]]


class Seated(NamedTuple):
    """Who sat where, and on which side."""

    seat: int
    player: int
    side: int


@dataclass(slots=True)
class Counts:
    """The sums of one seat, named as the columns of `SeatCount`.

    `bids` are auctions won by this seat, `side_bids` by its side; `over_*` are points taken above
    the bid in contracts made, `short_*` below it in contracts set. `defended` counts deals in which
    another side bid, `sets_given` those of them that were set, `unnamed` deals of the own side
    without a recorded declarer. `meld_*` are points of melds, where they were written down.
    """

    deals: int = 0
    points: int = 0
    bids: int = 0
    made: int = 0
    bid_sum: int = 0
    over_deals: int = 0
    over_sum: int = 0
    short_deals: int = 0
    short_sum: int = 0
    side_bids: int = 0
    side_sets: int = 0
    defended: int = 0
    sets_given: int = 0
    unnamed: int = 0
    meld_deals: int = 0
    meld_sum: int = 0
    side_meld_deals: int = 0
    side_meld_sum: int = 0
    bid_levels: Levels = field(default_factory=dict)
    side_levels: Levels = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CountedDeal:
    """A deal that counts: its figures and its score by side."""

    submission: int
    figures: DealFigures
    score: Sequence[int]


class Achieved(NamedTuple):
    """An achievement of a player: the ids of submission and player, and its kind."""

    submission: int
    player: int
    kind: str


@dataclass(slots=True)
class TableCounts:
    """The sums by seat, and what was achieved."""

    seats: dict[int, Counts] = field(default_factory=dict)
    achieved: set[Achieved] = field(default_factory=set)


def count_table(seats: Sequence[Seated], deals: Sequence[CountedDeal]) -> TableCounts:
    """Return the sums and achievements of the deals; a deal that was thrown in is not counted."""
    counts = TableCounts({seat.seat: Counts() for seat in seats})
    for deal in deals:
        if not deal.figures.played:
            continue
        for seat in seats:
            _add(counts.seats[seat.seat], seat, deal)
        for achievement in deal.figures.achievements:
            for player in _achievers(achievement, seats):
                counts.achieved.add(Achieved(deal.submission, player, achievement.kind))
    return counts


def _achievers(achievement: Achievement, seats: Sequence[Seated]) -> Iterator[int]:
    for seat in seats:
        if achievement.seat == seat.seat or (
            achievement.seat is None and achievement.side == seat.side
        ):
            yield seat.player


def _add(counts: Counts, seat: Seated, deal: CountedDeal) -> None:
    figures = deal.figures
    counts.deals += 1
    counts.points += deal.score[seat.side]
    if figures.seat_melds is not None:
        counts.meld_deals += 1
        counts.meld_sum += figures.seat_melds[seat.seat]
    if figures.side_melds is not None:
        counts.side_meld_deals += 1
        counts.side_meld_sum += figures.side_melds[seat.side]
    if figures.side is None or figures.made is None:
        return
    if figures.side != seat.side:
        counts.defended += 1
        counts.sets_given += not figures.made
        return
    counts.side_bids += 1
    counts.side_sets += not figures.made
    counts.unnamed += figures.declarer is None
    _add_level(counts.side_levels, figures)
    if figures.declarer == seat.seat:
        _add_bid(counts, figures)


def _add_bid(counts: Counts, figures: DealFigures) -> None:
    counts.bids += 1
    counts.made += bool(figures.made)
    counts.bid_sum += figures.bid or 0
    _add_level(counts.bid_levels, figures)
    if figures.taken is None or figures.bid is None:
        return
    over = figures.taken - figures.bid
    if figures.made:
        counts.over_deals += 1
        counts.over_sum += max(0, over)
    else:
        counts.short_deals += 1
        counts.short_sum += max(0, -over)


def _add_level(levels: Levels, figures: DealFigures) -> None:
    if figures.bid is not None:
        levels.setdefault(str(figures.bid), [0, 0])[not figures.made] += 1
