"""A round as PDF files: table cards, slips, score sheets, and who sits where in all rounds."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from league.faces.desk.access import event_page, round_of, stage_of
from league.faces.desk.jobs.paper_files import answer
from league.office.documents.document_kind import DocumentOptions
from league.office.documents.round_papers import SCORE_SHEETS, SLIPS, TABLE_CARDS
from league.office.documents.seating_paper import SEATING, seating
from league.office.paper.answers import pdf
from league.play.events.models import Event
from league.play.rounds.selectors import rounds_of


@require_http_methods(["GET", "POST"])
@event_page("rounds.view_link")
def table_cards_pdf(request: HttpRequest, event: Event, stage: int, number: int) -> HttpResponse:
    """The cards of all tables of the round."""
    return answer(request, event, round_of(event, stage, number), TABLE_CARDS)


@require_http_methods(["GET", "POST"])
@event_page("rounds.view_link")
def slips_pdf(request: HttpRequest, event: Event, stage: int, number: int) -> HttpResponse:
    """A slip for everybody in the round."""
    return answer(request, event, round_of(event, stage, number), SLIPS)


@require_http_methods(["GET", "POST"])
@event_page("rounds.view_link")
def score_sheets_pdf(request: HttpRequest, event: Event, stage: int, number: int) -> HttpResponse:
    """A sheet for each table, with its sides and who deals."""
    round = round_of(event, stage, number)
    if not round.tables.exists():
        raise Http404("nobody sits at a table in this round")
    return answer(request, event, round, SCORE_SHEETS)


@require_http_methods(["GET", "POST"])
@event_page("rounds.view_link")
def movement_pdf(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """Who sits where in every round of the stage that is drawn, in the order of the names."""
    found = stage_of(event, stage)
    last = rounds_of(found).last()
    if last is None:
        options = DocumentOptions(at=timezone.now(), paper=request.GET.get("paper", ""))
        return pdf(seating(found, [], options), event.slug, SEATING.name)
    last.stage = found
    return answer(request, event, last, SEATING)
