"""What an archive is of: a whole club, one season or one event, and which rows belong to it."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.db.models import Model, OuterRef, Q, QuerySet, Subquery

from league.clubs.models import Club
from league.office.archives.archive_schema import ARCHIVED
from league.office.archives.archived import Archived
from league.office.kitty.models import EventAmounts, HouseAmounts, Kitty, Line, Transaction
from league.play.events.models import Evening, Event, Season
from league.play.prepared.models import WeeklyResult


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


class Referred:
    """The numbers of rows by kind that the lines of an archive refer to, while they are written.

    They are noted of accounts, and of a season or event of all rows that come because of it.
    """

    def __init__(self, scope: Scope) -> None:
        of_a_part = [one.name for one in ARCHIVED if not one.event]
        kinds = ["accounts", *(of_a_part if scope.extent != Extent.CLUB else [])]
        self.numbers: Mapping[str, set[int]] = {kind: set() for kind in kinds}

    def note(self, kind: str, number: int) -> None:
        if kind in self.numbers:
            self.numbers[kind].add(number)


def rows_of(
    archived: Archived, scope: Scope, referred: Mapping[str, Collection[int]]
) -> "QuerySet[Any]":
    """Return the rows of a kind that belong to the scope, in the order in which they were made.

    Rows that are `referred` to belong to a season or an event: its kinds are written backwards.
    """
    rows = archived.model._default_manager.filter(archived.rows, **{archived.club: scope.club.pk})
    if scope.extent != Extent.CLUB:
        numbers = _with_own(archived.model, set(referred.get(archived.name, ())))
        rows = rows.filter(_of_a_part(archived, scope) | Q(pk__in=numbers))
    return rows.order_by("pk")


def _of_a_part(archived: Archived, scope: Scope) -> Q:
    if archived.model in _MONEY:
        return _MONEY[archived.model](scope)
    if archived.event:
        return Q(**{f"{archived.event}__in": scope.events.values("pk")})
    # what a season is made of comes with the season, not with one event of it
    if archived.season and scope.season is not None:
        return Q(**{archived.season: scope.season.pk})
    return Q(pk__in=[])


def _with_own(model: type[Model], numbers: set[int]) -> set[int]:
    """Return the numbers with those that their rows refer to in the same table."""
    own = [field.name for field in model._meta.concrete_fields if field.related_model is model]
    new = numbers
    while own and new:
        rows = model._default_manager.filter(pk__in=new).values_list(*own)
        new = {number for row in rows for number in row if number is not None} - numbers
        numbers = numbers | new
    return numbers


# The money of a season or an event: what was booked for it, and what it takes to say that.


def _transactions(scope: Scope) -> Q:
    events = scope.events.values("pk")
    evenings = Evening.objects.filter(event__in=events).values("pk")
    return Q(event_number__in=events) | Q(evening_number__in=evenings)


def _lines(scope: Scope) -> Q:
    return Q(transaction__in=Transaction.objects.filter(_transactions(scope)).values("pk"))


def _house_amounts(scope: Scope) -> Q:
    """The amounts that held when one of the events began."""
    held = (
        HouseAmounts.objects.filter(kitty__club=scope.club, from_day__lte=OuterRef("starts_on"))
        .order_by("-from_day")
        .values("pk")[:1]
    )
    return Q(pk__in=scope.events.annotate(held=Subquery(held)).values("held"))


def _kitties(scope: Scope) -> Q:
    """The club's kitty, where the events have amounts of their own."""
    amounts = EventAmounts.objects.filter(event__in=scope.events.values("pk"))
    return Q(club=scope.club) if amounts.exists() else Q(pk__in=[])


_MONEY: dict[type[Model], Callable[[Scope], Q]] = {
    Kitty: _kitties,
    HouseAmounts: _house_amounts,
    Transaction: _transactions,
    Line: _lines,
}


def weekly_results_of(scope: Scope, *, at: datetime) -> Iterator[WeeklyResult]:
    """Go through what tables made of deals of the week that are over: a running one is hidden."""
    if scope.extent != Extent.CLUB:
        return iter(())
    over = at.date() - timedelta(days=7)
    rows = WeeklyResult.objects.filter(club=scope.club, weekly__week__lte=over)
    return rows.select_related("weekly", "deal").order_by("pk").iterator(chunk_size=500)
