"""What is printed for a round: slips, table cards, codes of places, lists."""

from functools import cache
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from league.faces.desk.access import act_of, event_page, round_of, stage_of
from league.faces.desk.jobs.job_pages import answer
from league.faces.desk.rounds.rounds_shown import table_shown
from league.foundation.lists import listed
from league.foundation.qr_codes import qr_svg
from league.office.documents.document_kind import DocumentOptions
from league.office.documents.round_papers import (
    SCORE_SHEETS,
    SEATING,
    SLIPS,
    TABLE_CARDS,
    is_drawn_later,
    seating,
    slips_of,
)
from league.office.paper.document import pdf
from league.play.events.models import Event
from league.play.rounds import services as rounds
from league.play.rounds.links import table_url
from league.play.rounds.models import Round, number_in_words
from league.play.rounds.place_codes import Place, code_of, places_of
from league.play.rounds.selectors import round_title, rounds_of, sharing_deals, tables_of

# --- A round as PDF files: table cards, slips, score sheets, and who sits where in all rounds ---


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


# --- Slips ---
# Slips to print, one a player: table, seat, with and against whom, and where next when known.

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


# --- Table cards to print: who sits where, and the code that opens the table's page on a phone ---

CARDS_A_PAGE = 40


@require_GET
@event_page("rounds.view_link")
def table_cards(request: HttpRequest, event: Event, stage: int, number: int) -> HttpResponse:
    """A sheet with a card for every table of the round."""
    round = round_of(event, stage, number)
    page = Paginator(cards_of(round), CARDS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": event.club,
        "event": event,
        "round": round,
        "title": round_title(round, event.stages.count()),
        "page": page,
        "cards": [card | {"svg": qr_svg(card["url"])} for card in page],
    }
    return render(request, "desk/rounds/cards.html", context)


def cards_of(round: Round) -> list[dict[str, Any]]:
    """Return the card of every table of the round: `table_shown`, address, sharing."""
    tables = tables_of(round)
    shared = sharing_deals(tables)
    return [
        table_shown(table, set())
        | {
            "url": table_url(table),
            "shared_with": listed(other.shown_number for other in shared[table.pk]),
        }
        for table in tables
    ]


# --- Codes that stay on the tables for a whole event: a sheet to print, and new ones ---


@require_GET
@event_page("rounds.view_link")
def place_codes(request: HttpRequest, event: Event) -> HttpResponse:
    """A card for every table, with a code that serves in every round."""
    page = Paginator(places_of(event), CARDS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": event.club,
        "event": event,
        "page": page,
        "cards": [_card(event, place) for place in page],
        "may_renew": request.user.has_perm("rounds.renew_link", event),
    }
    return render(request, "desk/rounds/place_codes.html", context)


def _card(event: Event, place: Place) -> dict[str, Any]:
    address = reverse("table:place", args=[code_of(event, place)])
    url = f"{settings.SITE_URL}{address}"
    return {"number": number_in_words(*place), "url": url, "svg": qr_svg(url)}


@require_POST
@event_page("rounds.renew_link")
def place_codes_renew(request: HttpRequest, event: Event) -> HttpResponse:
    """End the codes given out so far."""
    rounds.renew_place_codes(event=event, by=act_of(request))
    messages.success(
        request,
        _("The codes are new. Print them again: those on the tables open nothing any more."),
    )
    return redirect("desk:place_codes", event.club.slug, event.slug)
