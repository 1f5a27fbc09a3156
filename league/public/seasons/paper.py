"""The table of a season as a PDF file."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from league.clubs.models import Club
from league.documents.season_paper import SEASON_TABLE
from league.events.models import Season
from league.public.paper_rows import answer_with, kept_pdf, wanted_by
from league.public.seasons.views import season_at, turned_away
from league.public.visitors import Visitor, for_club
from league.seasons.selectors import may_see_table, stamp_of_season


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
    found.club = club
    return answer_with(SEASON_TABLE, found, wanted_by(request, visitor))
