"""A round as the public sees it: its tables, players, results, and who has no table."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.db.models import (
    BooleanField,
    Case,
    Count,
    Exists,
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
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.calendar.match_dates.models import MatchDate
from league.calendar.match_dates.selectors import dates_of_round, is_home_second, shown_dates
from league.faces.public.visitors import EventPage
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.related_rows import read_rows, rows_column
from league.foundation.spreadsheets import Column, Sheet
from league.play.events.models import Event, Stage
from league.play.prepared.hiding import HiddenDeals, hidden_of
from league.play.prepared.models import PreparedSet
from league.play.results.models import TableResult, TableState
from league.play.results.selectors import changed_at
from league.play.results.sheet import state_in_words
from league.play.results.visible_results import ShownResult, result_shown
from league.play.rounds.forfeits import forfeit_label
from league.play.rounds.match_shown import matches_shown, of_closed_room
from league.play.rounds.models import Room, Round, RoundState, Table
from league.play.rounds.selectors import (
    called_in,
    clock_column,
    clock_read,
    deals_in_words,
    is_late,
    read_people,
    reasons_of,
    seat_names,
    side_names,
    with_people,
    with_sides,
)
from league.play.rounds.without_table import waits_in
from league.tables.outlook.selectors import with_marks
from league.tables.standings.standings_shown import with_standings

# --- The round of an event that is played now, else the one that was played last ---

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


TABLES_A_PAGE = 100


# a round that the public may see, and whether one of its matches has a published date
ROUND: CompiledQuery[Round] = CompiledQuery(
    lambda value: (
        Round.objects.filter(pk=value("round"), stage__event=value("event"))
        .exclude(state=RoundState.DRAWN)
        .select_related("stage")
        .annotate(
            has_dates=Exists(shown_dates().select_related(None).filter(round=OuterRef("pk"))),
            **progress_columns(),
        )
    )
)


def _tables(round_: Any) -> "QuerySet[Table]":
    tables = Table.objects.filter(round=round_).select_related("result")
    return with_people(tables.order_by("number", "room"))


FIRST_TABLES = CompiledQuery(lambda value: _tables(value("round"))[:TABLES_A_PAGE])


def round_of_event(event: Event, round_id: int) -> Round | None:
    """Return a round as `round_tables` needs it, None where the public may not see it."""
    found = ROUND.first(event=event.pk, round=round_id)
    if found is not None:
        found.stage.event = event
    return found


def tables_named(table_ids: Sequence[int]) -> dict[int, Table]:
    """Return these tables by id, with the names of their sides and their results; one query."""
    tables = {table.pk: table for table in TABLES(ids=list(table_ids))}
    for table in tables.values():
        read_people(table)
    return tables


TABLES = CompiledQuery(
    lambda value: with_sides(
        Table.objects.filter(pk__any_of=value("ids")).select_related("round", "result")
    )
)


def round_tables(page: EventPage, round_: Round, number: int = 1) -> dict[str, Any]:
    """Return what `public/_round_tables.html` needs; `number` is the page of the tables.

    The round is one of `round_of_event`. Raises EmptyPage behind the last page.
    """
    late, in_all = is_late(round_, timezone.now()), round_.tables_in_all  # type: ignore[attr-defined]
    shown = Paginator(range(in_all), TABLES_A_PAGE).page(number)
    found = _tables_on_page(round_, number)
    hidden = hidden_of(found)
    public = page.visitor.sees_public_names
    dates = dates_of_round(round_) if getattr(round_, "has_dates", False) else {}
    matches = matches_shown(
        found,
        held_back=hidden.held_back,
        public=public,
        home_second={number for number, date in dates.items() if date.home_side == 1},
    )
    why = round_.drawing.get("why", [])
    called = called_in([why, *(table.why for table in found)])
    # who waits stands below the first tables
    waiting = waits_in(page.event, round_, public=public) if number == 1 else []
    return {
        "clock": clock_read(round_),
        "tables": [
            _table(page, table, hidden, late, dates.get(table.number), called)
            | {"match": of_closed_room(table, matches)}
            for table in found
        ],
        "page": shown,
        "waiting": waiting,
        "done": round_.tables_done,  # type: ignore[attr-defined]
        "total": in_all,
        "late": late,
        "updated_at": changed_at(round_, found),
        "reasons": reasons_of(why, called),
    }


def _tables_on_page(round_: Round, number: int) -> list[Table]:
    if number == 1:
        tables = FIRST_TABLES(round=round_.pk)
    else:
        tables = list(_tables(round_)[TABLES_A_PAGE * (number - 1) : TABLES_A_PAGE * number])
    for table in tables:
        table.round = round_
        read_people(table)
    return tables


def state_of(result: ShownResult, *, late: bool = False) -> tuple[str, str]:
    """Return the state's code for its badge, and its words."""
    state = TableState(result.state)
    if result.forfeit is not None:
        return TableState.CONFIRMED, forfeit_label(result.forfeit)
    if result.is_awarded:
        return TableState.CONFIRMED, _("awarded")
    if late and state in (TableState.WAITING, TableState.PLAYING):
        return "late", _("overdue")
    return state, state_in_words(state, result.final_scores)


