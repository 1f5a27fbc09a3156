"""Deals on paper: sheets to deal by, hands to check them, travellers that go with the cards."""

from typing import Any

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games import services as games
from league.desk.access import event_page, stage_of
from league.desk.prepared.forms import LookForm
from league.desk.prepared.views import made_for, to_deals
from league.events.models import Event, Stage
from league.paper import deal_sheets as deal_paper
from league.paper.answers import about, pdf
from league.prepared.models import PreparedSet
from league.prepared.on_paper import deal_sheet, seat_labels
from league.prepared.selectors import open_deals, was_shown
from league.prepared.stage_deals import deal_of, ruleset_of
from league.rounds.models import Table
from league.rounds.selectors import placements_with_names, side_names


@require_GET
@event_page("prepared.look_at_deals")
def sheets(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """The sheets to deal by, for deals that this person may see."""
    found = stage_of(event, stage)
    made = made_for(found)
    span = _span_to_see(request, made)
    if span is None:
        return to_deals(found)
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
        return to_deals(found)
    ruleset = ruleset_of(made)
    document = about(
        request, _("Deal sheets"), at=made.created_at, club=event.club, subject=event.name
    )
    printing = deal_paper.deal_sheets(
        document,
        [deal_sheet(ruleset, deal_of(made, number)) for number in span],
        over=event.name,
        with_steps=_kind(request) == "steps",
        stock_in_order=games.stock_in_order(ruleset),
    )
    return pdf(printing, event.slug, "deals", f"{span.start}-{span.stop - 1}", is_secret=True)


def _kind(request: HttpRequest) -> str:
    return "steps" if request.GET.get("kind") != "hands" else "hands"


@require_GET
@event_page("prepared.prepare_deals")
def travellers(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """A paper for each deal, with a row for every table that plays it; it names no cards."""
    found = stage_of(event, stage)
    context = _about(found) | {"travellers": _travellers(found, made_for(found))}
    return render(request, "desk/prepared/travellers.html", context)


@require_GET
@event_page("prepared.prepare_deals")
def travellers_pdf(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """The same papers as a file."""
    found = stage_of(event, stage)
    made = made_for(found)
    document = about(
        request, _("Travellers"), at=made.created_at, club=event.club, subject=event.name
    )
    printing = deal_paper.travellers(document, _travellers(found, made), over=event.name)
    return pdf(printing, event.slug, "travellers")


def _travellers(stage: Stage, made: PreparedSet) -> list[dict[str, Any]]:
    players: dict[int, list[dict[str, Any]]] = {n: [] for n in range(1, made.deals + 1)}
    tables = (
        Table.objects.filter(round__stage=stage)
        .select_related("round")
        .prefetch_related(Prefetch("placements", placements_with_names()))
        .order_by("round__number", "number", "room")
    )
    for table in tables:
        for number in table.deal_numbers:
            players.setdefault(number, []).append(_row(table))
    dealers = seat_labels(ruleset_of(made))
    return [
        {
            "number": number,
            "rows": rows,
            "dealer": dealers[games.dealer_of(number, made.players)],
            # for tables of rounds that are not drawn yet
            "empty_rows": range(0 if rows else 8),
        }
        for number, rows in sorted(players.items())
    ]


def _row(table: Table) -> dict[str, Any]:
    return {"round": table.round.number, "table": table.shown_number, "names": side_names(table)}


def _span_to_see(request: HttpRequest, made: PreparedSet) -> range | None:
    """Return the requested deals; None, with a message, where this person may not see them."""
    span = _span(request, made)
    if span is None or not _may_see(request, made, span):
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


def _may_see(request: HttpRequest, made: PreparedSet, span: range) -> bool:
    return was_shown(made, request.user, span.start, span.stop - 1) or open_deals(
        made.stage, span
    ) == set(span)


def _about(stage: Stage) -> dict[str, Any]:
    return {"club": stage.event.club, "event": stage.event, "stage": stage}
