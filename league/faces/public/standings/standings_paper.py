"""The standings of an event as a PDF file."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from league.faces.public.keeping import add_etag
from league.faces.public.page_numbers import whole_number
from league.faces.public.paper_rows import answer_with, wanted_by
from league.faces.public.visitors import EventPage, pass_event
from league.office.documents.standings_paper import STANDINGS
from league.office.paper.answers import mark_as_pdf


@require_safe
def standings_pdf(request: HttpRequest, club: str, event: str) -> HttpResponse:
    answer = _standings_paper(request, club, event)
    return mark_as_pdf(add_etag(request, answer), event, STANDINGS.name)


@pass_event
def _standings_paper(request: HttpRequest, page: EventPage) -> HttpResponse:
    return answer_with(
        STANDINGS,
        page.event,
        wanted_by(request, page.visitor),
        stage=whole_number(request, "stage"),
        round=whole_number(request, "round"),
    )