def sides_of(page: EventPage, table: Table, result: ShownResult) -> list[dict[str, Any]]:
    """Return the sides with their names and points, and which of them won."""
    names = side_names(table, public=page.visitor.sees_public_names, is_marked=True)
    winner = winner_of(table, result)
    return [
        {
            "name": name,
            "points": result.points_of(side),
            "won": side == winner,
        }
        for side, name in enumerate(names)
    ]


def winner_of(table: Table, result: ShownResult) -> int | None:
    """Return the side that has won the table, once it is confirmed or awarded.

    Of a match at two tables neither is won alone.
    """
    is_settled = result.state == TableState.CONFIRMED
    return result.winner if is_settled and table.room == Room.ONLY else None


def table_address(page: EventPage, table: Table) -> str:
    return reverse("public:table", args=[page.club.slug, page.event.slug, table.pk])


def _table(
    page: EventPage,
    table: Table,
    hidden: HiddenDeals,
    late: bool,
    date: MatchDate | None,
    called: Mapping[int, str],
) -> dict[str, Any]:
    """Return a row of the tables; of a match with a date the side at home comes first."""
    result = result_shown(table, hidden)
    state, label = state_of(result, late=late)
    names = seat_names(table, public=page.visitor.sees_public_names)
    sides = sides_of(page, table, result)
    return {
        "id": table.pk,
        "number": table.shown_number,
        "url": table_address(page, table),
        "sides": sides[::-1] if is_home_second(table, date) else sides,
        "date": date,
        "state": state,
        "state_label": label,
        "deals": result.deals,
        "final_scores": result.final_scores,
        "is_held_back": result.is_held_back,
        "prepared": deals_in_words(table),
        "seats": [names[seat] for seat in sorted(names)],
        "reasons": reasons_of(table.why, called),
    }


# --- The stages of an event with all that its home, its screen and its standings show of them ---

SHOWN = Round.objects.exclude(state=RoundState.DRAWN).order_by("number")
STAGES_OF_EVENT = CompiledQuery(
    lambda value: with_marks(
        with_present_round(with_standings(Stage.objects.filter(event=value("event"))))
    ).annotate(
        shown_rounds=rows_column(
            SHOWN.filter(stage=OuterRef("pk")), "id", "stage_id", "number", "state", "deadline"
        ),
        has_prepared=Exists(PreparedSet.objects.filter(stage=OuterRef("pk"))),
    )
)


def event_stages(event: Event) -> list[Stage]:
    """Return the stages of an event in their order; one query.

    Beside what `standings_shown.with_standings` says they have their present round, their rounds,
    what is certain of their entries, and whether they play prepared deals.
    """
    stages: list[Stage] = [*STAGES_OF_EVENT(event=event.pk)]
    for stage in stages:
        stage.event = event
    return stages


def rounds_shown(stage: Stage) -> list[Round]:
    """Return the rounds of such a stage that the public may see."""
    rounds = read_rows(Round, stage.shown_rounds)  # type: ignore[attr-defined]
    for round_ in rounds:
        round_.stage = stage
    return rounds


# --- The tables of a round as a spreadsheet: a line for each side ---

TABLE_COLUMNS = (
    Column(gettext_lazy("Table"), lambda row: row["number"]),
    Column(gettext_lazy("Side"), lambda row: row["side"]),
    Column(gettext_lazy("Name"), lambda row: row["name"]),
    Column(gettext_lazy("Points"), lambda row: row["points"]),
    Column(gettext_lazy("Won"), lambda row: row["won"]),
    Column(gettext_lazy("Deals"), lambda row: None if row["final_scores"] else row["deals"]),
    Column(gettext_lazy("State"), lambda row: row["state_label"]),
)


def round_sheet(page: EventPage, round_: Round) -> Sheet:
    number = _("Round %(number)d") % {"number": round_.number}
    title = f"{page.event.name} · {number}"
    return Sheet(
        title=title, columns=TABLE_COLUMNS, rows=_sides(_tables_of_all_pages(page, round_))
    )


def _tables_of_all_pages(page: EventPage, round_: Round) -> Iterator[dict[str, Any]]:
    shown = round_tables(page, round_)
    yield from shown["tables"]
    for later in range(2, shown["page"].paginator.num_pages + 1):
        yield from round_tables(page, round_, later)["tables"]


def _sides(tables: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for table in tables:
        for side, of_side in enumerate(table["sides"], start=1):
            yield table | of_side | {"side": side}
