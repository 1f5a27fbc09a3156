"""What pages, the API and services ask of results. They read, they never write."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet

from league.doors.match_facts import REQUESTED
from league.events.models import Event, Stage
from league.events.selectors import members_with_players
from league.results.models import (
    Adjustment,
    Confirmation,
    Dispute,
    Submission,
    TableResult,
    TableState,
)
from league.results.sheet import Sheet, read_sheet
from league.rounds.forfeits import absent_sides
from league.rounds.models import ASKED_FOR, Placement, PlacementKind, Round, RoundState, Table
from league.rounds.selectors import is_late, tables_of


def sheet_of(table: Table) -> Sheet:
    """Return the deals of a table in order, with running totals, states and open disputes.

    The table knows its round, stage and event.
    """
    return read_sheet(table)


def result_of(table: Table) -> TableResult:
    """Return the table's result, loaded with it or not; an empty one where nothing happened."""
    found = getattr(table, "result", None)
    return found if found is not None else TableResult(table=table)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomTable:
    """A table as the director sees it across the room."""

    table: Table
    result: TableResult
    is_late: bool

    @property
    def state(self) -> str:
        return "late" if self.is_late else self.result.state


def room_of(round: Round, at: datetime) -> list[RoomTable]:
    """Return the tables of a round with how far they are; a constant number of queries.

    A table is late when the deadline has passed and it has not been played to the end.
    """
    late = is_late(round, at)
    unfinished = (TableState.WAITING, TableState.PLAYING)
    rows = []
    for table in tables_of(round).select_related("round", "result"):
        result = result_of(table)
        rows.append(
            RoomTable(table=table, result=result, is_late=late and result.state in unfinished)
        )
    return rows


def history_of(table: Table, number: int) -> list[Submission]:
    """Return every submission of a deal there has ever been, oldest first; three queries."""
    return list(
        Submission.objects.filter(table=table, number=number)
        .select_related("deal", "replaces", "by_user")
        .prefetch_related(
            Prefetch("confirmations", Confirmation.objects.order_by("id")),
            Prefetch("disputes", Dispute.objects.select_related("settled_by").order_by("id")),
        )
        .order_by("id")
    )


def adjustments_of(event: Event) -> QuerySet[Adjustment]:
    """Return penalties and awards of an event, newest first, revoked ones too."""
    return (
        Adjustment.objects.filter(stage__event=event)
        .select_related("stage", "round", "entry", "made_by", "revoked_by")
        .prefetch_related(Prefetch("entry__members", members_with_players().queryset))
        .order_by("-made_at", "-id")
    )


def confirmed_matches(stage: Stage) -> dict[str, Any]:
    """Return `matches` and `adjustments` as the `rank` door takes them; three queries.

    Entries are named by their ids, as text. A table that is complete but not confirmed is marked
    provisional; one that is still playing is left out. What a bye is worth says the method.
    """
    placements: dict[int, dict[int, list[str]]] = {}
    byes = []
    rows = (
        Placement.objects.filter(round__stage=stage)
        .exclude(round__state=RoundState.DRAWN)
        .order_by("round__number", "table__number", "side", "id")
        .values_list("round__number", "kind", "table_id", "side", "entry_id")
    )
    for round_number, kind, table, side, entry in rows:
        if table is not None and side is not None:
            placements.setdefault(table, {}).setdefault(side, []).append(str(entry))
        elif kind in ASKED_FOR:
            asked: dict[str, Any] = {"round": round_number, "bye": str(entry), "kind": REQUESTED}
            byes.append(asked if kind == PlacementKind.HALF_BYE else asked | {"points": 0})
        elif kind != PlacementKind.ABSENT:
            byes.append({"round": round_number, "bye": str(entry)})
    results = (
        TableResult.objects.filter(round__stage=stage, is_complete=True)
        .select_related("table", "round")
        .order_by("round__number", "table__number", "table__room")
    )
    adjustments = Adjustment.objects.filter(stage=stage, revoked_at__isnull=True)
    return {
        "matches": [_match(result, placements[result.table_id]) for result in results] + byes,
        "adjustments": [
            {
                "entry": str(adjustment.entry_id),
                "points": float(adjustment.signed_points),
                "reason": adjustment.reason,
            }
            for adjustment in adjustments.order_by("made_at", "id")
        ],
    }


def _match(result: TableResult, sides: dict[int, list[str]]) -> dict[str, Any]:
    points = result.totals if result.awarded is None else result.awarded
    if result.forfeit is not None:
        return {
            "round": result.round.number,
            "table": result.table.number,
            "sides": [{"entries": sides[side]} for side in sorted(sides)],
            "forfeit": list(absent_sides(result.forfeit)),
        }
    match: dict[str, Any] = {
        "round": result.round.number,
        "table": result.table.number,
        "sides": [{"entries": sides[side], "points": points[side]} for side in sorted(sides)],
    }
    if result.winner is not None:
        match["winner"] = result.winner
    if result.state != TableState.CONFIRMED:
        match["provisional"] = True
    return match
