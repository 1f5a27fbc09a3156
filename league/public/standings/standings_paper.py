"""The standings of an event as a PDF file."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from league.documents.standings_paper import STANDINGS
from league.public.page_numbers import whole_number
from league.public.paper_rows import answer_with, kept_pdf, wanted_by
from league.public.visitors import EventPage, for_event
from league.standings.stamps import stamp_of


@require_safe
def standings_pdf(request: HttpRequest, club: str, event: str) -> HttpResponse:
    stamp = stamp_of(club, event)
    return kept_pdf(
        request, stamp, lambda: _standings_paper(request, club, event), event, STANDINGS.name
    )


@for_event
def _standings_paper(request: HttpRequest, page: EventPage) -> HttpResponse:
    return answer_with(
        STANDINGS,
        page.event,
        wanted_by(request, page.visitor),
        stage=whole_number(request, "stage"),
        round=whole_number(request, "round"),
    )
