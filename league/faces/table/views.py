"""Views of the page of a card table on a phone: its seats and score sheet, and one of its deals."""

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.calendar.stand_ins.selectors import own_seat_at
from league.clubs.models import User
from league.faces.table.opened_table import TO_KEEP, OpenedTable, remember_seat
from league.faces.table.submissions import (
    MOST_DEALS,
    back,
    form_context,
    link_refusal,
    score_form,
    sealed,
    table_page,
)
from league.foundation.limits import LARGEST_ID, parse_int
from league.play.results.deal_form import DealForm
from league.play.results.deal_words import summary_of
from league.play.results.final_score_form import FinalScoreForm
from league.play.results.models import Submission, SubmissionState
from league.play.results.sheet import compared, is_final, submission_shown
from league.play.rounds.links import LinkRefused, link_of
from league.play.rounds.models import Seat, Table
from league.play.rounds.place_codes import table_at


@require_safe
def place(request: HttpRequest, token: str) -> HttpResponse:
    """The code that stays on a table: it leads to the page of what is played there now."""
    try:
        table = table_at(token)
    except LinkRefused as refused:
        return sealed(link_refusal(request, refused))
    return sealed(redirect("table:page", link_of(table)))


@require_safe
@table_page
def page(request: HttpRequest, token: str, table: Table) -> HttpResponse:
    """The page of the table, with the form for the next deal.

    `?again=<submission>` fills it with what this side has just taken back, `?ours=<number>` asks
    for this side's own submission of a deal that the other side submitted, `?enter=deals` for the
    deals of a table that may have a final score only.
    """
    opened = OpenedTable.open(request, token, table)
    again = _taken_back(opened, request.GET.get("again", ""))
    with_deals = request.GET.get("enter") == "deals"
    ours = parse_int(request.GET.get("ours"), most=MOST_DEALS) or 0
    form_number = {"number": ours} if opened.lacks_ours(ours) else {}
    context = opened.context()
    context |= form_context(opened, again, with_deals=with_deals, **form_number)
    context |= {"is_again": again is not None}
    if TO_KEEP in request.headers:
        context["messages"] = ()
    else:  # what is kept on a phone is for whoever holds it
        context["own_seat"] = _own_seat(request.user, table)
    return render(request, "table/page.html", context)


def _own_seat(user: object, table: Table) -> Seat | None:
    return own_seat_at(user, table) if isinstance(user, User) else None


def _taken_back(opened: OpenedTable, pk: str) -> DealForm | FinalScoreForm | None:
    """Return a form with what this side wrote of the deal that it has just taken back, or None."""
    number = parse_int(pk, most=LARGEST_ID)
    if opened.identity is None or number is None:
        return None
    taken = (
        Submission.objects.filter(
            pk=number,
            table=opened.table,
            by_side=opened.identity.side,
            number=opened.sheet.next_number,
            state=SubmissionState.VOID,
        )
        .select_related("deal")
        .first()
    )
    if taken is None:
        return None
    if is_final(taken):
        return score_form(opened, sent=taken.deal.data)
    return DealForm(
        plan=opened.plan, names=opened.names, summary=summary_of(taken.deal), may_lay=True
    )


@require_safe
@table_page
def sheet(request: HttpRequest, token: str, table: Table) -> HttpResponse:
    """The part that the page asks for every few seconds: 204 while `?version=` is up to date."""
    if request.GET.get("version") == _version(table):
        return HttpResponse(status=204)
    opened = OpenedTable.open(request, token, table)
    return render(request, "table/_live.html", opened.context())


def _version(table: Table) -> str:
    """Return what changes with the table, the clock of its round, and the entries; one query."""
    rows = list(
        Table.objects.filter(round=table.round_id, number=table.number)
        .annotate(facts=Count("round__clock_facts"))
        .values_list("result__version", "facts", "round__stage__event__entries_version")
    )
    versions = [version or 0 for version, _facts, _entries in rows]
    return f"{sum(versions)}.{rows[0][1]}.{rows[0][2]}"


@require_POST
@table_page
def seat(request: HttpRequest, token: str, table: Table) -> HttpResponse:
    """Remember on this phone who holds it; without a number, forget it."""
    opened = OpenedTable.open(request, token, table)
    number = parse_int(request.POST.get("seat"), most=opened.plan.players - 1)
    if number is None:
        return back(request, token, refused=_("Choose one of the seats at this table."))
    response = back(request, token)
    remember_seat(response, table, token, number, opened.identity.device if opened.identity else "")
    return response


@require_safe
@table_page
def deal(request: HttpRequest, token: str, table: Table, submission: int) -> HttpResponse:
    """One submission of a deal: what was written down and the score with its reasons."""
    opened = OpenedTable.open(request, token, table)
    submission_row = opened.submission(submission)
    if submission_row is None:
        return back(request, token, refused=_("This deal is not on the sheet (any more)."))
    others = [
        other
        for other in opened.sheet.submissions_of(submission_row.number)
        if other.pk != submission_row.pk
    ]
    context = opened.context() | {
        "submission": submission_shown(submission_row, opened.names),
        "comparisons": [compared(submission_row, other, opened.names) for other in others],
    }
    return render(request, "table/deal.html", context)
