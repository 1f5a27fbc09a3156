"""A deal at the desk as it was submitted: its history, striking it out, and counting it again."""

from collections.abc import Sequence
from datetime import datetime

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.faces.desk.access import act_of, actor_of
from league.faces.desk.results.desk_table import (
    DeskTable,
    decision_page,
    desk_table_page,
    redirect_to_table,
)
from league.faces.desk.undo import flash_done, say_done_at, sealed, unsealed
from league.foundation.journal.actor import Act
from league.foundation.lists import listed
from league.foundation.refusal import OutOfDate, flash_errors, form_errors
from league.play.results import services as results
from league.play.results.card_flags import Flag, flags_of
from league.play.results.deal_words import label_of
from league.play.results.models import LIVE, Submission, SubmissionState
from league.play.results.selectors import history_of
from league.play.results.services.revoking import LONGEST
from league.play.results.sheet import is_final, submission_shown
from league.play.rounds.models import Table

READS = ["GET", "HEAD", "POST"]
OVER = (SubmissionState.VOID, SubmissionState.CORRECTED)


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
    """Every submission of a deal there ever was, with who confirmed or disputed it and when."""
    submissions = history_of(desk.table, deal)
    if not submissions:
        raise Http404("nobody has submitted this deal")
    live = [submission for submission in submissions if submission.state in LIVE]
    flags: dict[int, Flag] = {}
    if request.user.has_perm("results.view_flags", desk.table):
        flags = flags_of(desk.sheet, submissions, actor=actor_of(request))
    context = desk.context(request) | {
        "number": deal,
        "label": label_of((live or submissions)[-1].deal, deal),
        "submissions": [
            submission_shown(submission, desk.names) | {"flag": flags.get(submission.pk)}
            for submission in submissions
        ],
        "counts": live[0].pk if len(live) == 1 else None,
        "is_live": bool(live),
        "is_disputed": deal in desk.sheet.disputed_numbers,
    }
    return render(request, "desk/results/history.html", context)


def _say_struck(request: HttpRequest, desk: DeskTable, submission: Submission, deal: int) -> None:
    """Say it, with the way back where it was the only submission of the deal and confirmed."""
    sentence = _("Deal %(number)d is struck out.") % {"number": deal}
    if is_final(submission):
        sentence = _("The final score is struck out.")
    if submission.state == SubmissionState.CONFIRMED:
        fields = {"submission": submission.pk}
        flash_done(request, sentence, undo="desk:deal_restore", at=[*desk.at, deal], fields=fields)
    else:
        messages.success(request, sentence)


@require_POST
@desk_table_page("results.void_deal")
def restore(request: HttpRequest, desk: DeskTable, deal: int) -> HttpResponse:
    """Let a deal count again as it stood before it was struck out, or corrected."""
    text = request.POST.get("submission", "")
    before = next(
        (
            submission
            for submission in history_of(desk.table, deal)
            if str(submission.pk) == text and submission.state in OVER
        ),
        None,
    )
    if before is None:
        raise Http404("no such deal was struck out or corrected")
    by = act_of(request)
    with flash_errors(request):
        if before.state == SubmissionState.CORRECTED:
            results.correct(
                submission=live_submission(desk, deal),
                data=before.deal.data,
                reason=_("Undone straight away."),
                by=by,
            )
        else:
            results.enter(table=desk.table, number=deal, data=before.deal.data, by=by)
        again = _("Deal %(number)d counts as before.") % {"number": deal}
        if is_final(before):
            again = _("The final score counts again.")
        messages.success(request, again)
    return redirect_to_table(desk)


@require_http_methods(READS)
@desk_table_page("results.void_deal")
def void(request: HttpRequest, desk: DeskTable, deal: int) -> HttpResponse:
    """Strike a deal out, with a reason. Its number can be entered again."""
    submission = live_submission(desk, deal)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            results.void(
                submission=submission,
                reason=form.cleaned_data["reason"],
                by=act_of(request),
            )
            _say_struck(request, desk, submission, deal)
            return redirect_to_table(desk)
    return decision_page(
        request,
        desk,
        form,
        template="desk/results/void.html",
        heading=_("Strike out the final score")
        if is_final(submission)
        else _("Strike out deal %(number)s") % {"number": deal},
        lead=_(
            "It no longer counts, but stays readable. The table can enter another one, or deals."
        )
        if is_final(submission)
        else _("It no longer counts, but stays readable. Its number can be entered again."),
        submission=submission_shown(submission, desk.names),
        submit_label=_("Strike it out"),
        back=reverse("desk:deal_history", args=[*desk.at, deal]),
    )


def live_submission(desk: DeskTable, deal: int) -> Submission:
    """Return the submission of a deal that counts, else the first that is live; raises Http404."""
    live = desk.sheet.submissions_of(deal)
    if not live:
        raise Http404("this deal has no live submission")
    return desk.sheet.counting_submission(deal) or live[0]


# --- Scores that were entered in one go: the message that says so, and its undo for all of them ---

SEAL, ABOUT = "entered", "scores entered together"


def say_entered(
    request: HttpRequest,
    sentence: str,
    tables: Sequence[Table],
    *,
    undo: str,
    by: Act,
) -> None:
    """Say it, with a button to the address `undo` where something was entered at that moment."""
    if results.entered_together(tables, by=by):
        seal = sealed(ABOUT, {"at": by.at.isoformat(), "by": by.actor.user_id})
        say_done_at(request, sentence, undo, {SEAL: seal})
    else:
        messages.success(request, sentence)


def strike_out(request: HttpRequest, tables: Sequence[Table]) -> None:
    """Strike out what the button of a message asks for, and say what was and what was not."""
    actor = actor_of(request)
    facts = unsealed(ABOUT, request.POST.get(SEAL, ""))
    if facts is None or facts["by"] != actor.user_id:
        raise OutOfDate(_("This can no longer be undone. Look at the page once more."))
    struck = results.strike_out_together(
        tables=tables,
        entered_at=datetime.fromisoformat(facts["at"]),
        reason=_("Undone straight away."),
        by=Act(actor, timezone.now()),
    )
    if not struck.out:
        messages.info(request, _("All of it is struck out already."))
        return
    messages.success(request, _struck_in_words(struck.out))
    if struck.changed:
        messages.warning(request, _changed_in_words(struck.changed))


def _struck_in_words(out: Sequence[Submission]) -> str:
    if is_final(out[0]):
        text = ngettext(
            "The final score of %(count)d table is struck out.",
            "The final scores of %(count)d tables are struck out.",
            len(out),
        )
    else:
        text = ngettext(
            "%(count)d deal is struck out.", "%(count)d deals are struck out.", len(out)
        )
    return text % {"count": len(out)}


def _changed_in_words(changed: Sequence[Submission]) -> str:
    text = ngettext(
        "%(count)d of them has been changed since then and stays as it is: %(which)s.",
        "%(count)d of them have been changed since then and stay as they are: %(which)s.",
        len(changed),
    )
    is_one_table = len({one.table_id for one in changed}) == 1 and not is_final(changed[0])
    which = [_deal_of(one) if is_one_table else _table_of(one) for one in reversed(changed)]
    return text % {"count": len(changed), "which": listed(which)}


def _deal_of(submission: Submission) -> str:
    return label_of(submission.deal, submission.number)


def _table_of(submission: Submission) -> str:
    return _("Table %(number)s") % {"number": submission.table.shown_number}
