"""The round of an event that is played now, else the one that was played last."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
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
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, Greatest
from django.utils.dateparse import parse_datetime

from league.foundation.compiled_queries import CompiledQuery
from league.foundation.related_rows import read_rows, rows_column
from league.play.events.models import Event, Stage
from league.play.results.models import TableResult, TableState
from league.play.rounds.models import Round, RoundState, Table
from league.play.rounds.selectors import clock_column, clock_read

CONFIRMED_TABLES = Count("pk", filter=Q(result__state=TableState.CONFIRMED))
COLUMNS = ("id", "stage_id", "number", "state", "deadline", "drawn_at", "opened_at", "closed_at")


def with_present_round(stages: "QuerySet[Stage]", **only: Any) -> "QuerySet[Stage]":
    """Return stages with the round of each that is played now, as `present_round_in` reads it.

    It is the open round in which something happened last, of several opened at once the first;
    without an open one the last that was played. `only` says of which rounds it is to be one.
    """
    changed = TableResult.objects.filter(round=OuterRef("pk")).order_by().values("round")
    last_change = Subquery(changed.annotate(last=Max("changed_at")).values("last"))
    is_open = ExpressionWrapper(Q(state=RoundState.OPEN), output_field=BooleanField())
    rounds = (
        Round.objects.filter(stage=OuterRef("pk"), **only)
        .exclude(state=RoundState.DRAWN)
        .annotate(moved_at=Greatest("opened_at", last_change), is_open=is_open)
        .annotate(open_moved_at=Case(When(is_open=True, then="moved_at"), default=Value(None)))
        .order_by(
            *("-is_open", F("open_moved_at").desc(nulls_last=True)),
            Case(When(is_open=True, then=F("number")), default=-F("number")),
        )
    )
    present = rows_column(rounds[:1], *COLUMNS, "moved_at", **progress_columns())
    return stages.annotate(present=present)


def progress_columns() -> dict[str, Combinable]:
    """Return of rounds how many tables they have, how many are done, and their clocks."""
    return {
        "tables_in_all": _counted(Count("pk")),
        "tables_done": _counted(CONFIRMED_TABLES),
        "clock_read": clock_column(),
    }


def _counted(count: Count) -> Coalesce:
    tables = Table.objects.filter(round=OuterRef("pk")).order_by().values("round")
    return Coalesce(Subquery(tables.annotate(count=count).values("count")), 0)


def present_round_in(stages: Iterable[Any]) -> Round | None:
    """Return the present round of an event whose stages were loaded `with_present_round`.

    `moved_at` says when something happened in it: when it was opened, or when a result changed.
    Of its tables, `tables_in_all`, there are `tables_done`; `clock` is None where none was started.
    """
    rounds = [_read(stage) for stage in stages if stage.present]
    return max(rounds, key=_newness, default=None)


def _read(stage: Stage) -> Round:
    (found,) = read_rows(Round, stage.present)  # type: ignore[attr-defined]
    round_: Any = found
    round_.stage = stage
    round_.moved_at = parse_datetime(round_.moved_at) if round_.moved_at else None
    round_.clock = clock_read(round_)
    return found


def _newness(round_: Any) -> tuple[bool, bool, datetime | int, int]:
    is_open = round_.state == RoundState.OPEN
    moved_at = round_.moved_at if is_open else None
    return is_open, moved_at is not None, moved_at or 0, round_.stage.number


def present_round(event: Event) -> Round | None:
    """Return the event's round of `present_rounds`."""
    return present_rounds([event.pk]).get(event.pk)


def present_rounds(event_ids: Collection[int]) -> dict[int, Round]:
    """Return the present round of each of these events that has one, by event; one query."""
    by_event: dict[int, list[Stage]] = {}
    for stage in STAGES(events=list(event_ids)):
        by_event.setdefault(stage.event_id, []).append(stage)
    return present_rounds_in(by_event)


def present_rounds_in(stages: Mapping[int, Sequence[Any]]) -> dict[int, Round]:
    """Return by event the present rounds of those that have one; see `present_round_in`."""
    found = {event: present_round_in(of_event) for event, of_event in stages.items()}
    return {event: round_ for event, round_ in found.items() if round_ is not None}


STAGES = CompiledQuery(
    lambda value: with_present_round(Stage.objects.filter(event__any_of=value("events")))
)
