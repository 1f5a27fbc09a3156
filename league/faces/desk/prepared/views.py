"""The prepared deals of a stage at the desk: made, printed, looked at, published."""

import secrets
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import services as games
from league.faces.desk.access import act_of, actor_of, event_page, stage_of
from league.faces.desk.event_tabs import event_tabs
from league.faces.desk.prepared.forms import LookForm, PrepareForm, ReleaseForm
from league.foundation.journal.actor import Act
from league.foundation.refusal import Refused
from league.office.documents.document_kind import DocumentOptions
from league.office.documents.prepared_papers import DEAL_SHEETS, TRAVELLERS, travellers_of
from league.office.paper.document import pdf
from league.play.events.models import Event, Stage
from league.play.events.selectors import stages_in_order
from league.play.prepared import services as prepared
from league.play.prepared.models import PreparedSet
from league.play.prepared.selectors import looks_at, may_see, progress_of
from league.play.prepared.stage_deals import deal_of, deal_sheet, ruleset_of, seat_labels, set_of
from league.play.rounds.drawing import format_named
from league.play.rounds.drawing.stage_options import PREPARED


@require_http_methods(["GET", "POST"])
@event_page("prepared.prepare_deals")
def deals(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """The prepared deals of a stage and their progress; here more can be prepared."""
    found = stage_of(event, stage)
    posted = request.POST if request.method == "POST" else None
    form = PrepareForm(posted)
    if posted is not None and form.is_valid() and _prepare(request, found, form):
        return redirect_to_deals(found)
    return deals_page(request, found, **({"form": form} if form.is_bound else {}))


def _prepare(request: HttpRequest, stage: Stage, form: PrepareForm) -> bool:
    try:
        made = prepared.prepare(
            stage=stage,
            seed=secrets.token_hex(32),
            deals=form.cleaned_data["deals"],
            by=act_of(request),
        )
    except Refused as refused:
        form.add_error("deals" if refused.field == "deals" else None, str(refused))
        return False
    messages.success(
        request,
        ngettext(
            "%(deals)d deal is prepared. Its commitment is public; the seed stays secret.",
            "%(deals)d deals are prepared. Their commitment is public; the seed stays secret.",
            made.deals,
        )
        % {"deals": made.deals},
    )
    return True


def deals_page(request: HttpRequest, stage: Stage, **forms: Any) -> HttpResponse:
    """Show the page, with a form that was refused in the place of an empty one."""
    event, made = stage.event, set_of(stage)
    rows = list(progress_of(stage).values()) if made else []
    last = made.deals if made else 1
    context = {
        "club": event.club,
        "event": event,
        "stage": stage,
        "stages": stages_in_order(event),
        "tabs": event_tabs(event, "draw"),
        "prepared": made,
        "rows": rows,
        "is_all_open": all(row.is_open for row in rows),
        "looks": looks_at(made) if made else [],
        "goes_round": bool(stage.options.get(PREPARED)),
        "may_go_round": any(o.name == PREPARED for o in format_named(stage.format).options),
        "look_form": LookForm(initial={"first": 1, "last": last}),
        "release_form": ReleaseForm(),
    }
    if "form" not in forms:
        forms["form"] = PrepareForm(initial={"deals": max(last, prepared.deals_needed(stage))})
    refused = any(form.errors for form in forms.values())
    return render(
        request, "desk/prepared/deals.html", context | forms, status=422 if refused else 200
    )


def redirect_to_deals(stage: Stage) -> HttpResponse:
    return redirect("desk:deals", stage.event.club.slug, stage.event.slug, stage.number)


def made_for(stage: Stage) -> PreparedSet:
    """Return the set of a stage, or raise Http404."""
    made = set_of(stage)
    if made is None:
        raise Http404("nothing is prepared for this stage")
    return made


@require_POST
@event_page("prepared.look_at_deals")
def look(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """Write down who looks at which deals and why, then show them."""
    found = stage_of(event, stage)
    made = made_for(found)
    actor = actor_of(request)
    form = LookForm(request.POST)
    if form.is_valid():
        cleaned = form.cleaned_data
        try:
            prepared.look(
                prepared=made,
                user=request.user,  # type: ignore[arg-type]
                first=cleaned["first"],
                last=cleaned["last"],
                reason=cleaned["reason"],
                by=Act(actor, timezone.now()),
            )
        except Refused as refused:
            form.add_error(refused.field, str(refused))
        else:
            address = reverse("desk:deal_sheets", args=[event.club.slug, event.slug, stage])
            return redirect(f"{address}?first={cleaned['first']}&last={cleaned['last']}")
    return deals_page(request, found, look_form=form)


@require_POST
@event_page("prepared.release_deals")
def release(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """Publish the seed, at once or with a reason before everybody has played."""
    found = stage_of(event, stage)
    made = made_for(found)
    form = ReleaseForm(request.POST)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        try:
            prepared.release(
                prepared=made,
                even_unplayed=bool(reason),
                reason=reason,
                by=act_of(request),
            )
        except Refused as refused:
            form.add_error(refused.field, str(refused))
        else:
            messages.success(request, _("The seed is published: anybody can check the deals."))
            return redirect_to_deals(found)
    return deals_page(request, found, release_form=form)


# --- Deals on paper: sheets to deal by, hands to check them, travellers that go with the cards ---


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
