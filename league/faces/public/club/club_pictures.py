"""The pictures of a club: its archive by year, its bids, and results of players head to head."""

from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, Q
from django.db.models.functions import ExtractYear
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.clubs.models import Club
from league.faces.public.events.event_facts import event_cards, events_sheet, select_card_columns
from league.faces.public.page_cache import add_etag
from league.faces.public.page_numbers import page_of, row_id, whole_number
from league.faces.public.pictures.grids import matrix_of, met_in
from league.faces.public.ratings.ratings_shown import (
    events_shown,
    games_together,
    names_of,
)
from league.faces.public.visitors import Visitor, for_club_of, pass_club
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.lists import listed
from league.foundation.related_rows import read_rows, rows_column
from league.foundation.spreadsheets import format_asked, spreadsheet
from league.play.events.models import EventState, Season
from league.play.events.selectors import events_of, seasons_of
from league.tables.past_events.models import PastEvent
from league.tables.past_events.selectors import past_events_of, winners_of
from league.tables.seasons.selectors import (
    may_see_table,
    read_season,
    season_sheet,
    with_kinds_unlisted,
    with_what_was_said,
)
from league.tables.seasons.shown import shown_rows
from league.tables.statistics.at_tables import played_in_club

EVENTS_A_PAGE = 50
MOST_PAST = 400
MOST_WINNERS = 4  # seasons of a year whose table is counted for its winners
OVER = Q(state__in=[EventState.FINISHED, EventState.ARCHIVED])


@require_safe
def archive(request: HttpRequest, club: str) -> HttpResponse:
    return add_etag(request, _archive(request, club))


# the club of an address, with the years of the events that it brought along
ARCHIVE_AT: CompiledQuery[Club] = CompiledQuery(
    lambda value: Club.objects.filter(slug=value("club")).annotate(
        past_years=ArraySubquery(
            PastEvent.objects.filter(club=OuterRef("pk"))
            .order_by()
            .values(year=ExtractYear("starts_on"))
            .distinct()
        )
    )
)


@for_club_of(ARCHIVE_AT)
def _archive(request: HttpRequest, club: Club, visitor: Visitor) -> HttpResponse:
    """The events of a year that are over, with who won them; the newest year first."""
    over = events_of(club, visitor.user).filter(OVER)
    past_years: list[int] = club.past_years  # type: ignore[attr-defined]
    days = over.order_by().dates("starts_on", "year")
    years = sorted({*past_years, *(day.year for day in days)}, reverse=True)
    year = whole_number(request, "year") or (years[0] if years else None)
    if year is not None and year not in years:
        raise Http404("nothing was played in this year")
    of_year = over.filter(starts_on__year=year)
    if wanted := format_asked(request):
        title = f"{club.name} {year or ''}".strip()
        sheet = events_sheet(title, of_year, full_names=visitor.sees_full_names)
        return spreadsheet(sheet, wanted, club.slug, "archive", str(year or ""))
    events = select_card_columns(of_year).select_related("season")
    page = page_of(request, events, EVENTS_A_PAGE)
    shown = list(page.object_list)
    cards = event_cards(shown, full_names=visitor.sees_full_names)
    address = reverse("public:archive", args=[club.slug])
    context = {
        "club": club,
        "words": _("Archive"),
        "text": _("What was played at %(club)s year by year, and who won.") % {"club": club.name},
        "address": f"{address}?year={year}" if "year" in request.GET else address,
        "years": years,
        "year": year,
        "seasons": _seasons(club, visitor, year) if year else [],
        "past": _past(club, visitor, year) if year in past_years and page.number == 1 else [],
        "rows": [
            card | {"season": event.season.name if event.season else ""}
            for event, card in zip(shown, cards, strict=True)
        ],
        "page": page,
    }
    return render(request, "public/pictures/archive.html", context)


