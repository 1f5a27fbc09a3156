"""What an archive is of: a whole club, one season or one event, and which rows belong to it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.db.models import Model, OuterRef, Q, QuerySet, Subquery

from league.clubs.models import Club, HouseRules, Player
from league.foundation.journal.models import Happening
from league.foundation.journal.naming import PLAYER, numbers_in
from league.office.archives.archived import Archived
from league.office.kitty.models import Account, EventAmounts, HouseAmounts, Kitty, Transaction
from league.office.kitty.models import Line as Entered
from league.play.events.models import (
    Attendance,
    EntryMember,
    Evening,
    Event,
    PartnerRequest,
    Reserve,
    Season,
)
from league.play.prepared.models import WeeklyResult
from league.play.rounds.models import Seat
from league.tables.seasons.keys import players_of
from league.tables.seasons.models import Competitor, MoveDecision, OwnHandicap


class Extent(StrEnum):
    CLUB = "club"
    SEASON = "season"
    EVENT = "event"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """A club, or one season or one event of it."""

    club: Club
    season: Season | None = None
    event: Event | None = None

    @property
    def extent(self) -> Extent:
        if self.event is not None:
            return Extent.EVENT
        return Extent.SEASON if self.season is not None else Extent.CLUB

    @property
    def name(self) -> str:
        """What it is of, for people: the name of the club, the season or the event."""
        return (self.event or self.season or self.club).name

    @property
    def slugs(self) -> list[str]:
        part = self.event or self.season
        return [self.club.slug, part.slug] if part else [self.club.slug]

    @property
    def events(self) -> "QuerySet[Event]":
        events = Event.objects.filter(club=self.club)
        if self.event is not None:
            return events.filter(pk=self.event.pk)
        return events if self.season is None else events.filter(season=self.season)

    @property
    def seasons(self) -> "QuerySet[Season]":
        seasons = Season.objects.filter(club=self.club)
        if self.event is not None:
            return seasons.filter(events=self.event)
        return seasons if self.season is None else seasons.filter(pk=self.season.pk)


def rows_of(archived: Archived, scope: Scope) -> "QuerySet[Any]":
    """Return the rows of a kind that belong to the scope, in the order in which they were made."""
    rows = archived.model._default_manager.filter(archived.rows)
    return rows.filter(_chosen(archived, scope)).order_by("pk")


def _chosen(archived: Archived, scope: Scope) -> Q:
    if scope.extent == Extent.CLUB:
        return Q(**{archived.club: scope.club.pk})
    special = _OF_A_PART.get(archived.model)
    if special is not None:
        return special(scope)
    if archived.event:
        return Q(**{f"{archived.event}__in": scope.events.values("pk")})
    # what a season is made of comes with the season, not with one event of it
    if archived.season and scope.season is not None:
        return Q(**{archived.season: scope.season.pk})
    return Q(pk__in=[])


def _players(scope: Scope) -> Q:
    """Those who took part in any way, and those into whom they were merged."""
    events = scope.events.values("pk")
    rounds = {"round__stage__event__in": events}
    took_part = (
        Q(pk__in=EntryMember.objects.filter(event__in=events).values("player"))
        | Q(pk__in=Seat.objects.filter(**rounds, player__isnull=False).values("player"))
        | Q(
            pk__in=Seat.objects.filter(**rounds, stands_in_for__isnull=False).values(
                "stands_in_for"
            )
        )
        | Q(pk__in=Reserve.objects.filter(event__in=events).values("player"))
        | Q(pk__in=Attendance.objects.filter(evening__event__in=events).values("player"))
        | Q(pk__in=PartnerRequest.objects.filter(entry__event__in=events).values("player"))
        | Q(pk__in=_players_of_season(scope))
        | Q(pk__in=_players_in_journal(scope))
        | Q(pk__in=Account.objects.filter(_accounts(scope)).values("player"))
    )
    own = Player.objects.filter(took_part, club=scope.club)
    stay = own.filter(merged_into__isnull=False).values("merged_into")
    return Q(club=scope.club) & (took_part | Q(pk__in=stay))


def _players_of_season(scope: Scope) -> set[int]:
    season = scope.season
    if season is None:
        return set()
    keys = [
        *Competitor.objects.filter(season=season).values_list("key", flat=True),
        *MoveDecision.objects.filter(season=season).values_list("key", flat=True),
    ]
    named = {player for key in keys for player in players_of(key)}
    own = OwnHandicap.objects.filter(season=season)
    return named | set(own.values_list("player_id", flat=True))


def _players_in_journal(scope: Scope) -> set[int]:
    rows = Happening.objects.filter(event_id__in=scope.events.values("pk"))
    return {
        number
        for data, acted in rows.values_list("data", "actor_players").iterator()
        for mark, number in numbers_in([data, {PLAYER: acted}])
        if mark == PLAYER
    }


def _house_rules(scope: Scope) -> Q:
    events = scope.events.filter(house_rules__isnull=False)
    evenings = Q(
        pk__in=scope.events.filter(evening__house_rules__isnull=False).values(
            "evening__house_rules"
        )
    )
    return Q(pk__in=events.values("house_rules")) | evenings


# The money of a season or an event: what was booked for it, and what it takes to say that.


def _transactions(scope: Scope) -> Q:
    events = scope.events.values("pk")
    evenings = Evening.objects.filter(event__in=events).values("pk")
    booked = Q(event_number__in=events) | Q(evening_number__in=evenings)
    return Q(kitty__club=scope.club) & booked


def _lines(scope: Scope) -> Q:
    return Q(transaction__in=Transaction.objects.filter(_transactions(scope)).values("pk"))


def _accounts(scope: Scope) -> Q:
    return Q(pk__in=Entered.objects.filter(_lines(scope)).values("account"))


def _house_amounts(scope: Scope) -> Q:
    """The amounts that held when one of the events began."""
    held = (
        HouseAmounts.objects.filter(kitty__club=scope.club, from_day__lte=OuterRef("starts_on"))
        .order_by("-from_day")
        .values("pk")[:1]
    )
    return Q(pk__in=scope.events.annotate(held=Subquery(held)).values("held"))


def _kitties(scope: Scope) -> Q:
    """The club's kitty, if the events have anything to do with it."""
    has_money = (
        Transaction.objects.filter(_transactions(scope)).exists()
        or EventAmounts.objects.filter(event__in=scope.events.values("pk")).exists()
        or HouseAmounts.objects.filter(_house_amounts(scope)).exists()
    )
    return Q(club=scope.club) if has_money else Q(pk__in=[])


_OF_A_PART: dict[type[Model], Callable[[Scope], Q]] = {
    Event: lambda scope: Q(pk__in=scope.events.values("pk")),
    Season: lambda scope: Q(pk__in=scope.seasons.values("pk")),
    Player: _players,
    HouseRules: _house_rules,
    Kitty: _kitties,
    HouseAmounts: _house_amounts,
    Account: _accounts,
    Transaction: _transactions,
    Entered: _lines,
}


def weekly_results_of(scope: Scope, *, at: datetime) -> Iterator[WeeklyResult]:
    """Go through what tables made of deals of the week that are over: a running one is hidden."""
    if scope.extent != Extent.CLUB:
        return iter(())
    over = at.date() - timedelta(days=7)
    rows = WeeklyResult.objects.filter(club=scope.club, weekly__week__lte=over)
    return rows.select_related("weekly", "deal").order_by("pk").iterator(chunk_size=500)
