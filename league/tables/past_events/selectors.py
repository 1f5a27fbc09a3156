"""What pages and seasons ask of past events."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Prefetch, Q, QuerySet

from league.clubs.models import Club, Player
from league.foundation.lists import listed
from league.play.events.models import Season
from league.tables.past_events.models import PastEvent, PastMember, PastPlace

MEMBERS = Prefetch(
    "members",
    PastMember.objects.select_related("player__merged_into").order_by("position", "id"),
)


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
    """Return the final standings, best first; three queries."""
    places = list(event.places.order_by("position").prefetch_related(MEMBERS))
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
    """Return who was first in each event, by its id; two queries."""
    found: dict[int, list[str]] = {}
    first = PastPlace.objects.filter(event__in=list(events), rank=1).order_by("position")
    for place in first.prefetch_related(MEMBERS):
        found.setdefault(place.event_id, []).append(place.called(place.members.all(), full=full))
    return found


def past_places_of(player: Player) -> "QuerySet[PastPlace]":
    """Return the lines of a player, also of merged ones, newest event first."""
    own = Q(members__player=player) | Q(members__player__merged_into=player)
    of_player = PastPlace.objects.filter(own).distinct()
    return (
        of_player.select_related("event__club")
        .prefetch_related(MEMBERS)
        .order_by("-event__starts_on", "-event_id", "position")
    )


def past_nights_of(season: Season) -> "QuerySet[PastEvent]":
    """Return the past events of a season with their lines, as they were played."""
    places = PastPlace.objects.order_by("position").prefetch_related(MEMBERS)
    found = season.past_events.order_by("starts_on", "id")
    return found.prefetch_related(Prefetch("places", places))
