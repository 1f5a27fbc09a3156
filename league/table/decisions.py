"""What a side says about deals that were told: right, wrong, taken back, that was the last."""

from collections.abc import Callable

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from league.refusal import Refused
from league.results import services as results
from league.results.models import Submission
from league.results.sheet_rows import told_shown
from league.rounds.models import Table
from league.table.access import back, table_page
from league.table.chair import Chair, chair_at
from league.table.opened import OpenedTable
from league.table.pages import telling_here

MOST_AT_ONCE = 100


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("What is wrong?"),
        help_text=gettext_lazy("For example: we took 31 points, not 30."),
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


@require_POST
@table_page
def confirm(request: HttpRequest, token: str, table: Table) -> HttpResponse:
    """Confirm the deals that were shown, as the person picked, or as who holds the phone."""

    def act(opened: OpenedTable) -> str:
        chair = _confirming(request, opened)
        ids = [int(pk) for pk in request.POST.getlist("submission") if pk.isdecimal()]
        confirmed = results.confirm(
            table=table,
            side=chair.side,
            submissions=ids[:MOST_AT_ONCE],
            actor=chair.actor,
            device=chair.device,
            at=timezone.now(),
        )
        return ngettext(
            "%(count)d deal is confirmed.", "%(count)d deals are confirmed.", len(confirmed)
        ) % {"count": len(confirmed)}

    return _done(request, token, table, act)


@require_POST
@table_page
def take_back(request: HttpRequest, token: str, table: Table) -> HttpResponse:
    def act(opened: OpenedTable) -> str:
        chair = _needed(opened)
        taken = results.take_back(
            table=table,
            side=chair.side,
            submission=_meant(request, opened),
            actor=chair.actor,
            at=timezone.now(),
        )
        return _("Deal %(number)d is taken back. Enter it anew.") % {"number": taken.number}

    return _done(request, token, table, act)


@require_POST
@table_page
def end(request: HttpRequest, token: str, table: Table) -> HttpResponse:
    """That was the last deal of a timed round."""

    def act(opened: OpenedTable) -> str:
        chair = _needed(opened)
        results.end_table(table=table, side=chair.side, actor=chair.actor, at=timezone.now())
        return _("The table is finished. Confirm the deals that are still open.")

    return _done(request, token, table, act)


@require_POST
@table_page
def resume(request: HttpRequest, token: str, table: Table) -> HttpResponse:
    def act(opened: OpenedTable) -> str:
        chair = _needed(opened)
        results.resume_table(table=table, side=chair.side, actor=chair.actor, at=timezone.now())
        return _("The table goes on.")

    return _done(request, token, table, act)


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
def dispute(request: HttpRequest, token: str, table: Table, submission: int) -> HttpResponse:
    """Say that one deal is wrong, and why; the director settles it, the rest stands."""
    opened = OpenedTable.open(request, token, table)
    telling = telling_here(opened, submission)
    if telling is None:
        return back(request, token, refused=_("This deal is not on the sheet (any more)."))
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            chair = _needed(opened)
            results.dispute(
                submission=telling,
                side=chair.side,
                reason=form.cleaned_data["reason"],
                actor=chair.actor,
                at=timezone.now(),
            )
        except Refused as refused:
            form.add_error(refused.field if refused.field in form.fields else None, str(refused))
        else:
            said = _("Deal %(number)d is disputed. The director has been told; play on.")
            return back(request, token, said=said % {"number": telling.number})
    context = opened.context() | {"told": told_shown(telling, opened.names), "form": form}
    status = 422 if form.errors else 200
    return render(request, "table/dispute.html", context, status=status)


def _done(
    request: HttpRequest, token: str, table: Table, act: Callable[[OpenedTable], str]
) -> HttpResponse:
    """Do it and go back to the page, with what came of it or why not."""
    opened = OpenedTable.open(request, token, table)
    try:
        said = act(opened)
    except Refused as refused:
        return back(request, token, refused=str(refused))
    return back(request, token, said=said)


class NobodySaid(Refused):
    code = "nobody_sits_here"


def _needed(opened: OpenedTable) -> Chair:
    if opened.chair is None:
        raise NobodySaid(_("Say first where you sit."))
    return opened.chair


def _confirming(request: HttpRequest, opened: OpenedTable) -> Chair:
    """Return who confirms: the phone may have been handed to somebody of another side."""
    seat = request.POST.get("as_seat", "")
    plan = opened.sheet.plan
    if seat.isdecimal() and int(seat) < plan.players:
        device = opened.chair.device if opened.chair else ""
        return chair_at(int(seat), plan, opened.names, device)
    return _needed(opened)


def _meant(request: HttpRequest, opened: OpenedTable) -> Submission | None:
    """Return the deal the button was about, also when it is gone by now."""
    pk = request.POST.get("submission", "")
    if not pk.isdecimal():
        return opened.last_own
    return Submission.objects.filter(pk=int(pk), table=opened.table).first() or opened.last_own
