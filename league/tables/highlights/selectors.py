"""Queries on highlights for pages and feeds: they read what is stored, and work nothing out."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from league.clubs.models import Club
from league.foundation.doors.reading import Number
from league.play.events.models import Event, Season
from league.play.events.selectors import Viewer, listed_for
from league.play.results.models import Submission, SubmissionState
from league.tables.highlights.models import EventHighlights, SeasonTop
from league.tables.highlights.recap_facts import RecapFacts
from league.tables.highlights.season_facts import MOST_ROWS, SeasonFirst, SeasonPlace
from league.tables.highlights.stored_facts import read_stored
from league.tables.seasons.selectors import names_of_keys
from league.tables.seasons.shown import division_called


@dataclass(frozen=True, slots=True)
class Highlights:
    """What is stored of an event that is over: (day, submission) of its nights, and its recap."""

    nights: Sequence[tuple[date, int]] = ()
    recap: RecapFacts | None = None


def highlights_of(event_ids: Collection[int]) -> dict[int, Highlights]:
    """Return by event what is stored of these; one query."""
    rows = EventHighlights.objects.filter(pk__in=event_ids).values_list("pk", "nights", "recap")
    return dict.fromkeys(event_ids, Highlights()) | {
        pk: Highlights(
            [(date.fromisoformat(day), submission) for day, submission in nights],
            read_stored(recap, RecapFacts),
        )
        for pk, nights, recap in rows
    }


def last_remarkable_of(event_ids: Collection[int]) -> Submission | None:
    """Return the last deal of these events that is worth a line, with its table; one query."""
    stored = EventHighlights.objects.filter(pk__in=event_ids, remarkable__isnull=False)
    rows = Submission.objects.filter(
        pk__in=stored.values("remarkable"), state=SubmissionState.CONFIRMED
    )
    last = rows.select_related("deal", "table__round__stage").order_by("-confirmed_at", "-pk")
    return last.first()


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


def first_of_seasons(season_ids: Collection[int]) -> dict[int, SeasonFirst]:
    """Return the first places of these seasons as they are stored, where there are any; one query.

    Not everybody may see them.
    """
    rows = SeasonTop.objects.filter(pk__in=season_ids).values_list("pk", "first")
    found = {pk: read_stored(first, SeasonFirst) for pk, first in rows}
    return {pk: first for pk, first in found.items() if first is not None and first.places}


def may_see(first: SeasonFirst, club: Club, viewer: Viewer) -> bool:
    """Return whether the viewer finds in lists every night that is in the first places; one query.

    Which these are stands in the row: whoever hides a night waits for no worker.
    """
    listed = Event.objects.filter(listed_for(club, viewer), pk__in=first.events)
    return listed.count() == len(first.events)


def season_top(season: Season, viewer: Viewer, *, full: bool) -> Top | None:
    """Return the first places as a page shows them; four queries.

    None where there are none, or the viewer may not see the season's table.
    """
    first = first_of_seasons([season.pk]).get(season.pk)
    if first is None or not may_see(first, season.club, viewer):
        return None
    places = first.places[:MOST_ROWS]
    return Top(
        season=season,
        rows=top_rows(season, places, full=full),
        has_more=first.ranked > len(places),
        is_provisional=first.is_provisional,
        nights=first.nights,
    )


def top_rows(season: Season, places: Sequence[SeasonPlace], *, full: bool) -> list[TopRow]:
    """Return these places with names and divisions; two queries."""
    names = names_of_keys(season, {place.key for place in places})
    divisions = _divisions(season)
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


def _divisions(season: Season) -> Mapping[int, str]:
    return dict(season.divisions.values_list("number", "name"))
