"""The table of a season as a PDF file."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.clubs.models import Club
from league.events.models import Season
from league.paper.answers import about
from league.paper.standings_sheet import ranking
from league.public.paper_rows import answer_with, kept_pdf, season_heads, season_ranked
from league.public.seasons.views import season_at, turned_away
from league.public.visitors import Visitor, for_club
from league.seasons.rules_in_words import rules_in_words
from league.seasons.selectors import SeasonSheet, may_see_table, season_sheet, stamp_of_season
from league.seasons.shown import ranks_with_handicap, shown_rows


@require_safe
def season_pdf(request: HttpRequest, club: str, season: str) -> HttpResponse:
    found = Season.objects.filter(club__slug=club, slug=season).select_related("club").first()
    is_open = found is not None and may_see_table(found, request.user)
    stamp = stamp_of_season(found) if found is not None and is_open else None
    return kept_pdf(request, stamp, lambda: _season_paper(request, club, season), season)


@for_club
def _season_paper(request: HttpRequest, club: Club, visitor: Visitor, season: str) -> HttpResponse:
    found = season_at(club, season)
    refused = turned_away(request, found, visitor)
    if refused is not None:
        return refused
    sheet = season_sheet(found)
    has_handicap = sheet.table.net is not None
    rows = shown_rows(sheet, full=visitor.sees_full_names)
    heads = season_heads(
        len(sheet.events),
        has_handicap=has_handicap,
        with_handicap=ranks_with_handicap(sheet.table),
    )
    span = f"{date_format(found.starts_on)} – {date_format(found.ends_on)}"
    printing = ranking(
        about(
            request,
            found.name,
            at=timezone.now().replace(hour=0, minute=0, second=0, microsecond=0),
            club=club,
        ),
        heads,
        [season_ranked(row, has_handicap=has_handicap) for row in rows],
        over=club.name,
        lead=span,
        notes=_notes(sheet),
    )
    return answer_with(printing)


def _notes(sheet: SeasonSheet) -> list[str]:
    nights = [
        f"{number}. {event.name}"
        + (f", {date_format(event.starts_on, 'SHORT_DATE_FORMAT')}" if event.starts_on else "")
        for number, event in enumerate(sheet.events, start=1)
    ]
    provisional = _(
        "Provisional: a night is still being played, or not every table is confirmed yet."
    )
    return [
        *([provisional] if sheet.table.is_provisional else []),
        *([_("The nights") + ": " + "; ".join(nights)] if nights else []),
        _("A result in brackets does not count."),
        *rules_in_words(sheet.rules),
    ]
