"""Table cards to print: who sits where, and the code that opens the table's page on a phone."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from league.faces.desk.access import event_page, round_of
from league.faces.desk.rounds.rounds_shown import table_shown
from league.foundation.lists import listed
from league.foundation.qr_codes import qr_svg
from league.play.events.models import Event
from league.play.rounds.links import table_url
from league.play.rounds.models import Round
from league.play.rounds.selectors import round_title, sharing_deals, tables_of

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
    tables = list(tables_of(round))
    shared = sharing_deals(tables)
    return [
        table_shown(table, set())
        | {
            "url": table_url(table),
            "shared_with": listed(other.shown_number for other in shared[table.pk]),
        }
        for table in tables
    ]
