"""Submitting a deal from the phone: ask, check, send. What was typed is kept whatever happens."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.faces.table.opened_table import OpenedTable
from league.foundation.journal.actor import Act
from league.foundation.limits import key_of, parse_int
from league.foundation.refusal import Refused
from league.play.events.models import Visibility
from league.play.results import services as results
from league.play.results.deal_form import DealForm, laid_form
from league.play.results.deal_inputs import (
    LONGEST_RECORD,
    UnreadableRecord,
    first_answers,
    read_record,
)
from league.play.results.deal_words import answers_in_words, lines_shown
from league.play.results.final_score_form import FINAL, KIND, FinalScoreForm
from league.play.results.models import Submission, SubmissionState
from league.play.results.sheet import has_final_scores, is_final, takes_final_scores
from league.play.rounds.links import (
    CLOSED,
    FORGED,
    NOT_OPEN,
    RENEWED,
    UNKNOWN,
    LinkRefused,
    table_from,
)
from league.play.rounds.models import Round, RoundState, Table

# --- The door of a table's page: a signed link opens this one table, and nothing else ---
# Nothing of the address leaves the site (no referrer, no index, no cache of it), and a link writes
# only so often a minute.

View = Callable[..., HttpResponse]

STATUS_OF = {FORGED: 404, UNKNOWN: 404, RENEWED: 410, CLOSED: 410, NOT_OPEN: 409}
WRITES_A_MINUTE = 60


class TooManyWrites(Refused):
    code = "too_many_writes"


def table_page(view: View) -> View:
    """Give the view the table that the link of its address opens."""

    @wraps(view)
    def page(request: HttpRequest, token: str, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            table = table_from(token)
            if request.method == "POST":
                count_write(table)
        except LinkRefused as refused:
            return sealed(link_refusal(request, refused))
        except TooManyWrites as refused:
            return sealed(_write_refusal(request, refused))
        with timezone.override(ZoneInfo(table.round.stage.event.club.time_zone)):
            return sealed(view(request, token, table, *args, **kwargs))

    return page


def count_write(table: Table) -> None:
    """Raise TooManyWrites when a table's link has written too often in this minute."""
    key = f"table-writes:{table.pk}:{timezone.now():%H%M}"
    cache.add(key, 0, 120)
    try:
        written = cache.incr(key)
    except ValueError:
        return  # the cache is away or has dropped it: writing goes on
    if written > WRITES_A_MINUTE:
        raise TooManyWrites(
            _(
                "This table has sent more than %(most)d times within a minute. Wait a minute, "
                "then try again; nothing already sent is lost."
            )
            % {"most": WRITES_A_MINUTE}
        )


def link_refusal(request: HttpRequest, refused: LinkRefused) -> HttpResponse:
    """Answer to a link that opens nothing, with the sentence and the status of its reason."""
    response = refusal(request, refused, STATUS_OF[refused.reason])
    # a page that was open when the link ended is loaded again, and says why; not sent anywhere
    # else: that would say to the page's script that what was typed has arrived
    response["HX-Refresh"] = "true"
    return response


def _write_refusal(request: HttpRequest, refused: TooManyWrites) -> HttpResponse:
    if not is_htmx(request):
        return refusal(request, refused, 429)
    response = HttpResponse(status=409)
    response["HX-Reswap"] = "none"
    response["HX-Trigger"] = json.dumps({"toast": {"text": str(refused), "tone": "bad"}})
    return response


def refusal(request: HttpRequest, refused: Refused, status: int) -> HttpResponse:
    """Answer with the sentence: as JSON for the page's script, else as a page."""
    if wants_json(request):
        return JsonResponse({"code": refused.code, "sentence": str(refused)}, status=status)
    token = str(request.resolver_match.kwargs["token"]) if request.resolver_match else ""
    context = {"sentence": str(refused), "shelf": token.partition("-")[0]}
    if isinstance(refused, LinkRefused) and refused.table is not None:
        context |= _ways_on(refused.table)
    return render(request, "table/refused.html", context, status=status)


