"""The tables of a player, or of two partners, at one game: whom they met, best and worst deal."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db import connection
from django.db.models import F, Func, IntegerField, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from games.models import Deal
from league.clubs.models import Club, Player
from league.play.events.models import Event
from league.play.events.names import called_after
from league.play.events.states import OVER
from league.play.prepared.hiding import HiddenDeals, hidden_in_events
from league.play.results.models import Submission, SubmissionState
from league.play.results.visible_results import submissions_shown
from league.play.rounds.selectors import read_people, with_people
from league.tables.statistics.models import SeatCount
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
    """A deal: by how much `side` was ahead of the best of the others."""

    submission: Submission
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

    They come with their tables, events and people.

    Deals that others have still to play are left out, and final scores, which are none. There is no
    worst one among fewer than two.
    """
    is_own = Q(table__seats__player=player) | Q(table__seats__player__merged_into=player)
    rows = Submission.objects.filter(
        is_own, table__in=[one.table for one in tables], state=SubmissionState.CONFIRMED
    ).exclude(deal__form=Deal.Form.FINAL)
    ahead = _Ahead(F("deal__score"), F("table__seats__placement__side"))
    ranked = submissions_shown(rows, hidden).annotate(ahead=ahead).filter(ahead__isnull=False)
    ends = ranked.annotate(
        best=Window(RowNumber(), order_by=(F("ahead").desc(), F("pk").desc())),
        worst=Window(RowNumber(), order_by=(F("ahead").asc(), F("pk").desc())),
    ).filter(Q(best=1) | Q(worst=1))
    deals = Submission.objects.filter(pk__in=ends.values("pk"))
    found = [
        _extreme(player, submission)
        for submission in with_people(
            deals.select_related("deal", "table__round__stage__event"), "table"
        )
    ]
    if not found:
        return None, None
    first, *other = sorted(found, key=lambda deal: (-deal.ahead, -deal.submission.pk))
    return first, other[0] if other else None


class _Ahead(Func):
    """By how much a side is ahead of the best of the others; nothing where nobody has points."""

    template = """(
        SELECT (score ->> side::int)::int - max(points::int)
        FROM (SELECT %(expressions)s) AS own(score, side)
        CROSS JOIN LATERAL jsonb_array_elements_text(score) WITH ORDINALITY AS other(points, place)
        WHERE place <> side + 1 AND score @? '$[*] ? (@ <> 0)'
        GROUP BY score, side
    )"""
    output_field = IntegerField()


def _extreme(player: Player, submission: Submission) -> Extreme:
    table, score = submission.table, submission.deal.score
    read_people(table, submission)
    sides = {placement.pk: placement.side or 0 for placement in table.placements.all()}
    own = (
        seat for seat in table.seats.all() if seat.player and called_after(seat.player) == player
    )
    side = next(sides[seat.placement_id] for seat in own)
    others = (other for at, other in enumerate(score) if at != side)
    return Extreme(submission, side, score[side] - max(others))


# --- Statistics of an event or a whole club: sums over all players, added up by the database ---

MOST_BIDDERS = 10
MOST_DEALS = 5

