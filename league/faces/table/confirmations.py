"""What a side says about deals that were submitted: right, wrong, taken back, that was the last."""

from collections.abc import Callable, Sequence
from uuid import uuid4

from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from games.wording import join_sentences
from league.faces.table.opened_table import OpenedTable, SeatIdentity
from league.faces.table.submissions import back, is_htmx, refusal, table_page, wants_json
from league.foundation.journal.actor import Act
from league.foundation.limits import LARGEST_ID, parse_int
from league.foundation.refusal import Refused
from league.play.results import services as results
from league.play.results.models import Submission, SubmissionState
from league.play.results.sheet import is_final, submission_shown
from league.play.rounds.models import Table

MOST_AT_ONCE = 100
CONFLICT = 409


class ReasonForm(forms.Form):
    """Why a deal is wrong; `key` makes what a phone sends twice one dispute."""

    key = forms.UUIDField(required=False, widget=forms.HiddenInput)
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
        identity = _needed(opened, request.POST.get("as_seat", ""))
        named = [parse_int(pk, most=LARGEST_ID) for pk in request.POST.getlist("submission")]
        ids = [pk for pk in named if pk is not None]
        confirmed = results.confirm(
            table=table,
            side=identity.side,
            submissions=ids[:MOST_AT_ONCE],
            even_disputed="undisputed" not in request.POST,
            by=Act(identity.actor, timezone.now()),
            device=identity.device,
        )
        return _confirmed_in_words(confirmed, ids)

    return _done(request, token, table, act)


def _confirmed_in_words(confirmed: Sequence[Submission], ids: list[int]) -> str:
    count = len(confirmed)
    if count and all(map(is_final, confirmed)):
        return _("The final score is confirmed.")
    if count:
        text = ngettext("%(count)d deal confirmed.", "%(count)d deals confirmed.", count)
        return text % {"count": count}
    if Submission.objects.filter(pk__in=ids, state=SubmissionState.DISPUTED).exists():
        return _("Noted that you agree. Another side still disputes the deal.")
    return _("This was confirmed already; nothing else is needed.")


@require_POST
@table_page
def take_back(request: HttpRequest, token: str, table: Table) -> HttpResponse:
    """Take back the last deal; the form is filled with it again."""
    opened = OpenedTable.open(request, token, table)
    try:
        identity = _needed(opened)
        taken = results.take_back(
            table=table,
            side=identity.side,
            submission=_meant(request, opened),
            by=Act(identity.actor, timezone.now()),
        )
    except Refused as refused:
        return back(request, token, refused=str(refused))
    message = _(
        "Deal %(number)d is withdrawn. Its numbers are in the form: change them and send it."
    )
    if is_final(taken):
        message = _(
            "The final score is withdrawn. Its numbers are in the form: change them and send it."
        )
    return back(request, token, message=message % {"number": taken.number}, again=taken.pk)


@require_POST
@table_page
def end(request: HttpRequest, token: str, table: Table) -> HttpResponse:
    """That was the last deal of a timed round."""

    def act(opened: OpenedTable) -> str:
        identity = _needed(opened)
        results.end_table(table=table, side=identity.side, by=Act(identity.actor, timezone.now()))
        return _("The table is finished. Confirm the deals that are still open.")

    return _done(request, token, table, act)


@require_POST
@table_page
def resume(request: HttpRequest, token: str, table: Table) -> HttpResponse:
    def act(opened: OpenedTable) -> str:
        identity = _needed(opened)
        results.resume_table(
            table=table, side=identity.side, by=Act(identity.actor, timezone.now())
        )
        return _("The table goes on.")

    return _done(request, token, table, act)


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
def dispute(request: HttpRequest, token: str, table: Table, submission: int) -> HttpResponse:
    """Say that one deal is wrong, and why; the director settles it, the rest stands."""
    opened = OpenedTable.open(request, token, table)
    found = opened.submission(submission)
    if found is None:
        gone = DealGone(_("This deal is not on the sheet (any more)."))
        return _answer_refusal(request, token, gone)
    form = ReasonForm(request.POST or None, initial={"key": uuid4()})
    if request.method == "POST" and form.is_valid():
        try:
            identity = _needed(opened, request.POST.get("as_seat", ""))
            results.dispute(
                submission=found,
                side=identity.side,
                reason=form.cleaned_data["reason"],
                by=Act(identity.actor, timezone.now()),
                key=form.cleaned_data["key"],
            )
        except Refused as refused:
            if wants_json(request):
                return refusal(request, refused, CONFLICT)
            if is_htmx(request):
                context = {"sentence": str(refused)}
                return render(request, "table/_refused.html", context, status=CONFLICT)
            form.add_error(refused.field if refused.field in form.fields else None, str(refused))
        else:
            message = _("Deal %(number)d is disputed. The director has been informed; play on.")
            return _answer(request, token, message % {"number": found.number})
    if wants_json(request):
        sentence = join_sentences(str(error) for errors in form.errors.values() for error in errors)
        return JsonResponse({"code": "incomplete", "sentence": sentence}, status=422)
    context = opened.context() | {"submission": submission_shown(found, opened.names), "form": form}
    status = 422 if form.errors else 200
    return render(request, "table/dispute.html", context, status=status)


def _done(
    request: HttpRequest, token: str, table: Table, act: Callable[[OpenedTable], str]
) -> HttpResponse:
    """Call the service and go back to the page, with a message of success or the refusal."""
    opened = OpenedTable.open(request, token, table)
    try:
        message = act(opened)
    except Refused as refused:
        return _answer_refusal(request, token, refused)
    return _answer(request, token, message)


def _answer(request: HttpRequest, token: str, message: str) -> HttpResponse:
    if wants_json(request):
        return JsonResponse({"sentence": message})
    return back(request, token, message=message)


def _answer_refusal(request: HttpRequest, token: str, refused: Refused) -> HttpResponse:
    if wants_json(request):
        return refusal(request, refused, CONFLICT)
    return back(request, token, refused=str(refused))


class NobodySaid(Refused):
    code = "nobody_sits_here"


class DealGone(Refused):
    """The deal was taken back, or settled otherwise, since the page was shown."""

    code = "deal_gone"


def _needed(opened: OpenedTable, as_seat: str = "") -> SeatIdentity:
    identity = opened.acting_seat(as_seat)
    if identity is None:
        raise NobodySaid(_("Choose your seat first."))
    return identity


def _meant(request: HttpRequest, opened: OpenedTable) -> Submission | None:
    """Return the deal the button was about, also when it is taken back by now; never another."""
    if "submission" not in request.POST:
        return opened.last_own
    pk = parse_int(request.POST.get("submission"), most=LARGEST_ID) or 0
    meant = Submission.objects.filter(pk=pk, table=opened.table).first()
    if meant is None:
        raise DealGone(_("This deal is not on the sheet (any more)."))
    return meant
