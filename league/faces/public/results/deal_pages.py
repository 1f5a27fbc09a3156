"""One deal: its score with the reasons, and its cards when the whole record was written down."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from league.faces.public.deal_story import story_in_words
from league.faces.public.deal_story.plain_play import plain_play_of
from league.faces.public.keeping import add_etag
from league.faces.public.prepared.prepared_shown import compared_rows, prepared_deal_address
from league.faces.public.rounds.rounds_shown import table_address
from league.faces.public.visitors import EventPage, show_event
from league.play.prepared.selectors import hidden_places, is_open
from league.play.results.compared import tables_with_deal
from league.play.results.deal_words import Names, facts_of, label_of, lines_in_words, totals_of
from league.play.results.models import Submission, SubmissionState
from league.play.rounds.models import RoundState, Table
from league.play.rounds.selectors import load_placements_and_seats

SHOWN = (SubmissionState.SUBMITTED, SubmissionState.CONFIRMED, SubmissionState.DISPUTED)


@require_safe
def deal(request: HttpRequest, submission_id: int) -> HttpResponse:
    """Show the submission of a deal that counts; the address of a corrected one leads to it."""
    submission_row = (
        Submission.objects.filter(pk=submission_id)
        .exclude(table__round__state=RoundState.DRAWN)
        .select_related("deal", "table__round__stage__event__club")
        .first()
    )
    if submission_row is None:
        raise Http404("there is no such deal")
    return show_event(
        request,
        submission_row.table.round.stage.event,
        lambda page: _deal(request, page, submission_row),
    )


def _deal(request: HttpRequest, page: EventPage, submission: Submission) -> HttpResponse:
    if submission.state not in SHOWN:
        return _to_its_correction(submission)
    table = submission.table
    load_placements_and_seats([table])
    if submission.number in hidden_places(table):
        return _still_hidden(request, page, submission, table)
    names = Names(table, public=page.visitor.sees_public_names)
    deal = submission.deal
    context = {
        "event": page.event,
        "club": page.club,
        "submission": submission,
        "label": label_of(deal, submission.number),
        "table": table,
        "table_url": table_address(page, table),
        "deal": deal,
        "facts": facts_of(deal, names),
        "lines": lines_in_words(deal, names),
        "totals": totals_of(deal, names),
        "story": story_in_words(deal, names),
        "plain": plain_play_of(deal, names),
        "rows": _same_cards(page, submission, table),
        "deal_url": prepared_deal_address(page.event, table, submission.number),
        **_neighbours(submission),
    }
    return add_etag(request, render(request, "public/deal.html", context))


def _same_cards(page: EventPage, submission: Submission, table: Table) -> list[dict[str, Any]]:
    """Return what every table made of the same cards; none where no other table has them.

    None either while other tables have still to play them.
    """
    if not 0 < submission.number <= len(table.deal_numbers):
        return []
    number, stage = table.deal_numbers[submission.number - 1], table.round.stage
    if not is_open(stage, number):
        return []
    tables = tables_with_deal(stage, number)
    return compared_rows(page, tables, here=submission.pk) if len(tables) > 1 else []


def _still_hidden(
    request: HttpRequest, page: EventPage, submission: Submission, table: Table
) -> HttpResponse:
    """Say that other tables have still to play these cards; the result is shown after that."""
    context = {
        "event": page.event,
        "club": page.club,
        "table": table,
        "table_url": table_address(page, table),
        "number": table.deal_numbers[submission.number - 1],
        "deal_url": prepared_deal_address(page.event, table, submission.number),
    }
    return add_etag(request, render(request, "public/deal_hidden.html", context))


def _neighbours(submission: Submission) -> dict[str, Submission | None]:
    """Return the deals of the table before and after this one."""
    others = Submission.objects.filter(table=submission.table_id, state__in=SHOWN).order_by(
        "number"
    )
    return {
        "before": others.filter(number__lt=submission.number).last(),
        "after": others.filter(number__gt=submission.number).first(),
    }


def _to_its_correction(submission: Submission) -> HttpResponse:
    newer = (
        Submission.objects.filter(
            table=submission.table_id, number=submission.number, state__in=SHOWN
        )
        .order_by("-id")
        .first()
    )
    if newer is None or submission.state != SubmissionState.CORRECTED:
        raise Http404("this deal was taken back")
    return redirect("public:deal", newer.pk)
