"""The version of the live pages of an event, and of a club: it grows with all they may show."""

from collections.abc import Iterable
from typing import Any

from django.db.models import BigIntegerField, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from league.clubs.models import Club
from league.play.events.models import Event, EventCount, EventState
from league.play.events.states import OVER
from league.tables.standings.models import StageStandings


def version_of(event_id: int) -> int:
    """Return the sum of the live versions of the event's stages; 0 before anything happened."""
    rows = StageStandings.objects.filter(stage__event_id=event_id)
    return int(rows.aggregate(version=Sum("live_version"))["version"] or 0)


def states_of(event_ids: Iterable[int]) -> dict[int, tuple[int, str]]:
    """Return version and access of each of these events that exists; one query."""
    rows = Event.objects.filter(pk__in=event_ids)
    rows = rows.annotate(version=Coalesce(Sum("stages__standings__live_version"), 0))
    return {event.pk: (int(event.version), access_of(event)) for event in rows}


def with_live_versions(events: "QuerySet[Event]") -> "QuerySet[Event]":
    """Return the events with the sum of those of their stages as `live_versions`."""
    rows = StageStandings.objects.filter(stage__event=OuterRef("pk"))
    return events.annotate(live_versions=_sum(rows, "stage__event", "live_version"))


def access_of(event: Event) -> str:
    """Return what decides who may follow the event: it changes when that may change."""
    return f"{event.visibility}/{event.state == EventState.DRAFT}"


# of the version of a club, what all live versions of its events that are played stay below
OVER_COUNTS = 2**32


def version_of_club(club_id: int) -> int:
    """Return how many of the club's events are over, and then the live versions of the others.

    So it does not fall when one of them ends. 0 for a club that does not exist.
    """
    return states_of_clubs([club_id]).get(club_id, (0, ""))[0]


def states_of_clubs(club_ids: Iterable[int]) -> dict[int, tuple[int, str]]:
    """Return version and access of each of these clubs that exists; one query."""
    clubs = with_version(Club.objects.filter(pk__in=club_ids))
    return {club.pk: (int(club.live_version), OPEN_TO_ALL) for club in clubs.only("pk")}  # type: ignore[attr-defined]


def with_version(clubs: "QuerySet[Club]") -> "QuerySet[Club]":
    """Return the clubs with their `live_version`, see `version_of_club`."""
    over = EventCount.objects.filter(club=OuterRef("pk"), state__in=OVER)
    live_versions = StageStandings.objects.filter(
        stage__event__club=OuterRef("pk"), stage__event__state=EventState.RUNNING
    )
    return clubs.annotate(
        live_version=_sum(over, "club", "events") * OVER_COUNTS
        + _sum(live_versions, "stage__event__club", "live_version")
    )


# anybody may follow a club: what it shows of its events depends on who looks
OPEN_TO_ALL = "all"


def _sum(rows: "QuerySet[Any]", group: str, column: str) -> Coalesce:
    summed = rows.order_by().values(group).annotate(sum=Sum(column)).values("sum")
    return Coalesce(Subquery(summed), Value(0), output_field=BigIntegerField())
