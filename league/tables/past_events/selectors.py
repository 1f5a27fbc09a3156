"""What pages and seasons ask of past events."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.expressions import Combinable

from league.clubs.models import Club
from league.clubs.selectors import is_player
from league.foundation.compiled_queries import give_related
from league.foundation.lists import listed
from league.foundation.related_rows import read_rows, rows_column
from league.play.events.selectors import columns_of_player
from league.tables.past_events.models import PastEvent, PastMember, PastPlace


def with_members(places: "QuerySet[PastPlace]") -> "QuerySet[PastPlace]":
    """Return lines with their members, for `read_members`."""
    return places.annotate(people=_members_column())


def _members_column() -> Combinable:
    members = PastMember.objects.filter(place=OuterRef("pk")).order_by("position", "id")
    columns = ("id", "place_id", "position", *columns_of_player("player"))
    return rows_column(members, *columns)


def read_members(places: Iterable[PastPlace]) -> list[PastPlace]:
    """Give lines the members that came `with_members`."""
    lines: list[Any] = list(places)
    for line in lines:
        give_related([line], "members", read_rows(PastMember, line.people))
    return lines


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPlace:
    """A line as somebody sees it; `players` are the ids of those whom the club has."""

    rank: int
    is_tied: bool
    name: str
    members: str
    points: Decimal | None
    players: tuple[int, ...]


def past_events_of(club: Club) -> "QuerySet[PastEvent]":
    return club.past_events.select_related("season").order_by("-starts_on", "-id")


def places_of(event: PastEvent, *, full: bool) -> list[ShownPlace]:
    """Return the final standings, best first; one query."""
    places = read_members(with_members(event.places.order_by("position")))
    return shown_places(places, full=full)


def shown_places(places: Iterable[PastPlace], *, full: bool) -> list[ShownPlace]:
    """Return lines that are in their order, with their members."""
    lines = list(places)
    ranks = [place.rank for place in lines]
    return [_shown(place, ranks.count(place.rank) > 1, full=full) for place in lines]


def _shown(place: PastPlace, is_tied: bool, *, full: bool) -> ShownPlace:
    members = list(place.members.all())
    people = [member.player.merged_into or member.player for member in members]
    names = [player.name if full else player.shown_name for player in people]
    return ShownPlace(
        rank=place.rank,
        is_tied=is_tied,
        name=place.called(members, full=full),
        members=listed(names) if place.team else "",
        points=_short(place.points),
        players=tuple(player.pk for player in people),
    )


def _short(points: Decimal | None) -> Decimal | None:
    """Return the points without zeros behind the point: 60, not 60.0000 or 6E+1."""
    if points is None:
        return None
    return points.quantize(Decimal(1)) if points == points.to_integral() else points.normalize()


def winners_of(events: Iterable[PastEvent], *, full: bool) -> dict[int, list[str]]:
    """Return who was first in each event, by its id; one query."""
    found: dict[int, list[str]] = {}
    first = PastPlace.objects.filter(event__in=list(events), rank=1).order_by("position")
    for place in read_members(with_members(first)):
        found.setdefault(place.event_id, []).append(place.called(place.members.all(), full=full))
    return found


def past_places_column(most: int) -> Combinable:
    """Return the lines of a player, also of merged ones, newest event first, as a column.

    Each says among how many `entries` it is.
    """
    whose = OuterRef(OuterRef(OuterRef("pk")))
    own = PastMember.objects.filter(is_player(whose))
    lines = PastPlace.objects.filter(pk__in=own.values("place"))
    beside = PastPlace.objects.filter(event=OuterRef("event")).order_by().values("event")
    return rows_column(
        lines.order_by("-event__starts_on", "-event_id", "position")[:most],
        *("id", "event_id", "rank", "name", "team", "points", "event__name", "event__starts_on"),
        people=_members_column(),
        entries=Subquery(beside.annotate(count=Count("*")).values("count")),
    )


def past_nights_column() -> Combinable:
    """Return the past events of a season with their lines, as they were played, as its column."""
    lines = PastPlace.objects.filter(event=OuterRef("pk")).order_by("position")
    columns = ("id", "event_id", "position", "rank", "name", "team", "points")
    events = PastEvent.objects.filter(season=OuterRef("pk")).order_by("starts_on", "id")
    return rows_column(
        events,
        *("id", "club_id", "season_id", "name", "starts_on", "game"),
        lines=rows_column(lines, *columns, people=_members_column()),
    )


def past_nights_read(rows: Iterable[dict[str, Any]]) -> list[PastEvent]:
    """Return what the `past_nights_column` has."""
    found: list[Any] = read_rows(PastEvent, rows)
    for event in found:
        give_related([event], "places", read_members(read_rows(PastPlace, event.lines)))
    return found