# made and failed bids by level: each seat of a side counts all bids of its side, so every seat
# gives its part of them here
TOGETHER = """
WITH counts AS (
    SELECT variant, table_id, player_id, deals, bids, made, side_levels,
           cardinality(partners) + 1 AS side
    FROM statistics_seatcount counts WHERE counts.club_id = %(club)s {of_event}
)
SELECT %(tables)s AS what, variant, '' AS which, count(*)::int AS one, sum(most)::int AS two,
       0 AS three
FROM (SELECT variant, table_id, max(deals) AS most FROM counts GROUP BY 1, 2) AS by_table
GROUP BY variant
UNION ALL
SELECT %(levels)s, variant, level.key,
       round(sum((level.value ->> 0)::numeric / side))::int,
       round(sum((level.value ->> 1)::numeric / side))::int, 0
FROM counts CROSS JOIN LATERAL jsonb_each(side_levels) AS level(key, value)
GROUP BY 2, 3
UNION ALL
SELECT %(bidders)s, variant, player_id::text, deals::int, bids::int, made::int
FROM (
    SELECT variant, player_id, sum(deals) AS deals, sum(bids) AS bids, sum(made) AS made,
           row_number() OVER (PARTITION BY variant
                              ORDER BY sum(made) DESC, sum(bids), player_id) AS place
    FROM counts GROUP BY 1, 2 HAVING sum(bids) > 0
) AS by_player
WHERE place <= %(most)s
UNION ALL
SELECT %(achieved)s, variant, kind, count(DISTINCT submission_id)::int, 0, 0
FROM statistics_achievement counts WHERE counts.club_id = %(club)s {of_event}
GROUP BY 2, 3
"""
# a club's are its own by one column: no way through its tables, which the site has many of
OF_EVENT = """
AND counts.table_id IN (
    SELECT tbl.id
    FROM events_stage stage
    JOIN rounds_round round ON round.stage_id = stage.id
    JOIN rounds_table tbl ON tbl.round_id = round.id
    WHERE stage.event_id = %(event)s
)
"""
TABLES, LEVELS, BIDDERS, ACHIEVED = "tables", "levels", "bidders", "achieved"


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
    """Return what was played in a club by game, the most played first; one query."""
    return _together(TOGETHER.format(of_event=""), club.pk)


def played_in_event(event: Event) -> list[GameTogether]:
    """Return what was played in an event; one query."""
    return _together(TOGETHER.format(of_event=OF_EVENT), event.club_id, event.pk)


def highest_deals(event: Event) -> list[Submission]:
    """Return the confirmed deals in which a side scored most, the highest first; two queries.

    One where the event is over: then nothing is hidden.

    Deals that others have still to play are left out, and final scores, which are none.
    """
    rows = Submission.objects.filter(
        table__round__stage__event=event, state=SubmissionState.CONFIRMED
    ).exclude(deal__form=Deal.Form.FINAL)
    waiting = [] if event.state in OVER else [event.pk]
    rows = submissions_shown(rows, hidden_in_events(waiting))
    most = Func(
        F("deal__score"),
        template="(SELECT max(one::text::int) FROM jsonb_array_elements(%(expressions)s) AS one)",
        output_field=IntegerField(),
    )
    deals = rows.annotate(most=most).order_by("-most", "id")
    return list(deals.select_related("deal", "table__round__stage")[:MOST_DEALS])


def _together(sql: str, club: int, event: int | None = None) -> list[GameTogether]:
    kinds = {"tables": TABLES, "levels": LEVELS, "bidders": BIDDERS, "achieved": ACHIEVED}
    with connection.cursor() as cursor:
        cursor.execute(sql, {**kinds, "club": club, "event": event, "most": MOST_BIDDERS})
        found = defaultdict(list)
        for what, *row in cursor.fetchall():
            found[what].append(row)
    games = {
        variant: GameTogether(variant, tables, deals)
        for variant, _which, tables, deals, _none in found[TABLES]
    }
    for variant, level, made, failed, _none in found[LEVELS]:
        games[variant].levels[int(level)] = (made, failed)
    for variant, player, deals, bids, made in found[BIDDERS]:
        games[variant].bidders.append(Bidder(int(player), deals, bids, made))
    for variant, kind, count, *_none in found[ACHIEVED]:
        if variant in games:
            games[variant].achieved.append((kind, count))
    for game in games.values():
        game.bidders.sort(key=lambda bidder: (-bidder.made, bidder.bids, bidder.player))
        game.achieved.sort(key=lambda achievement: (-achievement[1], achievement[0]))
    return sorted(games.values(), key=lambda game: (-game.deals, game.variant))
