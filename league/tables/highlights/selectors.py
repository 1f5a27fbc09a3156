"""Queries on highlights for pages and feeds: they read what is stored, and work nothing out."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import prefetch_related_objects

from league.clubs.models import Club
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.doors.reading import Number
from league.play.events.models import Event, Season
from league.play.events.selectors import Viewer, listed_for
from league.play.results.models import Submission, SubmissionState
from league.play.rounds.selectors import read_people, with_people
from league.tables.highlights.facts import (
    MOST_ROWS,
    RecapFacts,
    SeasonFirst,
    SeasonPlace,
    read_stored,
)
from league.tables.highlights.models import EventHighlights, SeasonTop
from league.tables.seasons.selectors import names_of_keys
from league.tables.seasons.shown import division_called


def nights_of(events: Sequence[Event]) -> dict[int, list[tuple[date, int]]]:
    """Return by event (day, submission) of its nights, the last one first.

    One query, none for events that were loaded with their highlights; so of `recaps_of`.
    """
    return {
        pk: [(date.fromisoformat(day), submission) for day, submission in row.nights] if row else []
        for pk, row in _stored(events).items()
    }


def recaps_of(events: Sequence[Event]) -> dict[int, RecapFacts]:
    """Return by event how it came out, of those that are over."""
    rows = _stored(events)
    recaps = {pk: read_stored(row.recap, RecapFacts) for pk, row in rows.items() if row}
    return {pk: recap for pk, recap in recaps.items() if recap is not None}


def remarkable_of(events: Sequence[Event]) -> list[int]:
    """Return the last deals (submissions) of these events that were worth a line."""
    rows = _stored(events).values()
    return [row.remarkable for row in rows if row and row.remarkable is not None]


def _stored(events: Sequence[Event]) -> dict[int, EventHighlights | None]:
    prefetch_related_objects(list(events), "highlights")
    return {event.pk: getattr(event, "highlights", None) for event in events}


def deals_with_people(submission_ids: Collection[int]) -> dict[int, Submission]:
    """Return those of these deals that are confirmed, by id, with who sat at their tables.

    One query.
    """
    if not submission_ids:
        return {}
    deals = {row.pk: row for row in DEALS(ids=list(submission_ids))}
    for deal in deals.values():
        read_people(deal.table, deal)
    return deals


DEALS = CompiledQuery(
    lambda value: with_people(
        Submission.objects.filter(
            pk__any_of=value("ids"), state=SubmissionState.CONFIRMED
        ).select_related("deal", "table__round__stage"),
        "table",
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TopRow:
    """A row of the first places of a season, by the name that the reader may see."""

    key: str
    division: str
    rank: int
    is_tied: bool
    name: str
    nights: int
    total: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Top:
    """The first places of a season, by name; `has_more`: others are ranked behind them."""

    season: Season
    rows: list[TopRow]
    has_more: bool
    is_provisional: bool
    nights: int


def first_of_season(season: Season) -> SeasonFirst | None:
    """Return the first places of the season as they are stored, None where there are none.

    One query, unless it was loaded with its `top`. Not everybody may see them.
    """
    top: SeasonTop | None = getattr(season, "top", None)
    first = read_stored(top.first, SeasonFirst) if top else None
    return first if first and first.places else None


def may_see(first: SeasonFirst, club: Club, viewer: Viewer) -> bool:
    """Return whether the viewer finds in lists every night that is in the first places; one query.

    Which these are stands in the row: whoever hides a night waits for no worker. The home of a
    club asks it with its events.
    """
    listed = Event.objects.filter(listed_for(club, viewer), pk__in=first.events)
    return listed.count() == len(first.events)


def season_top(season: Season, viewer: Viewer, *, full: bool) -> Top | None:
    """Return the first places as a page shows them; four queries.

    None where there are none, or the viewer may not see the season's table.
    """
    first = first_of_season(season)
    if first is None or not may_see(first, season.club, viewer):
        return None
    return top_of(season, first, full=full)


def top_of(season: Season, first: SeasonFirst, *, full: bool) -> Top:
    """Return the first places with names and divisions, for a viewer who may see them all."""
    places = first.places[:MOST_ROWS]
    return Top(
        season=season,
        rows=top_rows(season, places, full=full),
        has_more=first.ranked > len(places),
        is_provisional=first.is_provisional,
        nights=first.nights,
    )


def top_rows(season: Season, places: Sequence[SeasonPlace], *, full: bool) -> list[TopRow]:
    """Return these places with names and divisions; one query, and one where any has divisions."""
    names = names_of_keys(season, {place.key for place in places})
    divisions = {division.number: division.name for division in season.divisions.all()}
    return [
        TopRow(
            key=place.key,
            division=division_called(place.division, divisions),
            rank=place.rank,
            is_tied=place.is_tied,
            name=names[place.key].full if full else names[place.key].public,
            nights=place.nights,
            total=place.total,
        )
        for place in places
    ]
