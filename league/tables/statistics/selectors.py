"""Queries on statistics for pages and the API: sums of the counts by table and seat.

They note that somebody looks at what a club shows of it (`league/foundation/derived_state.py`).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from typing import Any, NamedTuple, TypeAlias

from django.db.models import OuterRef, QuerySet
from django.db.models.expressions import Combinable

from league.clubs.models import Player
from league.foundation.derived_state import look_at
from league.foundation.related_rows import rows_column
from league.play.events.models import Event
from league.tables.statistics.models import Achievement, SeatCount, StageStatistics

# (made, failed) by level of the bid
Levels: TypeAlias = dict[int, tuple[int, int]]


def add_levels(stored: Iterable[Mapping[str, Sequence[int]]]) -> Levels:
    """Return the sums of the stored counts of several seats, by level."""
    sums: dict[int, list[int]] = {}
    for of_seat in stored:
        for level, (made, failed) in of_seat.items():
            sum_of_level = sums.setdefault(int(level), [0, 0])
            sum_of_level[0] += made
            sum_of_level[1] += failed
    return {level: (sums[level][0], sums[level][1]) for level in sorted(sums)}


MOST_ACHIEVEMENTS = 50
# some sixty to a hundred evenings: a page reads no more
MOST_TABLES = 500


class AtTable(NamedTuple):
    """What the player's side scored at a table, in the points of the game."""

    table: int
    partners: Sequence[int]
    deals: int
    points: int


OF_A_SEAT = ("variant", "at", "table_id", "partners", "bid_levels", *SeatCount.COUNTS)
AT_TABLE = ("table_id", "partners", "deals", "points")


@dataclass(frozen=True, slots=True)
class Statistics:
    """Sums over tables, with averages and percentages, which are None without any deal."""

    sums: dict[str, int]
    tables: int
    levels: Levels = field(default_factory=dict)

    def __getattr__(self, name: str) -> int:
        try:
            return self.sums[name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def failed(self) -> int:
        return self.sums["bids"] - self.sums["made"]

    @property
    def made_percent(self) -> int | None:
        bids = self.sums["bids"]
        return round(100 * self.sums["made"] / bids) if bids else None

    @property
    def side_made_percent(self) -> int | None:
        """How many of the contracts of the own side were made, whoever of it bid them."""
        bids = self.sums["side_bids"]
        return round(100 * (bids - self.sums["side_sets"]) / bids) if bids else None

    @property
    def average_bid(self) -> float | None:
        """No number is bid where trump is ordered or named for a fixed number of tricks."""
        return _mean(self.sums["bid_sum"], self.sums["bids"]) if self.sums["bid_sum"] else None

    @property
    def average_over(self) -> float | None:
        """The average of points taken above the bid, in contracts made."""
        return _mean(self.sums["over_sum"], self.sums["over_deals"])

    @property
    def average_short(self) -> float | None:
        """The average of points missing to the bid, in contracts set."""
        return _mean(self.sums["short_sum"], self.sums["short_deals"])

    @property
    def average_meld(self) -> float | None:
        return _mean(self.sums["meld_sum"], self.sums["meld_deals"])

    @property
    def average_side_meld(self) -> float | None:
        return _mean(self.sums["side_meld_sum"], self.sums["side_meld_deals"])

    @property
    def points_a_deal(self) -> float | None:
        return _mean(self.sums["points"], self.sums["deals"])


def _mean(total: int, count: int) -> float | None:
    return round(total / count, 1) if count else None


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """A player's statistics at one game, and the same with each partner, most bids first.

    `last` are the last tables, the newest first.
    """

    variant: str
    all: Statistics
    partners: list[tuple[int, Statistics]]
    last: Sequence[AtTable] = ()


def statistics_of(player: Player, events: "QuerySet[Event] | None" = None) -> list[GameStatistics]:
    """Return a player's statistics, the game most played first; one query.

    With `events` what was played in others is left out.
    """
    return statistics_read(player, _rows(_in(events, SeatCount.objects.filter(player=player))))


def counts_column(events: "QuerySet[Event]") -> Combinable:
    """Return what `statistics_read` makes statistics of, as a column of players."""
    return rows_column(_in(events, SeatCount.objects.filter(player=OuterRef("pk"))), *OF_A_SEAT)


def statistics_read(player: Player, rows: Iterable[dict[str, Any]]) -> list[GameStatistics]:
    """Return the statistics in the `counts_column` of a player, the game most played first."""
    look_at(StageStatistics, player.club_id)
    by_game = defaultdict(list)
    for row in rows:
        by_game[row["variant"]].append(row)
    games = [
        GameStatistics(variant, _sum(rows), _by_partner(rows), _last(rows))
        for variant, rows in by_game.items()
    ]
    return sorted(games, key=lambda game: (-game.all.deals, game.variant))


def statistics_of_pair(
    one: Player, other: Player, events: "QuerySet[Event] | None" = None
) -> list[tuple[str, Statistics, Statistics]]:
    """Return the statistics of two partners, by game: (game, of `one`, of `other`); one query.

    Counts of the side, such as sets and points, are the same for both. With `events` what was
    played in others is left out.
    """
    look_at(StageStatistics, one.club_id)
    by_game: dict[str, tuple[list[Any], list[Any]]] = defaultdict(lambda: ([], []))
    together = SeatCount.objects.filter(player=one, partners__contains=[other.pk])
    turned = SeatCount.objects.filter(player=other, partners__contains=[one.pk])
    for row in _rows(_in(events, together | turned), "player_id"):
        by_game[row["variant"]][row["player_id"] == other.pk].append(row)
    both_sums = [(variant, _sum(mine), _sum(theirs)) for variant, (mine, theirs) in by_game.items()]
    return sorted(both_sums, key=lambda game: (-game[1].deals, game[0]))


def achievements_of(players: Iterable[Player]) -> "QuerySet[Achievement]":
    """Return the players' achievements, the latest first, with their event loaded."""
    return (
        Achievement.objects.filter(player__in=list(players))
        .select_related("submission", "table__round__stage__event")
        .order_by("-at", "-submission_id", "kind")
    )


def _in(events: "QuerySet[Event] | None", counts: "QuerySet[SeatCount]") -> "QuerySet[SeatCount]":
    return counts if events is None else counts.filter(table__round__stage__event__in=events)


def _rows(counts: "QuerySet[SeatCount]", *more: str) -> Iterable[dict[str, Any]]:
    yield from counts.values(*OF_A_SEAT, *more)


def _sum(rows: Sequence[dict[str, Any]]) -> Statistics:
    sums = {name: sum(row[name] for row in rows) for name in SeatCount.COUNTS}
    levels = add_levels(row["bid_levels"] for row in rows)
    return Statistics(sums, len({row["table_id"] for row in rows}), levels)


def _last(rows: Sequence[dict[str, Any]]) -> list[AtTable]:
    newest = nlargest(MOST_TABLES, rows, key=lambda row: (row["at"], row["table_id"]))
    return [AtTable(*(row[name] for name in AT_TABLE)) for row in newest]


def _by_partner(rows: Sequence[dict[str, Any]]) -> list[tuple[int, Statistics]]:
    by_partner = defaultdict(list)
    for row in rows:
        for partner in row["partners"]:
            by_partner[partner].append(row)
    sums = [(partner, _sum(together)) for partner, together in by_partner.items()]
    return sorted(sums, key=lambda pair: (-pair[1].bids, -pair[1].deals, pair[0]))
