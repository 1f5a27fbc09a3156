"""Deals on paper: sheets to deal by, hands to check them, travellers that go with the cards."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games import services as games
from league.faces.desk.access import event_page, stage_of
from league.faces.desk.prepared.forms import LookForm
from league.faces.desk.prepared.views import made_for, redirect_to_deals
from league.office.documents.document_kind import DocumentOptions
from league.office.documents.prepared_papers import DEAL_SHEETS, TRAVELLERS, travellers_of
from league.office.paper.answers import pdf
from league.play.events.models import Event, Stage
from league.play.prepared.models import PreparedSet
from league.play.prepared.on_paper import deal_sheet, seat_labels
from league.play.prepared.selectors import may_see
from league.play.prepared.stage_deals import deal_of, ruleset_of


@require_GET
@event_page("prepared.look_at_deals")
def sheets(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """The sheets to deal by, for deals that this person may see."""
    found = stage_of(event, stage)
    made = made_for(found)
    span = _span_to_see(request, made)
    if span is None:
        return redirect_to_deals(found)
    ruleset = ruleset_of(made)
    context = _about(found) | {
        "kind": _kind(request),
        "first": span.start,
        "last": span.stop - 1,
        "query": f"first={span.start}&last={span.stop - 1}&kind={_kind(request)}",
        "seats": seat_labels(ruleset),
        "sheets": [deal_sheet(ruleset, deal_of(made, number)) for number in span],
        "stock_in_order": games.stock_in_order(ruleset),
    }
    response = render(request, "desk/prepared/sheets.html", context)
    # not in any cache: the next person at this computer may be a player
    response["Cache-Control"] = "no-store"
    return response


@require_GET
@event_page("prepared.look_at_deals")
def sheets_pdf(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """The same sheets as a file, for the same deals."""
    found = stage_of(event, stage)
    made = made_for(found)
    span = _span_to_see(request, made)
    if span is None:
        return redirect_to_deals(found)
    made.stage = found
    with_steps = _kind(request) == "steps"
    printing = DEAL_SHEETS.make(made, _wanted(request), numbers=span, with_steps=with_steps)
    return pdf(
        printing,
        event.slug,
        DEAL_SHEETS.name,
        f"{span.start}-{span.stop - 1}",
        is_secret=DEAL_SHEETS.is_secret,
    )


def _wanted(request: HttpRequest) -> DocumentOptions:
    return DocumentOptions(at=timezone.now(), paper=request.GET.get("paper", ""))


def _kind(request: HttpRequest) -> str:
    return "steps" if request.GET.get("kind") != "hands" else "hands"


@require_GET
@event_page("prepared.prepare_deals")
def travellers(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """A paper for each deal, with a row for every table that plays it; it names no cards."""
    found = stage_of(event, stage)
    context = _about(found) | {"travellers": travellers_of(found, made_for(found))}
    return render(request, "desk/prepared/travellers.html", context)


@require_GET
@event_page("prepared.prepare_deals")
def travellers_pdf(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """The same papers as a file."""
    found = stage_of(event, stage)
    made = made_for(found)
    made.stage = found
    printing = TRAVELLERS.make(made, _wanted(request))
    return pdf(printing, event.slug, TRAVELLERS.name)


def _span_to_see(request: HttpRequest, made: PreparedSet) -> range | None:
    """Return the requested deals; None, with a message, where this person may not see them."""
    span = _span(request, made)
    if span is None or not may_see(made, request.user, span):
        messages.error(
            request, _("Enter below which deals you need and why; then their sheets are shown.")
        )
        return None
    return span


def _span(request: HttpRequest, made: PreparedSet) -> range | None:
    form = LookForm({"reason": "", **{name: request.GET.get(name) for name in ("first", "last")}})
    if not form.is_valid():
        return None
    return range(form.cleaned_data["first"], form.cleaned_data["last"] + 1)


def _about(stage: Stage) -> dict[str, Any]:
    return {"club": stage.event.club, "event": stage.event, "stage": stage}
