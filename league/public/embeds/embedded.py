"""What a club's own website can show: standings of an event or a season, and the next dates.

It is always what the public may see, because it is shown on pages of others.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.embedding import ROWS, absolute
from league.events.models import Event, EventState, Season
from league.events.selectors import events_of
from league.lists import listed
from league.public.club.news import latest_nights
from league.public.events.event_cards import game_name
from league.seasons.selectors import season_sheet
from league.seasons.shown import shown_rows
from league.shown_numbers import figure, place
from league.standings.deciding import best_last
from league.standings.selectors import StandingsPage, standings_page
from league.standings.standings_shown import caption_of, name_in, points_label, stages_of

NOBODY = AnonymousUser()
MOST_DATES = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of a table: where somebody stands, as texts in the reader's language."""

    place: str
    name: str
    points: str
    group: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Date:
    """An event that is being played or comes; `on` is its first day, year-month-day."""

    on: str
    shown: str
    name: str
    game: str
    url: str
    is_running: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Embed:
    """An embedded table or list; `url` is the page of the site that has all of it."""

    kind: str
    club: str
    title: str
    url: str
    caption: str = ""
    points_label: str = ""
    rows: Sequence[Row] = ()
    dates: Sequence[Date] = ()
    winners: Sequence[str] = ()
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def embed_of_event(event: Event, *, rows: int = ROWS) -> Embed:
    """Return the standings of the stage that decides the event, as far as there are any."""
    standings = last_standings(event, rows=rows)
    fields: dict[str, Any] = {}
    if standings is not None:
        fields = {
            "caption": caption_of(standings),
            "rows": [
                Row(
                    place=place(row.rank, row.is_tied),
                    name=name_in(row, full=False),
                    points=figure(row.points.normalize() if row.points else 0),
                    group=_("Group %(name)s") % {"name": row.group} if row.group else "",
                )
                for row in standings.rows
            ],
            "note": _provisional() if standings.snapshot.is_provisional else "",
        }
    return Embed(
        kind="event",
        club=event.club.name,
        title=event.name,
        url=absolute(reverse("public:event", args=[event.club.slug, event.slug])),
        points_label=points_label(event),
        **fields,
    )


def last_standings(event: Event, *, rows: int) -> StandingsPage | None:
    """Return the first rows of the last stage that has standings, never of one for the rest."""
    for stage in reversed(best_last(list(stages_of(event)))):
        page = standings_page(stage, page_rows=rows, with_reasons=False)
        if page is not None:
            return page
    return None


def embed_of_season(season: Season, *, rows: int = ROWS) -> Embed:
    """Return the table of a season that everybody may see."""
    sheet = season_sheet(season)
    shown = [row for row in shown_rows(sheet, full=False) if row.rank is not None]
    return Embed(
        kind="season",
        club=season.club.name,
        title=season.name,
        url=absolute(reverse("public:season", args=[season.club.slug, season.slug])),
        points_label=_("Total"),
        rows=[
            Row(
                place=place(row.rank, row.is_tied),
                name=row.name,
                points=figure(row.total),
                group=row.division,
            )
            for row in shown[:rows]
        ],
        note=_provisional() if shown and sheet.table.is_provisional else "",
    )


def embed_of_club(club: Club, *, rows: int = ROWS) -> Embed:
    """Return the club's running and coming events, and its latest winners."""
    events = events_of(club, NOBODY)
    states = (EventState.RUNNING, EventState.OPEN)
    coming = list(events.filter(state__in=states).order_by("starts_on", "id")[:MOST_DATES])
    return Embed(
        kind="club",
        club=club.name,
        title=club.name,
        url=absolute(reverse("public:club", args=[club.slug])),
        dates=[_date(club, event) for event in coming[:rows]],
        winners=[
            _("%(event)s, %(date)s: %(names)s")
            % {
                "event": night.event.name,
                "date": date_format(night.on, "DATE_FORMAT"),
                "names": listed(night.champions),
            }
            for night in latest_nights(events, full_names=False)
            if night.champions
        ],
        note=" · ".join(text for text in (club.when_we_play, club.where_we_play) if text),
    )


def _date(club: Club, event: Event) -> Date:
    return Date(
        on=event.starts_on.isoformat(),
        shown=date_format(event.starts_on, "DATE_FORMAT"),
        name=event.name,
        game=game_name(event),
        url=absolute(reverse("public:event", args=[club.slug, event.slug])),
        is_running=event.state == EventState.RUNNING,
    )


def _provisional() -> str:
    return _("Provisional: not every table is confirmed yet, so this can still change.")
