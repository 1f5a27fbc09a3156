"""Slips to print, one a player: table, seat, with and against whom, and where next when known."""

from functools import cache

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from league.faces.desk.access import event_page, round_of
from league.foundation.qr_codes import qr_svg
from league.office.documents.slip_rows import is_drawn_later, slips_of
from league.play.events.models import Event
from league.play.rounds.selectors import round_title

SLIPS_A_PAGE = 60


@require_GET
@event_page("rounds.view_link")
def slips(request: HttpRequest, event: Event, stage: int, number: int) -> HttpResponse:
    """A slip for everybody in the round, in the order of their names."""
    round = round_of(event, stage, number)
    page = Paginator(slips_of(round), SLIPS_A_PAGE).get_page(request.GET.get("page"))
    code = cache(qr_svg)  # those of one table share it
    context = {
        "club": event.club,
        "event": event,
        "round": round,
        "title": round_title(round, event.stages.count()),
        "is_drawn_later": is_drawn_later(round),
        "page": page,
        "slips": [slip | {"svg": code(slip["url"])} if "url" in slip else slip for slip in page],
    }
    return render(request, "desk/rounds/slips.html", context)
