"""A round as the public sees it: its tables, players, results, and who has no table."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.calendar.match_dates.models import MatchDate
from league.calendar.match_dates.selectors import dates_of_round, is_home_second, shown_dates
from league.faces.public.rounds.present_rounds import progress_columns
from league.faces.public.visitors import EventPage
from league.foundation.compiled_queries import CompiledQuery
from league.play.events.models import Event
from league.play.prepared.hiding import HiddenDeals, hidden_of
from league.play.results.final_scores import state_in_words
from league.play.results.models import TableState
from league.play.results.selectors import changed_at
from league.play.results.visible_results import ShownResult, result_shown
from league.play.rounds.forfeits import forfeit_label
from league.play.rounds.match_shown import matches_shown, of_closed_room
from league.play.rounds.models import Room, Round, RoundState, Table
from league.play.rounds.selectors import (
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
    # who waits stands below the first tables
    waiting = waits_in(page.event, round_, public=public) if number == 1 else []
    return {
        "clock": clock_read(round_),
        "tables": [
            _table(page, table, hidden, late, dates.get(table.number))
            | {"match": of_closed_room(table, matches)}
            for table in found
        ],
        "page": shown,
        "waiting": waiting,
        "done": round_.tables_done,  # type: ignore[attr-defined]
        "total": in_all,
        "late": late,
        "updated_at": changed_at(round_, found),
        "reasons": reasons_of(round_.drawing.get("why", [])),
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
    page: EventPage, table: Table, hidden: HiddenDeals, late: bool, date: MatchDate | None
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
        "reasons": reasons_of(table.why),
    }
