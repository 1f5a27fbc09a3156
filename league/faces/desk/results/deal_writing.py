"""A deal written at the desk: entered for the players, corrected, or its dispute settled."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.faces.desk.access import act_of, actor_of
from league.faces.desk.results.deal_pages import READS, ReasonForm, live_submission
from league.faces.desk.results.desk_table import DeskTable, desk_table_page, redirect_to_table
from league.faces.desk.undo import flash_done
from league.foundation.limits import clean_text, key_of, parse_int
from league.foundation.refusal import OutOfDate, Refused
from league.play.results import services as results
from league.play.results.deal_form import DealForm
from league.play.results.deal_words import Names, lines_shown, summary_of
from league.play.results.final_score_form import FinalScoreForm
from league.play.results.models import Submission, SubmissionState
from league.play.results.sheet import compared, is_final, submission_shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """One way of writing a deal: its words, and the service that does it.

    `is_score`: a final score is written, and no deal. `way_back` names the address that undoes it
    and what that is sent; None where nothing gives back exactly what was.
    """

    title: str
    button: str
    done: str
    needs_reason: bool
    is_score: bool = False
    write: Callable[[dict[str, Any], dict[str, Any]], Submission]
    way_back: tuple[str, dict[str, Any]] | None = None


@require_http_methods(READS)
@desk_table_page("results.enter_deal")
def enter(request: HttpRequest, desk: DeskTable) -> HttpResponse:
    """Enter the next deal for the players; it counts as confirmed."""
    number = desk.sheet.next_number
    number = parse_int(request.POST.get("number"), most=number) or number
    writing = Writing(
        title=_("Enter deal %(number)d") % {"number": number},
        button=_("Enter deal %(number)d") % {"number": number},
        done=_("Deal %(number)d is entered and confirmed.") % {"number": number},
        needs_reason=False,
        write=lambda data, who: results.enter(
            table=desk.table, number=number, data=data, by=who["by"],
            key=who["key"],
        ),
        way_back=_struck_out(),
    )  # fmt: skip
    return _write(request, desk, number, writing)


@require_http_methods(READS)
@desk_table_page("results.enter_deal")
def enter_score(request: HttpRequest, desk: DeskTable) -> HttpResponse:
    """Enter the final score of the table, or of its next game; it counts as confirmed."""
    number = desk.sheet.next_number
    number = parse_int(request.POST.get("number"), most=number) or number
    writing = Writing(
        title=_("Enter the final score"),
        button=_("Enter the final score"),
        done=_("The final score is entered and confirmed."),
        needs_reason=False,
        is_score=True,
        write=lambda data, who: results.enter(
            table=desk.table, number=number, data=data, by=who["by"],
            key=who["key"],
        ),
        way_back=_struck_out(),
    )  # fmt: skip
    return _write(request, desk, number, writing)


@require_http_methods(READS)
@desk_table_page("results.correct_deal")
def correct(request: HttpRequest, desk: DeskTable, deal: int) -> HttpResponse:
    """Correct what was submitted, with a reason; the old numbers stay readable."""
    submission = live_submission(desk, deal)
    if deal in desk.sheet.disputed_numbers:
        return redirect("desk:deal_settle", *desk.at, deal)
    is_score = is_final(submission)
    title = (
        _("Correct the final score")
        if is_score
        else _("Correct deal %(number)d") % {"number": deal}
    )
    done = (
        _("The final score is corrected. What was sent before stays in its history.")
        if is_score
        else _("Deal %(number)d is corrected. What was sent before stays in its history.")
        % {"number": deal}
    )
    writing = Writing(
        title=title,
        button=title,
        done=done,
        needs_reason=True,
        is_score=is_score,
        write=lambda data, who: results.correct(submission=submission, data=data, **who),
        way_back=("desk:deal_restore", {"submission": submission.pk})
        if submission.state == SubmissionState.CONFIRMED
        else None,
    )
    return _write(request, desk, deal, writing, before=submission)


@require_http_methods(READS)
@desk_table_page("results.settle_dispute")
def settle(request: HttpRequest, desk: DeskTable, deal: int) -> HttpResponse:
    """Settle a dispute: one of the submissions holds, or the numbers typed here do."""
    live = desk.sheet.submissions_of(deal)
    if deal not in desk.sheet.disputed_numbers:
        messages.info(request, _("Deal %(number)d is not disputed (any more).") % {"number": deal})
        return redirect_to_table(desk)
    is_score = is_final(live[0])
    chosen = [submission for submission in live if str(submission.pk) == request.POST.get("choose")]
    refused = _choose(request, desk, deal, chosen[0]) if chosen else None
    if chosen and refused is None:
        return redirect_to_table(desk)
    writing = Writing(
        title=_("Settle the dispute about the final score")
        if is_score
        else _("Settle the dispute about deal %(number)d") % {"number": deal},
        button=_("Settle it with these numbers"),
        done=_settled(deal, is_score=is_score),
        needs_reason=True,
        is_score=is_score,
        write=lambda data, who: results.settle(table=desk.table, number=deal, data=data, **who),
    )
    if refused is not None:
        return _choice_refused(request, desk, deal, writing, live[0], refused)
    return _write(request, desk, deal, writing, before=live[0])


def _choose(request: HttpRequest, desk: DeskTable, deal: int, chosen: Submission) -> Refused | None:
    """Let one of the submissions hold; return why that was refused."""
    try:
        results.settle(
            table=desk.table,
            number=deal,
            choose=chosen,
            reason=clean_text(request.POST.get("reason"), most=1_000),
            by=act_of(request),
        )
    except Refused as refused:
        return refused
    messages.success(request, _settled(deal, is_score=is_final(chosen)))
    return None


def _struck_out() -> tuple[str, dict[str, Any]]:
    """Return the way back of a deal that the desk has entered: it never was."""
    return "desk:deal_void", {"reason": _("Undone straight away.")}


def _say_written(
    request: HttpRequest,
    desk: DeskTable,
    writing: Writing,
    written: Submission,
    before: Submission | None,
) -> None:
    is_confirmed = before is not None and before.state == SubmissionState.CONFIRMED
    if is_confirmed and written == before:
        messages.info(request, _("These are the same numbers as before: nothing was changed."))
        return
    if writing.way_back is None:
        messages.success(request, writing.done)
        return
    undo, fields = writing.way_back
    flash_done(request, writing.done, undo=undo, at=[*desk.at, written.number], fields=fields)


def _settled(deal: int, *, is_score: bool) -> str:
    if is_score:
        return _("The dispute about the final score is settled.")
    return _("The dispute about deal %(number)d is settled.") % {"number": deal}


def _write(
    request: HttpRequest,
    desk: DeskTable,
    number: int,
    writing: Writing,
    before: Submission | None = None,
) -> HttpResponse:
    """Show the form of a deal or its score, or store it, depending on the button (`do`)."""
    posted = request.POST if request.method == "POST" else None
    form = _form_for(desk, writing, posted, before)
    reason = _reason_form(posted) if writing.needs_reason else None
    checked = None
    newer = None
    status = 200
    if posted is not None:
        try:
            checked = _checked(request, desk, number, form)
            if checked and posted.get("do") == "write" and _is_given(reason):
                _check_newest(posted, before, desk.names)
                written = writing.write(form.sent, _who(request, reason))
                _say_written(request, desk, writing, written, before)
                return redirect_to_table(desk)
        except Refused as refused:
            _refuse(form, reason, refused)
            if before is not None and isinstance(refused, OutOfDate):
                newer = submission_shown(before, desk.names)
        status = 422 if form.errors or (reason and reason.errors) else 200
    more = {"form": form, "reason": reason, "before": before, "newer": newer}
    more |= _preview(desk, checked)
    return _page(request, desk, number, writing, status=status, **more)


def _form_for(
    desk: DeskTable, writing: Writing, posted: QueryDict | None, before: Submission | None
) -> DealForm | FinalScoreForm:
    """Return the form of a deal or of a final score, with what was submitted before in it."""
    if writing.is_score:
        sent = before.deal.data if before and is_final(before) else None
        return FinalScoreForm(posted, sheet=desk.sheet, names=desk.names, sent=sent, may_stop=True)
    summary = summary_of(before.deal) if before else None
    return DealForm(posted, plan=desk.sheet.plan, names=desk.names, summary=summary)


def _choice_refused(
    request: HttpRequest,
    desk: DeskTable,
    number: int,
    writing: Writing,
    before: Submission,
    refused: Refused,
) -> HttpResponse:
    """Show the dispute again, with the reason that was written and why it is not settled."""
    messages.error(request, str(refused))
    form = _form_for(desk, writing, None, before)
    reason = ReasonForm(initial={"reason": request.POST.get("reason", "")})
    more = {"form": form, "reason": reason, "before": before}
    return _page(request, desk, number, writing, status=422, **more)


def _page(
    request: HttpRequest,
    desk: DeskTable,
    number: int,
    writing: Writing,
    *,
    status: int,
    **more: Any,
) -> HttpResponse:
    context = desk.context(request) | {
        "writing": writing,
        "number": number,
        "dealer": desk.names.seat(desk.sheet.dealer_of(number)),
        "key": key_of(request.POST.get("key")) or uuid4(),
        "submissions": [
            submission_shown(submission, desk.names)
            for submission in desk.sheet.submissions_of(number)
        ],
        "comparisons": [
            compared(desk.sheet.submissions_of(number)[0], other, desk.names)
            for other in desk.sheet.submissions_of(number)[1:]
        ],
        "is_settling": number in desk.sheet.disputed_numbers,
        **more,
    }
    return render(request, "desk/results/write.html", context, status=status)


def _check_newest(posted: QueryDict, before: Submission | None, names: Names) -> None:
    """Refuse to put a deal in the place of one that the page did not show. Raises OutOfDate."""
    seen = posted.get("seen")
    if before is None or not seen or seen == str(before.pk):
        return
    raise OutOfDate(
        _(
            "While you had this page open, %(name)s changed this deal; what counts now is "
            "shown above. What you typed is still here: send it again to replace it."
        )
        % {"name": names.whom(before)}
    )


def _reason_form(posted: QueryDict | None) -> ReasonForm:
    """Return the form for the reason, which is not required to see the score."""
    if posted is None or posted.get("do") == "write":
        return ReasonForm(posted)
    return ReasonForm(initial={"reason": posted.get("reason", "")})


def _checked(
    request: HttpRequest, desk: DeskTable, number: int, form: DealForm | FinalScoreForm
) -> results.Preview | None:
    if not form.is_valid():
        return None
    return results.preview(
        sheet=desk.sheet,
        number=number,
        data=form.sent,
        any_dealer=True,
        actor=actor_of(request),
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
    who: dict[str, Any] = {"key": key_of(request.POST.get("key")), "by": act_of(request)}
    return who if reason is None else who | {"reason": reason.cleaned_data["reason"]}


def _refuse(form: DealForm | FinalScoreForm, reason: ReasonForm | None, refused: Refused) -> None:
    if reason is not None and refused.field == "reason":
        reason.add_error("reason", str(refused))
    else:
        form.refuse(str(refused), refused.field, results.look_at_of(refused))
