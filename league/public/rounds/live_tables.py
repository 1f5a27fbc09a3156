"""The tables of a round that is being played: who leads at them, and the last deal of each."""

from typing import Any

from django.db.models import Count, F, Q, Window
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.events.models import Event, TablePlay
from league.prepared.hiding import HiddenDeals, hidden_of
from league.public.rounds.rounds_shown import sides_of, state_of, table_address
from league.public.visitors import EventPage
from league.results.deal_words import Names, contract_of, label_of
from league.results.models import COUNTING, Submission, SubmissionState, TableState
from league.results.visible_results import ShownResult, result_shown, submissions_shown
from league.rounds.models import Round, RoundState, Table
from league.rounds.selectors import (
    is_late,
    load_placements_and_seats,
    shown_rounds,
)

# of a large round those at which something happened last; the others are on the round's page
MOST_TABLES = 12
CONFIRMED_TABLES = Count("pk", filter=Q(result__state=TableState.CONFIRMED))
UNDERWAY = (TableState.WAITING, TableState.PLAYING)


def present_round(event: Event) -> Round | None:
    """Return the round that was opened last; when none is open, the last that was played."""
    rounds = list(shown_rounds(event))
    being_played = [round for round in rounds if round.state == RoundState.OPEN and round.opened_at]
    if being_played:
        return max(being_played, key=lambda round: (round.opened_at, round.number))
    return rounds[-1] if rounds else None


def live_tables(page: EventPage, round_: Round) -> dict[str, Any]:
    """Return what `public/_live_tables.html` needs; as many queries for few tables as for many."""
    changed_last = F("result__changed_at").desc(nulls_last=True)
    found = (
        round_.tables.select_related("round", "result")
        .annotate(total=Window(Count("pk")), done=Window(CONFIRMED_TABLES))
        .order_by(changed_last, "number", "room")
    )
    tables: list[Any] = sorted(found[:MOST_TABLES], key=lambda table: (table.number, table.room))
    total = tables[0].total if tables else 0
    load_placements_and_seats(tables)
    hidden = hidden_of(tables)
    deals = _last_deals(tables, hidden)
    late = is_late(round_, timezone.now())
    return {
        "round": round_,
        "total": total,
        "done": tables[0].done if tables else 0,
        "round_url": reverse(
            "public:round",
            args=[page.club.slug, page.event.slug, round_.stage.number, round_.number],
        ),
        "tables": [_table(page, table, hidden, deals.get(table.pk), late) for table in tables],
        "more_tables": total - len(tables),
    }


def _last_deals(tables: list[Table], hidden: HiddenDeals) -> dict[int, Submission]:
    """Return by table its last deal that counts and may be seen; at most two queries."""
    rows = Submission.objects.filter(table__in=tables, state__in=COUNTING)
    last = submissions_shown(rows, hidden).select_related("deal")
    return {
        row.table_id: row
        for row in last.order_by("table_id", "-number", "-id").distinct("table_id")
    }


def _table(
    page: EventPage, table: Table, hidden: HiddenDeals, last: Submission | None, late: bool
) -> dict[str, Any]:
    result = result_shown(table, hidden)
    state, label = state_of(result, late=late)
    is_shown = last is not None and not result.is_held_back and result.forfeit is None
    score = last.deal.score if last is not None and is_shown and not result.is_awarded else []
    sides = sides_of(page, table, result)
    return {
        "id": table.pk,
        "number": table.shown_number,
        "url": table_address(page, table),
        "sides": [
            side | {"last": score[number] if number < len(score) else None}
            for number, side in enumerate(sides)
        ],
        "progress": _progress(page.event, table, result) if state in UNDERWAY else "",
        "state": state,
        "state_label": label,
        # the points count deals that the other side has not confirmed yet
        "is_provisional": bool(result.deals_unconfirmed) and not result.is_held_back,
        "deal": _deal(page, table, last) if last is not None and is_shown else None,
    }


def _deal(page: EventPage, table: Table, last: Submission) -> dict[str, Any]:
    names = Names(table, public=page.visitor.sees_public_names)
    return {
        "label": label_of(last.deal, last.number),
        "contract": contract_of(last.deal, names),
        "url": reverse("public:deal", args=[last.pk]),
        "is_ghost": last.state == SubmissionState.SUBMITTED,
    }


def _progress(event: Event, table: Table, result: ShownResult) -> str:
    """Return which deal the table plays, of how many where that is fixed."""
    due = len(table.deal_numbers) or event.deals_a_round
    number = result.deals + 1
    if event.table_play == TablePlay.DEALS and due:
        return _("Deal %(number)d of %(due)d") % {"number": min(number, due), "due": due}
    return _("Deal %(number)d") % {"number": number}
