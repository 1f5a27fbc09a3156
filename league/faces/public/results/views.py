"""A table of a round: who sits where, and its sheet with every deal that was sent."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.calendar.match_dates.models import MatchDate
from league.calendar.match_dates.selectors import date_of_table, is_home_second
from league.faces.public.deal_story import plain_play_of, story_in_words
from league.faces.public.page_cache import add_etag
from league.faces.public.pictures.links import page_tabs
from league.faces.public.prepared.views import compared_rows, prepared_deal_address
from league.faces.public.rounds.rounds_shown import state_of, table_address, winner_of
from league.faces.public.visitors import EventPage, pass_event, show_event
from league.foundation.compiled_queries import CompiledQuery
from league.play.events.models import EventState
from league.play.prepared.hiding import hidden_of
from league.play.prepared.selectors import hidden_places, is_open
from league.play.results.deal_words import (
    Names,
    contract_of,
    facts_of,
    label_of,
    lines_in_words,
    totals_of,
)
from league.play.results.models import Submission, SubmissionState
from league.play.results.sheet import Sheet, read_sheet
from league.play.results.visible_results import (
    ShownResult,
    result_shown,
    running_shown,
    tables_with_deal,
)
from league.play.rounds.forfeits import forfeit_in_words
from league.play.rounds.match_shown import matches_shown
from league.play.rounds.models import Room, RoundState, Seat, Table
from league.play.rounds.selectors import load_placements_and_seats, reasons_of, seats_of
from league.tables.standings.deal_facts import compared_at

# what players who have still to play a deal must not learn of it
HIDDEN: dict[str, Any] = {"contract": "", "made": None, "cells": [], "is_hidden": True}


TABLE = CompiledQuery(
    lambda value: (
        Table.objects.filter(pk=value("table"), round__stage__event=value("event"))
        .exclude(round__state=RoundState.DRAWN)
        .annotate(
            has_date=Exists(
                MatchDate.objects.filter(
                    round=OuterRef("round"), number=OuterRef("number")
                ).exclude(state="draft")
            )
        )
        .select_related("round__stage", "result")
    )
)


@require_safe
def table(request: HttpRequest, club: str, event: str, table_id: int) -> HttpResponse:
    return add_etag(request, _table(request, club, event, table_id))


@pass_event
def _table(request: HttpRequest, page: EventPage, table_id: int) -> HttpResponse:
    table = TABLE.first(table=table_id, event=page.event.pk)
    if table is None:
        raise Http404("there is no such table, or its round is not shown yet")
    load_placements_and_seats([table])
    table.round.stage.event = page.event
    names = Names(table, public=page.visitor.sees_public_names)
    hidden = hidden_of([table])
    result = result_shown(table, hidden)
    state, label = state_of(result)
    date = date_of_table(table) if table.has_date else None
    sheet = sheet_of(table, names, result, hidden.places(table.pk))
    context = {
        "event": page.event,
        "page_tabs": page_tabs(page.event),
        "club": page.club,
        "table": table,
        "round": table.round,
        "date": date,
        "state": state,
        "state_label": label,
        "seats": [_seat(page, seat, names, len(names.sides)) for seat in seats_of(table)],
        "sheet": _turned(sheet) if is_home_second(table, date) else sheet,
        "award_reason": award_reason(table, result),
        "forfeit": "" if result.forfeit is None else forfeit_in_words(result.forfeit, names.sides),
        "decided": decided_in_words(table, names, result),
        "reasons": reasons_of(table.why),
        "compared": compared_at(table, names),
        "match": matches_shown(
            [table],
            held_back=hidden.held_back,
            public=page.visitor.sees_public_names,
            home_second=[table.number] if date is not None and date.home_side == 1 else [],
        ).get(table.pk),
        "is_live": page.event.state == EventState.RUNNING,
        "live_version": page.live_version,
        "language": get_language(),
    }
    is_part = request.headers.get("HX-Request") == "true"
    return render(request, "public/_table_sheet.html" if is_part else "public/table.html", context)


def award_reason(table: Table, result: ShownResult) -> str:
    """Return why the director awarded points, or noted who did not come."""
    is_given = result.is_awarded or result.forfeit is not None
    return table.result.award_reason if is_given else ""


def decided_in_words(table: Table, names: Names, result: ShownResult) -> str:
    """Return who won a table that ended level, and how that was decided; else ""."""
    is_level = bool(result.points) and len({*result.points}) == 1
    decided = table.result.decided if is_level and table.room == Room.ONLY else None
    if decided is None:
        return ""
    values = {"name": names.side(decided), "reason": table.result.decided_reason}
    if table.result.decided_by_lot:
        return _("The table ended level; %(name)s won by lot: %(reason)s") % values
    return _("The table ended level; %(name)s won by the director’s decision: %(reason)s") % values


def sheet_of(
    table: Table, names: Names, result: ShownResult, hidden: Collection[int]
) -> dict[str, Any]:
    """Return the sheet as `components/score_sheet.html` takes it; `hidden` are places on it."""
    nothing = [None if result.is_held_back else 0] * len(names.sides)
    return {
        "sides": names.marked_sides,
        "rows": _rows(read_sheet(table, with_replies=False), names, hidden),
        "totals": list(result.points) or nothing,
        "is_held_back": result.is_held_back,
        "winner": winner_of(table, result),
    }


def _turned(sheet: dict[str, Any]) -> dict[str, Any]:
    """Return the sheet of two sides with the second one first."""
    winner = sheet["winner"]
    return sheet | {
        "sides": sheet["sides"][::-1],
        "rows": [row | {"cells": row["cells"][::-1]} for row in sheet["rows"]],
        "totals": sheet["totals"][::-1],
        "winner": None if winner is None else 1 - winner,
    }


def _rows(sheet: Sheet, names: Names, hidden: Collection[int]) -> list[dict[str, Any]]:
    running = running_shown(sheet, hidden)
    return [
        _row(sent, running.get(sent.pk), names) | (HIDDEN if sent.number in hidden else {})
        for sent in sheet.submissions
    ]


def _row(sent: Submission, running: Sequence[int] | None, names: Names) -> dict[str, Any]:
    deal = sent.deal
    is_plain = sent.state == SubmissionState.CONFIRMED
    dealer = deal.data.get("dealer")
    return {
        "number": sent.number,
        "dealer": "" if dealer is None else names.seat(dealer),
        "contract": contract_of(deal, names),
        "made": deal.made,
        "state": "" if is_plain else sent.state,
        "state_label": "" if is_plain else sent.get_state_display(),
        "url": reverse("public:deal", args=[sent.pk]),
        "cells": [
            {"points": points, "running": running[side] if running else None}
            for side, points in enumerate(deal.score)
        ],
    }


def _seat(page: EventPage, seat: Seat, names: Names, sides: int) -> dict[str, Any]:
    row: dict[str, Any] = {"name": names.seat(seat.number), "side": seat.number % max(sides, 1)}
    if seat.player is not None:
        row["url"] = reverse("public:player", args=[page.club.slug, seat.player.pk])
    if seat.stands_in_for is not None:
        full = page.visitor.sees_full_names
        row["instead_of"] = seat.stands_in_for.name if full else seat.stands_in_for.shown_name
    return row


# --- One deal: its score with the reasons, and its cards when the whole record was written down ---

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