def _ways_on(table: Table) -> dict[str, Any]:
    """Return what the public may see of a table that is not open: its result, and what goes on."""
    event = table.round.stage.event
    if event.visibility == Visibility.HIDDEN:
        return {}
    rounds = Round.objects.filter(stage__event=event, state=RoundState.OPEN)
    return {
        "event": event,
        "table": table,
        "playing": rounds.select_related("stage").order_by("-stage__number", "-number").first(),
    }


def is_htmx(request: HttpRequest) -> bool:
    """Whether a part of the page asks, which cannot show a whole page."""
    return request.headers.get("HX-Request") == "true"


def wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def back(
    request: HttpRequest,
    token: str,
    *,
    message: str = "",
    refused: str = "",
    waits: int | None = None,
    again: int | None = None,
) -> HttpResponse:
    """Go back to the table's page, so that neither reload nor back sends anything again.

    `waits` names the submission about which it is said, for as long as that waits to be
    confirmed; `again` one that was taken back: its numbers are put into the form.
    """
    if message:
        messages.success(request, message, extra_tags="" if waits is None else str(waits))
    if refused:
        messages.error(request, refused)
    address = reverse("table:page", args=[token])
    address += "" if again is None else f"?again={again}"
    response: HttpResponse = redirect(address)
    response.status_code = 303
    if is_htmx(request):
        # htmx follows a redirect by itself and would put the whole page into a part of it
        response = HttpResponse(headers={"HX-Redirect": response["Location"]})
    return response


def sealed(response: HttpResponse) -> HttpResponse:
    """Return the answer with the headers that keep its address on the site."""
    # same-origin, not no-referrer: with that browsers send "Origin: null", which CSRF refuses
    response["Referrer-Policy"] = "same-origin"
    response["X-Robots-Tag"] = "noindex, nofollow"
    add_never_cache_headers(response)
    return response


UNPROCESSABLE, CONFLICT = 422, 409
MOST_DEALS = 32_000


class NobodySitsHere(Refused):
    """No seat was chosen on this phone, so that nothing can be submitted for one."""

    code = "nobody_sits_here"


def form_context(
    opened: OpenedTable, form: DealForm | FinalScoreForm | None = None, **more: Any
) -> dict[str, Any]:
    """Return what the form for the next deal needs; every form has a key of its own.

    Where the table may have a final score instead, that is asked for, unless `with_deals`.
    """
    number = more.get("number") or opened.sheet.next_number
    form = form or _empty_form(opened, number, with_deals=more.pop("with_deals", False))
    return {
        "form": form,
        "is_score": isinstance(form, FinalScoreForm),
        "number": number,
        "dealer": opened.names.seat(opened.sheet.dealer_of(number)),
        "prepared": opened.prepared_for(number),
        "key": more.get("key") or uuid4(),
        "is_ours": opened.lacks_ours(number),
        **more,
    }


def _empty_form(opened: OpenedTable, number: int, *, with_deals: bool) -> DealForm | FinalScoreForm:
    """Return the form for what comes next: a deal, or a final score where that can be entered."""
    sheet, names = opened.sheet, opened.names
    has_scores = has_final_scores(sheet)
    if has_scores or (takes_final_scores(sheet) and not with_deals):
        return score_form(opened)
    return DealForm(plan=sheet.plan, names=names, may_lay=True)


def score_form(opened: OpenedTable, data: QueryDict | None = None, **more: Any) -> FinalScoreForm:
    """Return the form for a final score; players say only of a timed round that a game stopped."""
    return FinalScoreForm(
        data, sheet=opened.sheet, names=opened.names, may_stop=opened.is_timed, **more
    )


@require_safe
@table_page
def next_deal(request: HttpRequest, token: str, table: Table) -> HttpResponse:
    """The empty form for the next deal alone, for a page whose form has become stale."""
    opened = OpenedTable.open(request, token, table)
    return render(request, "table/_next_deal.html", opened.context() | form_context(opened))


@require_safe
@table_page
def laid(request: HttpRequest, token: str, table: Table) -> HttpResponse:
    """What the melds tapped so far add up to, in words; nothing is written."""
    opened = OpenedTable.open(request, token, table)
    form = laid_form(request.GET, opened.plan, opened.names)
    if form is None:
        return HttpResponse(status=204)
    return render(request, "table/_laid_sums.html", {"laid": form, "sums": form.sums()})


