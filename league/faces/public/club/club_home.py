"""What the home of a club is made of: the club with what belongs to it, and its events."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Lower

from league.clubs.models import Club, HouseRules
from league.faces.public.club.associated import associated_column
from league.faces.public.club.news import newest_over, select_last_day
from league.faces.public.events.event_cards import COLUMNS, select_card_columns
from league.faces.public.live_versions import with_version
from league.foundation.compiled_queries import CompiledQuery, give_related
from league.foundation.related_rows import read_rows, rows_column
from league.play.events.models import Event, Season
from league.play.events.states import OVER
from league.tables.highlights.models import SeasonTop
from league.tables.ratings.models import Rating
from league.tables.seasons.models import Division

MOST_CURRENT = 50


def _seasons() -> Combinable:
    divisions = Division.objects.filter(season=OuterRef("pk")).order_by("number")
    return rows_column(
        Season.objects.filter(club=OuterRef("pk")).order_by("-starts_on", "-id"),
        *("id", "club_id", "name", "slug", "starts_on", "ends_on"),
        first=F("top__first"),
        divisions_read=rows_column(divisions, "id", "season_id", "number", "name"),
    )


def _house_rules() -> Combinable:
    rules = HouseRules.objects.filter(club=OuterRef("pk"), archived_at__isnull=True)
    return rows_column(rules.order_by(Lower("name"), "id"), "id", "name", "variant")


# the club of an address, with the version of its live parts
HOME_AT: CompiledQuery[Club] = CompiledQuery(
    lambda value: with_version(Club.objects.filter(slug=value("club"))).annotate(
        seasons_read=_seasons(),
        house_rules_read=_house_rules(),
        associated_read=associated_column(),
        has_ratings=Exists(Rating.objects.filter(club=OuterRef("pk"))),
    )
)


def seasons_on_page(club: Any) -> list[Season]:
    """Return the seasons of a club that was loaded by HOME_AT, with their tops and divisions."""
    seasons = read_rows(Season, club.seasons_read)
    for season in seasons:
        read: Any = season
        season.club = club
        if read.first is not None:
            season.top = SeasonTop(season=season, first=read.first)
        give_related([season], "divisions", read_rows(Division, read.divisions_read))
    return seasons


def house_rules_on_page(club: Any) -> list[HouseRules]:
    """Return the house rules that the club plays by now, by name."""
    return read_rows(HouseRules, club.house_rules_read)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventsOnPage:
    """The events of a club that are not over, the newest first, and those that ended last.

    `hides_a_night`: the reader does not find in lists all of the nights that were asked for.
    """

    current: list[Event]
    ended: list[Event]
    hides_a_night: bool


def events_on_page(club: Club, listed: Q, nights: Sequence[int]) -> EventsOnPage:
    """Return the events that this reader finds in lists; one query.

    `nights` (ids) are those of which the reader may see something only together.
    """
    events: dict[str, list[Event]] = {CURRENT: [], ENDED: [], NOT_LISTED: []}
    for event in _found(listed)(club=club.pk, nights=list(nights)):
        event.club = club
        events[event.part].append(event)  # type: ignore[attr-defined]
    return EventsOnPage(
        current=events[CURRENT],
        ended=select_last_day(events[ENDED]),
        hides_a_night=bool(events[NOT_LISTED]),
    )


CURRENT, ENDED, NOT_LISTED = "current", "ended", "not listed"


@cache
def _found(listed: Q) -> CompiledQuery[Event]:
    """Return the query for those who find these events in lists."""

    def part(events: "QuerySet[Event]", name: str) -> "QuerySet[Event]":
        columns = (*COLUMNS, "highlights__nights", "highlights__remarkable")
        rows: QuerySet[Event] = select_card_columns(events).only(*columns)
        return rows.select_related("highlights").annotate(part=Value(name))

    def make(value: Any) -> "QuerySet[Event]":
        of_club = Event.objects.filter(club=value("club")).order_by("-starts_on", "-id")
        shown = of_club.filter(listed)
        current = shown.exclude(state__in=OVER)[:MOST_CURRENT]
        hidden = of_club.filter(pk__any_of=value("nights")).exclude(listed)[:1]
        others = [part(newest_over(shown), ENDED)]
        if listed:  # else everything is
            others.append(part(hidden, NOT_LISTED))
        return part(current, CURRENT).union(*others, all=True)

    return CompiledQuery(make)
