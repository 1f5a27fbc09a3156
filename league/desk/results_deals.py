"""A deal at the desk: entered, corrected, struck out, settled; with everything ever told of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.desk.events_access import actor_of
from league.desk.results_access import DeskTable, desk_table_page, to_table
from league.desk.undo import say_done
from league.refusal import Refused
from league.results import services as results
from league.results.deal_form import DealForm
from league.results.deal_words import lines_shown, summary_of
from league.results.models import LIVE, Submission, SubmissionState
from league.results.selectors import history_of
from league.results.services.reasons import LONGEST
from league.results.sheet_rows import compared, told_shown

READS = ["GET", "HEAD", "POST"]


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Why"),
        help_text=gettext_lazy("It stays beside the deal, for everybody to read."),
        max_length=LONGEST,
    )
    key = forms.UUIDField(widget=forms.HiddenInput, required=False)


@require_safe
@desk_table_page("results.view_room")
def history(request: HttpRequest, desk: DeskTable, deal: int) -> HttpResponse:
    """Every telling of a deal there has ever been, with who said what to it and when."""
    tellings = history_of(desk.table, deal)
    if not tellings:
        raise Http404("nobody has told this deal")
    live = [one for one in tellings if one.state in LIVE]
    context = desk.context(request) | {
        "number": deal,
        "tellings": [told_shown(one, desk.names) for one in tellings],
        "counts": live[0].pk if len(live) == 1 else None,
        "is_live": bool(live),
        "is_disputed": deal in desk.sheet.disputed_numbers,
    }
    return render(request, "desk/results/history.html", context)


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """One way of writing a deal: its words, and the service that does it."""

    title: str
    button: str
    done: str
    needs_reason: bool
    write: Callable[[dict[str, Any], dict[str, Any]], Submission]


@require_http_methods(READS)
@desk_table_page("results.enter_deal")
def enter(request: HttpRequest, desk: DeskTable) -> HttpResponse:
    """Enter the next deal for the players; it counts as confirmed."""
    number = desk.sheet.next_number
    text = request.POST.get("number", "")
    if text.isdecimal() and 0 < int(text) <= number:
        number = int(text)
    writing = Writing(
        title=_("Enter deal %(number)d") % {"number": number},
        button=_("Enter deal %(number)d") % {"number": number},
        done=_("Deal %(number)d is entered and confirmed.") % {"number": number},
        needs_reason=False,
        write=lambda data, who: results.enter(
            table=desk.table, number=number, data=data, actor=who["actor"], at=who["at"],
            key=who["key"],
        ),
    )  # fmt: skip
    return _write(request, desk, number, writing)


@require_http_methods(READS)
@desk_table_page("results.correct_deal")
def correct(request: HttpRequest, desk: DeskTable, deal: int) -> HttpResponse:
    """Put right what was told, with a reason; the old numbers stay readable."""
    telling = _live(desk, deal)
    if deal in desk.sheet.disputed_numbers:
        return redirect("desk:deal_settle", *desk.at, deal)
    writing = Writing(
        title=_("Correct deal %(number)d") % {"number": deal},
        button=_("Correct deal %(number)d") % {"number": deal},
        done=_("Deal %(number)d is corrected. What was told before stays in its history.")
        % {"number": deal},
        needs_reason=True,
        write=lambda data, who: results.correct(submission=telling, data=data, **who),
    )
    return _write(request, desk, deal, writing, before=telling)


@require_http_methods(READS)
@desk_table_page("results.settle_dispute")
def settle(request: HttpRequest, desk: DeskTable, deal: int) -> HttpResponse:
    """Settle a dispute: one of the tellings holds, or the numbers typed here do."""
    live = desk.sheet.of(deal)
    if deal not in desk.sheet.disputed_numbers:
        messages.info(request, _("Deal %(number)d is not disputed (any more).") % {"number": deal})
        return to_table(desk)
    chosen = [one for one in live if str(one.pk) == request.POST.get("choose")]
    if chosen:
        return _choose(request, desk, deal, chosen[0])
    writing = Writing(
        title=_("Settle the dispute about deal %(number)d") % {"number": deal},
        button=_("Settle it with these numbers"),
        done=_settled(deal),
        needs_reason=True,
        write=lambda data, who: results.settle(table=desk.table, number=deal, data=data, **who),
    )
    return _write(request, desk, deal, writing, before=live[0])


def _choose(request: HttpRequest, desk: DeskTable, deal: int, chosen: Submission) -> HttpResponse:
    try:
        results.settle(
            table=desk.table,
            number=deal,
            choose=chosen,
            reason=request.POST.get("reason", ""),
            actor=actor_of(request),
            at=timezone.now(),
        )
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("desk:deal_settle", *desk.at, deal)
    messages.success(request, _settled(deal))
    return to_table(desk)


def _settled(deal: int) -> str:
    return _("The dispute about deal %(number)d is settled.") % {"number": deal}


def _say_struck(request: HttpRequest, desk: DeskTable, telling: Submission, deal: int) -> None:
    """Say it, with the way back where it was the only telling of the deal and confirmed."""
    sentence = _("Deal %(number)d is struck out.") % {"number": deal}
    if telling.state == SubmissionState.CONFIRMED:
        fields = {"telling": telling.pk}
        say_done(request, sentence, undo="desk:deal_restore", at=[*desk.at, deal], fields=fields)
    else:
        messages.success(request, sentence)


@require_POST
@desk_table_page("results.void_deal")
def restore(request: HttpRequest, desk: DeskTable, deal: int) -> HttpResponse:
    """Enter a deal again as it stood before it was struck out."""
    text = request.POST.get("telling", "")
    struck = next(
        (
            one
            for one in history_of(desk.table, deal)
            if str(one.pk) == text and one.state == SubmissionState.VOID
        ),
        None,
    )
    if struck is None:
        raise Http404("no such deal was struck out")
    try:
        results.enter(
            table=desk.table,
            number=deal,
            data=struck.deal.data,
            actor=actor_of(request),
            at=timezone.now(),
        )
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Deal %(number)d counts again.") % {"number": deal})
    return to_table(desk)


@require_http_methods(READS)
@desk_table_page("results.void_deal")
def void(request: HttpRequest, desk: DeskTable, deal: int) -> HttpResponse:
    """Strike a deal out, with a reason. Its number can be entered again."""
    telling = _live(desk, deal)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            results.void(
                submission=telling,
                reason=form.cleaned_data["reason"],
                actor=actor_of(request),
                at=timezone.now(),
            )
        except Refused as refused:
            form.add_error(refused.field if refused.field in form.fields else None, str(refused))
        else:
            _say_struck(request, desk, telling, deal)
            return to_table(desk)
    context = desk.context(request) | {
        "number": deal,
        "told": told_shown(telling, desk.names),
        "form": form,
        "back": reverse("desk:deal_history", args=[*desk.at, deal]),
    }
    return render(request, "desk/results/void.html", context, status=422 if form.errors else 200)


def _live(desk: DeskTable, deal: int) -> Submission:
    live = desk.sheet.of(deal)
    if not live:
        raise Http404("nothing live is told of this deal")
    return desk.sheet.counting_of(deal) or live[0]


def _write(
    request: HttpRequest,
    desk: DeskTable,
    number: int,
    writing: Writing,
    before: Submission | None = None,
) -> HttpResponse:
    """Ask for a deal, show what it scores, then write it; the button says which (`do`)."""
    posted = request.POST if request.method == "POST" else None
    form = DealForm(
        posted,
        plan=desk.sheet.plan,
        names=desk.names,
        summary=summary_of(before.deal) if before else None,
    )
    reason = _reason_form(posted) if writing.needs_reason else None
    checked = None
    status = 200
    if posted is not None:
        try:
            checked = _checked(desk, number, form)
            if checked and posted.get("do") == "write" and _is_given(reason):
                writing.write({"summary": form.summary}, _who(request, reason))
                messages.success(request, writing.done)
                return to_table(desk)
        except Refused as refused:
            _refuse(form, reason, refused)
        status = 422 if form.errors or (reason and reason.errors) else 200
    context = desk.context(request) | {
        "writing": writing,
        "number": number,
        "dealer": desk.names.seat(desk.sheet.dealer_of(number)),
        "form": form,
        "reason": reason,
        "key": _uuid(request.POST.get("key")) or uuid4(),
        "tellings": [told_shown(one, desk.names) for one in desk.sheet.of(number)],
        "comparisons": [
            compared(desk.sheet.of(number)[0], other, desk.names)
            for other in desk.sheet.of(number)[1:]
        ],
        "is_settling": number in desk.sheet.disputed_numbers,
        **_preview(desk, checked),
    }
    return render(request, "desk/results/write.html", context, status=status)


def _reason_form(posted: QueryDict | None) -> ReasonForm:
    """Return the form for the reason, which nobody has to give who only wants to see the score."""
    if posted is None or posted.get("do") == "write":
        return ReasonForm(posted)
    return ReasonForm(initial={"reason": posted.get("reason", "")})


def _checked(desk: DeskTable, number: int, form: DealForm) -> results.Preview | None:
    if not form.is_valid():
        return None
    return results.preview(
        table=desk.table, number=number, data={"summary": form.summary}, any_dealer=True
    )


def _preview(desk: DeskTable, checked: results.Preview | None) -> dict[str, Any]:
    if checked is None:
        return {}
    sides = range(desk.sheet.plan.sides)
    return {
        "checked": True,
        "lines": lines_shown(checked.result.lines, desk.names),
        "totals": [(desk.names.side(side), checked.result.score[side]) for side in sides],
        "after_stats": [(checked.running[side], desk.names.side(side)) for side in sides],
    }


def _is_given(reason: ReasonForm | None) -> bool:
    return reason is None or reason.is_valid()


def _who(request: HttpRequest, reason: ReasonForm | None) -> dict[str, Any]:
    who: dict[str, Any] = {
        "actor": actor_of(request),
        "at": timezone.now(),
        "key": _uuid(request.POST.get("key")),
    }
    return who if reason is None else who | {"reason": reason.cleaned_data["reason"]}


def _refuse(form: DealForm, reason: ReasonForm | None, refused: Refused) -> None:
    if reason is not None and refused.field == "reason":
        reason.add_error("reason", str(refused))
    else:
        form.refuse(str(refused), refused.field, results.look_at_of(refused))


def _uuid(text: str | None) -> UUID | None:
    try:
        return UUID(text or "")
    except ValueError:
        return None