@require_POST
@table_page
def deals(request: HttpRequest, token: str, table: Table) -> HttpResponse:
    """Check, change or submit a deal, depending on the button that was pressed (`do`)."""
    opened = OpenedTable.open(request, token, table)
    typed = Typed(opened, request.POST)
    # a final score is one line to read over: it is sent at once
    chosen = ACTS.get(request.POST.get("do", "").partition(":")[0], _check)
    act = _send if typed.is_score else chosen
    try:
        return act(request, opened, typed)
    except Refused as refused:
        return _answer_refusal(request, opened, typed, refused)


class Typed:
    """What came with the form: the deal as a summary or a record, its number and its key."""

    def __init__(self, opened: OpenedTable, post: QueryDict) -> None:
        self.post = post
        number = parse_int(post.get("number"), most=MOST_DEALS)
        self.number = number or opened.sheet.next_number
        self.key = key_of(post.get("key")) or uuid4()
        self.record = post.get("record", "")
        self.is_score = post.get(KIND) == FINAL
        self.form = (
            score_form(opened, post)
            if self.is_score
            else DealForm(
                None if self.record else post,
                plan=opened.plan,
                names=opened.names,
                may_lay=True,
            )
        )

    @property
    def is_ready(self) -> bool:
        return bool(self.record) or self.form.is_valid()

    def data(self) -> dict[str, Any]:
        if self.record:
            return read_record(self.record)
        return self.form.sent

    def context(self, opened: OpenedTable) -> dict[str, Any]:
        form = self.form if self.form.is_bound else None
        return form_context(opened, form, number=self.number, key=self.key, record=self.record)


def _check(request: HttpRequest, opened: OpenedTable, typed: Typed) -> HttpResponse:
    if not typed.is_ready:
        status = UNPROCESSABLE if typed.form.errors else 200
        return _form_again(request, opened, typed, status)
    data, plan = typed.data(), opened.plan
    checked = results.preview(sheet=opened.sheet, number=typed.number, data=data)
    context = opened.context() | typed.context(opened)
    context |= {
        "answers": answers_in_words(checked.deal, opened.names, unless=first_answers(plan)),
        "lines": lines_shown(checked.result.lines, opened.names),
        "results": [
            (opened.names.side(side), points, checked.running[side])
            for side, points in enumerate(checked.result.score)
        ],
        "made": checked.result.made,
        "ends_game": checked.outcome.is_played_out and opened.plan.deals_due is None,
        "submitted_before": [
            submission for submission in checked.submitted_before if not _is_own(opened, submission)
        ],
        "typed": _typed_pairs(typed),
    }
    return render(request, _template(request, "check"), context)


def _change(request: HttpRequest, opened: OpenedTable, typed: Typed) -> HttpResponse:
    typed.form.is_valid()
    # going back to look again is no mistake: no complaints about what is missing
    typed.form.errors.clear()
    _change, _colon, question = request.POST.get("do", "").partition(":")
    if isinstance(typed.form, DealForm) and question in {one.name for one in typed.form.asked}:
        typed.form.fix = question
    return _form_again(request, opened, typed, 200)


def _send(request: HttpRequest, opened: OpenedTable, typed: Typed) -> HttpResponse:
    identity = opened.acting_seat(request.POST.get("as_seat", ""))
    if identity is None:
        raise NobodySitsHere(_("Choose your seat first, then send the deal."))
    if not typed.is_ready:
        return _form_again(request, opened, typed, UNPROCESSABLE)
    submission = results.submit(
        table=opened.table,
        number=typed.number,
        data=typed.data(),
        key=typed.key,
        by_side=identity.side,
        by=Act(identity.actor, timezone.now()),
        device=identity.device,
    )
    return _answer_sent(request, opened, submission)


ACTS = {"check": _check, "change": _change, "send": _send}


def _answer_sent(request: HttpRequest, opened: OpenedTable, submission: Submission) -> HttpResponse:
    state = SubmissionState(submission.state)
    said = _SENT_SCORE[state]() if is_final(submission) else _SENT[state]()
    sentence = said % {"number": submission.number}
    waits = submission.pk if submission.state == SubmissionState.SUBMITTED else None
    if wants_json(request):
        answer = {"number": submission.number, "sentence": sentence, "waits": waits}
        return JsonResponse(answer)
    return back(request, opened.token, message=sentence, waits=waits)


