"""The tables of a player, or of two partners, at one game: whom they met, best and worst deal."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.db.models import Q

from games.models import Deal
from league.clubs.models import Player
from league.play.events.models import Event
from league.play.prepared.hiding import HiddenDeals
from league.play.results.models import Submission, SubmissionState
from league.play.results.visible_results import submissions_shown
from league.tables.statistics.models import SeatCount

# some sixty to a hundred evenings: a page reads no more
MOST_TABLES = 500


class AtTable(NamedTuple):
    """What the player's side scored at a table, in the points of the game."""

    table: int
    partners: Sequence[int]
    deals: int
    points: int


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
    found = rows.order_by("-at", "-table_id").values_list("table", "partners", "deals", "points")
    return [AtTable(*row) for row in found[:MOST_TABLES]]


def opponents_at(player: Player, tables: Sequence[AtTable]) -> list[Met]:
    """Return whom the player's side met at these tables, the most deals first; one query."""
    own = {one.table: one for one in tables}
    met: dict[int, Met] = {}
    rows = SeatCount.objects.filter(table__in=own).values_list("table", "player", "deals", "points")
    for table, other, deals, points in rows:
        mine = own[table]
        if other == player.pk or other in mine.partners:
            continue
        known = met.get(other, Met(other, 0, 0, 0))
        ahead = known.ahead + mine.points - points
        met[other] = Met(other, known.tables + 1, known.deals + deals, ahead)
    return sorted(met.values(), key=lambda one: (-one.deals, one.player))


def extremes_at(
    player: Player, tables: Sequence[AtTable], hidden: HiddenDeals
) -> tuple[Extreme | None, Extreme | None]:
    """Return the best and the worst confirmed deal of the player at these tables; two queries.

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
