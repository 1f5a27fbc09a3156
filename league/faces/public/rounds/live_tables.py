"""The tables of rounds that are being played: who leads at them, and the last deal of each."""

from collections.abc import Callable, Collection
from typing import Any

from django.db.models import Count, F, OuterRef, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.faces.public.rounds.rounds_shown import (
    CONFIRMED_TABLES,
    sides_of,
    state_of,
    table_address,
)
from league.faces.public.visitors import EventPage
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.related_rows import read_rows, rows_column
from league.play.events.models import Event, TablePlay
from league.play.prepared.hiding import HiddenDeals, hidden_of
from league.play.results.deal_words import Names, contract_of, label_of
from league.play.results.models import COUNTING, Submission, SubmissionState, TableState
from league.play.results.visible_results import ShownResult, kept_back, result_shown
from league.play.rounds.models import Round, Table
from league.play.rounds.selectors import is_late, read_people, with_people

# of a large round those at which something happened last; the others are on the round's page
MOST_TABLES = 12
UNDERWAY = (TableState.WAITING, TableState.PLAYING)


def live_tables(page: EventPage, round_: Round) -> dict[str, Any]:
    """Return what `public/_live_tables.html` needs of a present round.

    One query, and three more where numbered deals are played.
    """
    tables = _tables_moved_last(round_)
    hidden = hidden_of(tables)
    deals = _last_deals(tables, hidden)
    late = is_late(round_, timezone.now())
    total: int = round_.tables_in_all  # type: ignore[attr-defined]
    address = [page.club.slug, page.event.slug, round_.stage.number, round_.number]
    return {
        "round": round_,
        "total": total,
        "done": round_.tables_done,  # type: ignore[attr-defined]
        "round_url": reverse("public:round", args=address),
        "tables": [_table(page, table, hidden, deals.get(table.pk), late) for table in tables],
        "more_tables": total - len(tables),
    }


def _moved_last(value: Callable[[str], Any]) -> "QuerySet[Table]":
    moved_last = F("result__changed_at").desc(nulls_last=True)
    tables = Table.objects.filter(round=value("round")).select_related("result")
    counting = Submission.objects.filter(table=OuterRef("pk"), state__in=COUNTING)
    last = rows_column(
        counting.order_by("-number", "-id")[:1],
        *("id", "table_id", "number", "state", "deal_id"),
        *(f"deal__{column}" for column in OF_DEAL),
    )
    tables = tables.annotate(last=last).order_by(moved_last, "number", "room")
    return with_people(tables)[:MOST_TABLES]


# what says in short what a deal was
OF_DEAL = ("variant", "preset", "options", "players", "form", "data", "score", "made", "detail")
MOVED_LAST = CompiledQuery(_moved_last)
LAST_DEALS = CompiledQuery(
    lambda value: (
        Submission.objects.filter(table__any_of=value("tables"), state__in=COUNTING)
        .exclude(pk__any_of=value("kept_back"))
        .select_related("deal")
        .order_by("table_id", "-number", "-id")
        .distinct("table_id")
    )
)


def _tables_moved_last(round_: Round) -> list[Table]:
    """Return the tables of the round at which something happened last, by number."""
    tables = MOVED_LAST(round=round_.pk)
    for table in tables:
        table.round = round_
        read_people(table)
    return sorted(tables, key=lambda table: (table.number, table.room))


def _last_deals(tables: list[Table], hidden: HiddenDeals) -> dict[int, Submission]:
    """Return by table its last deal that counts and may be seen; two queries if any is hidden."""
    if hidden.at:
        ids = [table.pk for table in tables]
        rows = LAST_DEALS(tables=ids, kept_back=kept_back(hidden))
    else:
        rows = read_rows(Submission, [row for table in tables for row in table.last])  # type: ignore[attr-defined]
    return {row.table_id: row for row in rows}


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
