"""The bracket of a stage as a PDF file."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from league.faces.public.keeping import add_etag
from league.faces.public.paper_rows import answer_with, wanted_by
from league.faces.public.visitors import EventPage, pass_event
from league.office.documents.bracket_paper import BRACKET
from league.office.paper.answers import mark_as_pdf
from league.play.events.models import Stage


@require_safe
def bracket_pdf(request: HttpRequest, club: str, event: str, stage_number: int) -> HttpResponse:
    answer = _bracket_paper(request, club, event, stage_number)
    return mark_as_pdf(add_etag(request, answer), event, BRACKET.name)


@pass_event
def _bracket_paper(request: HttpRequest, page: EventPage, stage_number: int) -> HttpResponse:
    stage = get_object_or_404(Stage, event=page.event, number=stage_number)
    stage.event = page.event
    return answer_with(BRACKET, stage, wanted_by(request, page.visitor))
