"""The tables of rounds that are being played: who leads at them, and the last deal of each."""

from collections.abc import Callable, Collection
from typing import Any

from django.db.models import (
    BooleanField,
    Case,
    Count,
    ExpressionWrapper,
    F,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
    Window,
)
from django.db.models.functions import Greatest, RowNumber
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.faces.public.rounds.rounds_shown import sides_of, state_of, table_address
from league.faces.public.visitors import EventPage
from league.foundation.compiled_queries import CompiledQuery
from league.play.events.models import Event, TablePlay
from league.play.prepared.hiding import HiddenDeals, hidden_of
from league.play.results.deal_words import Names, contract_of, label_of
from league.play.results.models import (
    COUNTING,
    Submission,
    SubmissionState,
    TableResult,
    TableState,
)
from league.play.results.visible_results import ShownResult, result_shown, submissions_shown
from league.play.rounds.models import Round, RoundState, Table
from league.play.rounds.selectors import is_late, load_placements_and_seats

# of a large round those at which something happened last; the others are on the round's page
MOST_TABLES = 12
CONFIRMED_TABLES = Count("pk", filter=Q(result__state=TableState.CONFIRMED))
UNDERWAY = (TableState.WAITING, TableState.PLAYING)


def present_round(event: Event) -> Round | None:
    """Return the event's round of `present_rounds`."""
    return present_rounds([event.pk]).get(event.pk)


def present_rounds(event_ids: Collection[int]) -> dict[int, Round]:
    """Return by event the open round in which something happened last, of several opened at once
    the first; without an open one the last that was played. One query.

    `moved_at` says when that was: when it was opened, or when a result changed.
    """
    found = PRESENT(events=list(event_ids))
    return {round.stage.event_id: round for round in found}


def _present(value: Callable[[str], Any]) -> "QuerySet[Round]":
    changed = TableResult.objects.filter(round=OuterRef("pk")).order_by().values("round")
    last_change = Subquery(changed.annotate(last=Max("changed_at")).values("last"))
    is_open = ExpressionWrapper(Q(state=RoundState.OPEN), output_field=BooleanField())
    rounds = Round.objects.filter(stage__event__among=value("events"))
    return (
        rounds.exclude(state=RoundState.DRAWN)
        .select_related("stage")
        .annotate(moved_at=Greatest("opened_at", last_change), is_open=is_open)
        .annotate(open_moved_at=Case(When(is_open=True, then="moved_at"), default=Value(None)))
        .order_by(
            *("stage__event", "-is_open", F("open_moved_at").desc(nulls_last=True)),
            *("-stage__number", Case(When(is_open=True, then=F("number")), default=-F("number"))),
        )
        .distinct("stage__event")
    )


PRESENT = CompiledQuery(_present)


def live_tables(page: EventPage, round_: Round) -> dict[str, Any]:
    """Return what `public/_live_tables.html` needs; as many queries for few tables as for many."""
    tables = _tables_moved_last(round_)
    load_placements_and_seats(tables)
    hidden = hidden_of(tables)
    deals = _last_deals(tables, hidden)
    late = is_late(round_, timezone.now())
    total = tables[0].total if tables else 0
    address = [page.club.slug, page.event.slug, round_.stage.number, round_.number]
    return {
        "round": round_,
        "total": total,
        "done": tables[0].done if tables else 0,
        "round_url": reverse("public:round", args=address),
        "tables": [_table(page, table, hidden, deals.get(table.pk), late) for table in tables],
        "more_tables": total - len(tables),
    }


def _tables_moved_last(round_: Round) -> list[Any]:
    """Return the tables of the round at which something happened last, by number."""
    changed_last = F("result__changed_at").desc(nulls_last=True)
    by_turn = [changed_last, F("number").asc(), F("room").asc()]
    return list(
        Table.objects.filter(round=round_)
        .select_related("round", "result")
        .annotate(
            total=Window(Count("pk")),
            done=Window(CONFIRMED_TABLES),
            place=Window(RowNumber(), order_by=by_turn),
        )
        .filter(place__lte=MOST_TABLES)
        .order_by("number", "room")
    )


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
    label, contract = label_of(last.deal, last.number), contract_of(last.deal, names)
    return {
        "label": label,
        # of a plain final score both say that it is one
        "contract": contract if contract.casefold() != label.casefold() else "",
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


def tables_done(round_ids: Collection[int]) -> dict[int, tuple[int, int]]:
    """Return by round how many tables are done, and how many it has; one query."""
    counted = Table.objects.filter(round__in=round_ids).order_by().values("round")
    rows = counted.annotate(done=CONFIRMED_TABLES, total=Count("pk"))
    return {row["round"]: (row["done"], row["total"]) for row in rows}