def _past(club: Club, visitor: Visitor, year: int) -> list[dict[str, Any]]:
    """Return the events of a year that the club brought along, with who won them."""
    events = list(past_events_of(club).filter(starts_on__year=year)[:MOST_PAST])
    winners = winners_of(events, full=visitor.sees_full_names)
    return [{"event": event, "winner": listed(winners.get(event.pk, []))} for event in events]


def _seasons(club: Club, visitor: Visitor, year: int) -> list[dict[str, Any]]:
    """Return the seasons of a year, with who won those that are over."""
    of_year = seasons_of(club).filter(starts_on__year__lte=year, ends_on__year__gte=year)
    seasons, today = list(of_year), timezone.localdate()
    winners = {}
    if any(season.ends_on < today for season in seasons):
        over = with_what_was_said(of_year.filter(ends_on__lt=today))
        counted = [
            season
            for season in with_kinds_unlisted(over, club, visitor.user)
            if may_see_table(season, visitor.user, read_season(season).rules)
        ]
        winners = {season.pk: _winners(season, visitor) for season in counted[:MOST_WINNERS]}
    return [{"season": season, "winners": winners.get(season.pk, [])} for season in seasons]


def _winners(season: Season, visitor: Visitor) -> list[tuple[str, str]]:
    """Return (division, name) of the first in each division's final table."""
    sheet = season_sheet(season)
    if sheet.table.is_provisional:
        return []
    rows = shown_rows(sheet, full=visitor.sees_full_names)
    return [(row.division, row.name) for row in rows if row.rank == 1]


@require_safe
def club_statistics(request: HttpRequest, club: str) -> HttpResponse:
    return add_etag(request, _club_statistics(request, club))


@pass_club
def _club_statistics(request: HttpRequest, club: Club, visitor: Visitor) -> HttpResponse:
    """All that was played in the club, by game."""
    context = {
        "club": club,
        "words": _("Statistics"),
        "text": _("Winning bids at %(club)s: how high, how often made, and by whom.")
        % {"club": club.name},
        "address": reverse("public:club_statistics", args=[club.slug]),
        "games": games_together(played_in_club(club), visitor, club, only_known=True),
    }
    return render(request, "public/pictures/club_statistics.html", context)


@require_safe
def head_to_head(request: HttpRequest, club: str) -> HttpResponse:
    return add_etag(request, _head_to_head(request, club))


# the club of an address, with its seasons
WITH_SEASONS: CompiledQuery[Club] = CompiledQuery(
    lambda value: Club.objects.filter(slug=value("club")).annotate(
        seasons_read=rows_column(
            Season.objects.filter(club=OuterRef("pk")).order_by("-starts_on", "-id"),
            *("id", "name", "slug"),
        )
    )
)


@for_club_of(WITH_SEASONS)
def _head_to_head(request: HttpRequest, club: Club, visitor: Visitor) -> HttpResponse:
    """Who has beaten whom, of those who play most; of one season or of all."""
    seasons = read_rows(Season, club.seasons_read)  # type: ignore[attr-defined]
    slug = request.GET.get("season", "")
    season = next((candidate for candidate in seasons if candidate.slug == slug), None)
    if slug and season is None:
        raise Http404("the club has no such season")
    events = events_shown(club, visitor).order_by()
    if season is not None:
        events = events.filter(season=season)
    chosen = row_id(request, "player")
    met = met_in(events.values_list("pk", flat=True), chosen=chosen)
    names = names_of({player for pair in met for player in pair}, visitor)
    rows = matrix_of(met, names, chosen)
    context: dict[str, Any] = {
        "club": club,
        "words": _("Head to head"),
        "text": _("Who has beaten whom at %(club)s, and how often.") % {"club": club.name},
        "address": reverse("public:head_to_head", args=[club.slug]),
        "seasons": seasons,
        "season": season,
        "rows": rows,
        "chosen": next((row for row in rows if row["is_chosen"]), None),
    }
    return render(request, "public/pictures/head_to_head.html", context)
