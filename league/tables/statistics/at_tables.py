"""The tables of a player, or of two partners, at one game: whom they met, best and worst deal."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db import connection
from django.db.models import Count, F, Func, IntegerField, Max, Q, QuerySet, Sum

from games.models import Deal
from league.clubs.models import Club, Player
from league.play.events.models import Event
from league.play.prepared.hiding import HiddenDeals, hidden_in_events
from league.play.results.models import Submission, SubmissionState
from league.play.results.visible_results import submissions_shown
from league.tables.statistics.models import Achievement, SeatCount
from league.tables.statistics.selectors import AT_TABLE, MOST_TABLES, AtTable, Levels


class Met(NamedTuple):
    """An opponent (a player's id): tables and deals against them, and how many points ahead of them
    over these deals; behind where it is less than 0."""

    player: int
    tables: int
    deals: int
    ahead: int

    @property
    def ahead_a_deal(self) -> float | None:
        return round(self.ahead / self.deals, 1) if self.deals else None


class Extreme(NamedTuple):
    """A deal (the id of its submission): by how much `side` was ahead of the best of the others."""

    submission: int
    side: int
    ahead: int


def tables_at(
    player: Player,
    variant: str,
    events: Collection[Event] | None = None,
    *,
    partner: Player | None = None,
) -> list[AtTable]:
    """Return the player's last tables at a game, the newest first; one query.

    Only those in `events` (a queryset, too), and those at which `partner` sat on the same side.
    """
    rows = SeatCount.objects.filter(player=player, variant=variant)
    if events is not None:
        rows = rows.filter(table__round__stage__event__in=events)
    if partner is not None:
        rows = rows.filter(partners__contains=[partner.pk])
    found = rows.order_by("-at", "-table_id").values_list(*AT_TABLE)
    return [AtTable(*row) for row in found[:MOST_TABLES]]


def seats_at(tables: Sequence[AtTable]) -> "QuerySet[SeatCount]":
    """Return what everybody scored at these tables."""
    return SeatCount.objects.filter(table__in=[one.table for one in tables])


def opponents_at(
    player: Player, tables: Sequence[AtTable], seats: Iterable[SeatCount]
) -> list[Met]:
    """Return whom the player's side met at these tables, the most deals first.

    `seats` are the `seats_at` them.
    """
    own = {one.table: one for one in tables}
    met: dict[int, Met] = {}
    for seat in seats:
        mine, other = own[seat.table_id], seat.player_id
        if other == player.pk or other in mine.partners:
            continue
        known = met.get(other, Met(other, 0, 0, 0))
        ahead = known.ahead + mine.points - seat.points
        met[other] = Met(other, known.tables + 1, known.deals + seat.deals, ahead)
    return sorted(met.values(), key=lambda one: (-one.deals, one.player))


def extremes_at(
    player: Player, tables: Sequence[AtTable], hidden: HiddenDeals
) -> tuple[Extreme | None, Extreme | None]:
    """Return the best and the worst confirmed deal of the player at these tables; one query.

    Deals that others have still to play are left out, and final scores, which are none. There is no
    worst one among fewer than two.
    """
    is_own = Q(table__seats__player=player) | Q(table__seats__player__merged_into=player)
    rows = Submission.objects.filter(
        is_own, table__in=[one.table for one in tables], state=SubmissionState.CONFIRMED
    ).exclude(deal__form=Deal.Form.FINAL)
    read = submissions_shown(rows, hidden).order_by("-pk")
    found = read.values_list("pk", "table__seats__placement__side", "deal__score")
    deals = [
        Extreme(pk, side, score[side] - max(other for at, other in enumerate(score) if at != side))
        for pk, side, score in found
        if side is not None and any(score)
    ]
    if not deals:
        return None, None
    best = max(deals, key=lambda deal: (deal.ahead, deal.submission))
    worst = min(deals, key=lambda deal: (deal.ahead, -deal.submission))
    return best, worst if len({deal.submission for deal in deals}) > 1 else None


# --- Statistics of an event or a whole club: sums over all players, added up by the database ---

MOST_BIDDERS = 10
MOST_DEALS = 5

# made and failed bids by level: each seat of a side counts all bids of its side, so every seat
# gives its part of them here
SUMS = """
SELECT counts.variant, level.key::int,
       round(sum((level.value ->> 0)::numeric / (cardinality(counts.partners) + 1)))::int,
       round(sum((level.value ->> 1)::numeric / (cardinality(counts.partners) + 1)))::int
FROM statistics_seatcount counts
CROSS JOIN LATERAL jsonb_each(counts.side_levels) AS level(key, value)
WHERE counts.club_id = %(club)s
"""
OF_EVENT = """
AND counts.table_id IN (
    SELECT tbl.id
    FROM events_stage stage
    JOIN rounds_round round ON round.stage_id = stage.id
    JOIN rounds_table tbl ON tbl.round_id = round.id
    WHERE stage.event_id = %(event)s
)
"""
BY_LEVEL = "GROUP BY 1, 2"


@dataclass(frozen=True, slots=True)
class Bidder:
    """A player's auctions: `bids` won, and `made` of these, in so many `deals`."""

    player: int
    deals: int
    bids: int
    made: int

    @property
    def made_percent(self) -> int:
        return round(100 * self.made / self.bids)


@dataclass(slots=True)
class GameTogether:
    """All that was played of one game (`variant`).

    `bidders` are the players who made the most bids, best first; `achieved` are (kind, deals), the
    most frequent first.
    """

    variant: str
    tables: int = 0
    deals: int = 0
    levels: Levels = field(default_factory=dict)
    bidders: list[Bidder] = field(default_factory=list)
    achieved: list[tuple[str, int]] = field(default_factory=list)


def played_in_club(club: Club) -> list[GameTogether]:
    """Return what was played in a club by game, the most played first; four queries."""
    return _together(
        SeatCount.objects.filter(club=club), Achievement.objects.filter(club=club), club.pk, None
    )


def played_in_event(event: Event) -> list[GameTogether]:
    """Return what was played in an event; four queries."""
    return _together(
        SeatCount.objects.filter(table__round__stage__event=event),
        Achievement.objects.filter(table__round__stage__event=event),
        event.club_id,
        event.pk,
    )


def highest_deals(event: Event) -> list[Submission]:
    """Return the confirmed deals in which a side scored most, the highest first; three queries.

    Deals that others have still to play are left out, and final scores, which are none.
    """
    rows = Submission.objects.filter(
        table__round__stage__event=event, state=SubmissionState.CONFIRMED
    ).exclude(deal__form=Deal.Form.FINAL)
    rows = submissions_shown(rows, hidden_in_events([event.pk]))
    most = Func(
        F("deal__score"),
        template="(SELECT max(one::text::int) FROM jsonb_array_elements(%(expressions)s) AS one)",
        output_field=IntegerField(),
    )
    deals = rows.annotate(most=most).order_by("-most", "id")
    return list(deals.select_related("deal", "table__round__stage")[:MOST_DEALS])


def _together(
    counts: "QuerySet[SeatCount]",
    achieved: "QuerySet[Achievement]",
    club: int,
    event: int | None,
) -> list[GameTogether]:
    games: dict[str, GameTogether] = {}
    tables = counts.order_by().values("variant", "table").annotate(most=Max("deals"))
    for row in tables.values_list("variant", "most"):
        game = games.setdefault(row[0], GameTogether(row[0]))
        game.tables += 1
        game.deals += row[1]
    for variant, level, made, failed in _levels(club, event):
        games[variant].levels[level] = (made, failed)
    for variant, bidders in _bidders(counts).items():
        games[variant].bidders = bidders
    kinds = achieved.order_by().values_list("variant", "kind")
    for variant, kind, count in kinds.annotate(times=Count("submission", distinct=True)):
        if variant in games:
            games[variant].achieved.append((kind, count))
    for game in games.values():
        game.achieved.sort(key=lambda achievement: (-achievement[1], achievement[0]))
    return sorted(games.values(), key=lambda game: (-game.deals, game.variant))


def _levels(club: int, event: int | None) -> Sequence[tuple[str, int, int, int]]:
    with connection.cursor() as cursor:
        # a club's are its own by one column: no way through its tables, which the site has many of
        sums = SUMS + BY_LEVEL if event is None else SUMS + OF_EVENT + BY_LEVEL
        cursor.execute(sums, {"club": club, "event": event})
        rows: list[tuple[str, int, int, int]] = cursor.fetchall()
    return rows


def _bidders(counts: "QuerySet[SeatCount]") -> dict[str, list[Bidder]]:
    """Return by game the players who made the most bids, best first; one query."""
    rows = (
        counts.order_by()
        .values_list("variant", "player")
        .annotate(all_deals=Sum("deals"), all_bids=Sum("bids"), all_made=Sum("made"))
        .filter(all_bids__gt=0)
        .order_by("-all_made", "all_bids", "player")
    )
    bidders: dict[str, list[Bidder]] = defaultdict(list)
    for variant, *row in rows:
        if len(bidders[variant]) < MOST_BIDDERS:
            bidders[variant].append(Bidder(*row))
    return bidders
