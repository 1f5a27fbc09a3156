"""The table of a season as a PDF file."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from league.clubs.models import Club
from league.faces.public.keeping import add_etag
from league.faces.public.paper_rows import answer_with, wanted_by
from league.faces.public.seasons.views import season_at, turned_away
from league.faces.public.visitors import Visitor, pass_club
from league.office.documents.season_paper import SEASON_TABLE
from league.office.paper.answers import mark_as_pdf


@require_safe
def season_pdf(request: HttpRequest, club: str, season: str) -> HttpResponse:
    return mark_as_pdf(add_etag(request, _season_paper(request, club, season)), season)


@pass_club
def _season_paper(request: HttpRequest, club: Club, visitor: Visitor, season: str) -> HttpResponse:
    found = season_at(club, season)
    refused = turned_away(request, found, visitor)
    if refused is not None:
        return refused
    found.club = club
    return answer_with(SEASON_TABLE, found, wanted_by(request, visitor))
