"""A round of an event, as a page and as a PDF file."""

from django.core.paginator import EmptyPage
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from league.calendar.match_dates.selectors import shown_rounds_dated
from league.faces.public.page_cache import add_etag
from league.faces.public.page_numbers import whole_number
from league.faces.public.paper_rows import answer_with, wanted_by
from league.faces.public.pictures.links import page_tabs
from league.faces.public.rounds.rounds_shown import (
    event_stages,
    round_of_event,
    round_sheet,
    round_tables,
    rounds_shown,
)
from league.faces.public.visitors import EventPage, pass_event
from league.foundation.spreadsheets import format_asked, spreadsheet
from league.office.documents.round_papers import ROUND_LIST
from league.office.paper.document import mark_as_pdf
from league.play.events.states import OVER


@require_safe
def round_(
    request: HttpRequest, club: str, event: str, stage_number: int, number: int
) -> HttpResponse:
    """The tables of a round: the page, or the tables alone when htmx or live.js asks."""
    return add_etag(request, _round(request, club, event, stage_number, number))


@pass_event
def _round(request: HttpRequest, page: EventPage, stage_number: int, number: int) -> HttpResponse:
    stages = event_stages(page.event)
    rounds = [round for stage in stages for round in rounds_shown(stage)]
    here = [
        place
        for place, round in enumerate(rounds)
        if (round.stage.number, round.number) == (stage_number, number)
    ]
    if not here:
        raise Http404("there is no such round, or it is not shown yet")
    place, shown = here[0], whole_number(request, "page") or 1
    found = round_of_event(page.event, rounds[place].pk)
    if found is None:
        raise Http404("the round has just been taken back")
    if wanted := format_asked(request):
        sheet = round_sheet(page, found)
        return spreadsheet(sheet, wanted, page.event.slug, "round", str(number))
    try:
        tables = round_tables(page, found, shown)
    except EmptyPage:
        raise Http404("the round has no such page") from None
    context = {
        "event": page.event,
        "page_tabs": page_tabs(page.event, stages),
        "club": page.club,
        "round": found,
        "before": rounds[place - 1] if place else None,
        "after": rounds[place + 1] if place + 1 < len(rounds) else None,
        "live_version": page.live_version,
        "language": get_language(),
        "is_live": shown == 1 and page.event.state not in OVER,
        **tables,
    }
    is_part = request.headers.get("HX-Request") == "true"
    return render(request, "public/_round_tables.html" if is_part else "public/round.html", context)


@require_safe
def round_pdf(
    request: HttpRequest, club: str, event: str, stage_number: int, number: int
) -> HttpResponse:
    answer = _round_paper(request, club, event, stage_number, number)
    return mark_as_pdf(add_etag(request, answer), event, ROUND_LIST.name, str(number))


@pass_event
def _round_paper(
    request: HttpRequest, page: EventPage, stage_number: int, number: int
) -> HttpResponse:
    event = page.event
    found = shown_rounds_dated(event).filter(stage__number=stage_number, number=number).first()
    if found is None:
        raise Http404("there is no such round, or it is not shown yet")
    found.stage.event = event
    return answer_with(ROUND_LIST, found, wanted_by(request, page.visitor))