_SENT = {
    SubmissionState.SUBMITTED: lambda: _(
        "Deal %(number)d is sent. The other side is asked to confirm it."
    ),
    SubmissionState.CONFIRMED: lambda: _(
        "Deal %(number)d is confirmed: both sides entered the same score."
    ),
    SubmissionState.DISPUTED: lambda: _(
        "The other side entered a different score for deal %(number)d. Both are kept: compare them."
    ),
    SubmissionState.CORRECTED: lambda: _("Deal %(number)d has been corrected by the director."),
    SubmissionState.VOID: lambda: _("Deal %(number)d was withdrawn in the meantime."),
}


_SENT_SCORE = {
    SubmissionState.SUBMITTED: lambda: _(
        "The final score is sent. The other side is asked to confirm it."
    ),
    SubmissionState.CONFIRMED: lambda: _(
        "The final score is confirmed: both sides entered the same."
    ),
    SubmissionState.DISPUTED: lambda: _(
        "The other side entered a different final score. Both are kept: compare them."
    ),
    SubmissionState.CORRECTED: lambda: _("The final score has been corrected by the director."),
    SubmissionState.VOID: lambda: _("The final score was withdrawn in the meantime."),
}


def _answer_refusal(
    request: HttpRequest, opened: OpenedTable, typed: Typed, refused: Refused
) -> HttpResponse:
    is_about_deal = isinstance(refused, (results.DealRefused, UnreadableRecord))
    status = UNPROCESSABLE if is_about_deal else CONFLICT
    if wants_json(request):
        return refusal(request, refused, status)
    if typed.record:
        context = opened.context() | typed.context(opened) | _refused(refused)
        return render(request, "table/record.html", context, status=status)
    typed.form.refuse(str(refused), refused.field, results.look_at_of(refused))
    return _form_again(request, opened, typed, status)


def _form_again(
    request: HttpRequest, opened: OpenedTable, typed: Typed, status: int
) -> HttpResponse:
    """Return the form as it was typed."""
    if wants_json(request):
        sentence = _("Something is missing. Check the deal again before you send it.")
        return JsonResponse({"code": "incomplete", "sentence": sentence}, status=UNPROCESSABLE)
    if typed.record:
        return render(
            request, "table/record.html", opened.context() | typed.context(opened), status=status
        )
    context = opened.context() | typed.context(opened)
    return render(request, _template(request, "form"), context, status=status)


def _template(request: HttpRequest, name: str) -> str:
    if is_htmx(request):
        return {"check": "table/_check.html", "form": "table/_next_deal.html"}[name]
    return {"check": "table/check.html", "form": "table/page.html"}[name]


@table_page
def record(request: HttpRequest, token: str, table: Table) -> HttpResponse:
    """Paste or upload every card of a deal instead of its summary."""
    opened = OpenedTable.open(request, token, table)
    if request.method != "POST":
        return render(request, "table/record.html", opened.context() | form_context(opened))
    post = request.POST.copy()
    uploaded = request.FILES.get("file")
    if uploaded is not None:
        post["record"] = uploaded.read(4 * LONGEST_RECORD).decode("utf-8-sig", "replace")
    typed = Typed(opened, post)
    try:
        if not typed.record.strip():
            raise UnreadableRecord(_("Paste a record or choose a file."), field="record")
        return _check(request, opened, typed)
    except Refused as refused:
        context = opened.context() | typed.context(opened) | _refused(refused)
        return render(request, "table/record.html", context, status=UNPROCESSABLE)


def _refused(refused: Refused) -> dict[str, Any]:
    return {"refused": str(refused), "look_at": results.look_at_of(refused)}


def _typed_pairs(typed: Typed) -> list[tuple[str, str]]:
    """Return everything that was typed, to travel with the check as hidden inputs."""
    not_typed = {"csrfmiddlewaretoken", "do", "number", "key", "as_seat"}
    if typed.record:
        return [("record", typed.record)]
    return [
        (name, text)
        for name in typed.post
        if name not in not_typed
        for text in typed.post.getlist(name)
    ]


def _is_own(opened: OpenedTable, submission: Submission) -> bool:
    return opened.identity is not None and submission.by_side == opened.identity.side
