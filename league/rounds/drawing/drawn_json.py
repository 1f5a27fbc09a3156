"""Drawn rounds as JSON of the `draw` door: written for an answer, read for a check."""

from collections.abc import Mapping, Sequence
from typing import Any

from league.doors.played import MOST_DEALS
from league.doors.reading import (
    read_count,
    read_flag,
    read_list,
    read_object,
    read_text,
    within,
)
from league.doors.unanswerable import Unanswerable
from league.rounds.drawing.cannot_draw import CannotDraw
from league.rounds.drawing.drawn import Draw, DrawnRound, DrawnTable, Reason

MOST_ROUNDS = 1_000
MOST_TABLES = 20_000


def draw_as_json(draw: Draw) -> dict[str, Any]:
    """Return the answer of the `draw` door, its sentences in English."""
    return {
        "rounds": [_round_as_json(drawn) for drawn in draw.rounds],
        "quality": dict(draw.quality),
    }


def _round_as_json(drawn: DrawnRound) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "round": drawn.round,
        "tables": [_table_as_json(table) for table in drawn.tables],
        "byes": list(drawn.byes),
        "sit_outs": list(drawn.sit_outs),
    }
    if drawn.why:
        answer["why"] = _reasons_as_json(drawn.why)
    return answer


def _table_as_json(table: DrawnTable) -> dict[str, Any]:
    answer: dict[str, Any] = {"table": table.table}
    if table.seats is not None:
        answer["seats"] = list(table.seats)
    answer["sides"] = [list(side) for side in table.sides]
    if table.deals:
        answer["deals"] = list(table.deals)
    if table.shared:
        answer["shared"] = True
    answer["why"] = _reasons_as_json(table.why)
    return answer


def _reasons_as_json(why: Sequence[Reason]) -> list[dict[str, str]]:
    return [{"code": reason.code, "text": str(reason.sentence)} for reason in why]


def read_rounds(
    rounds: Sequence[DrawnRound] | Sequence[Mapping[str, Any]],
) -> list[DrawnRound]:
    try:
        return [
            round if isinstance(round, DrawnRound) else _read_round(round, place)
            for place, round in read_list(rounds, "rounds", most=MOST_ROUNDS)
        ]
    except Unanswerable as fault:
        raise CannotDraw.because_of(fault) from fault


def _read_round(value: object, place: str) -> DrawnRound:
    fields = read_object(
        value,
        place,
        allowed=("round", "tables", "byes", "sit_outs", "why"),
        required=("round", "tables"),
    )
    tables_place = within(place, "tables")
    return DrawnRound(
        round=read_count(fields["round"], within(place, "round"), least=1, most=MOST_ROUNDS),
        tables=tuple(
            _read_table(table, table_place)
            for table_place, table in read_list(fields["tables"], tables_place, most=MOST_TABLES)
        ),
        byes=_read_ids(fields.get("byes", []), within(place, "byes")),
        sit_outs=_read_ids(fields.get("sit_outs", []), within(place, "sit_outs")),
    )


def _read_table(value: object, place: str) -> DrawnTable:
    fields = read_object(
        value,
        place,
        allowed=("table", "seats", "sides", "deals", "shared", "why"),
        required=("table", "sides"),
    )
    sides_place = within(place, "sides")
    return DrawnTable(
        table=read_count(fields["table"], within(place, "table"), least=1, most=MOST_TABLES),
        sides=tuple(
            _read_ids(side, side_place)
            for side_place, side in read_list(fields["sides"], sides_place, most=MOST_TABLES)
        ),
        deals=tuple(
            read_count(deal, deal_place, least=1, most=MOST_DEALS)
            for deal_place, deal in read_list(
                fields.get("deals", []), within(place, "deals"), most=MOST_DEALS
            )
        ),
        shared=read_flag(fields.get("shared", False), within(place, "shared")),
    )


def _read_ids(value: object, place: str) -> tuple[str, ...]:
    return tuple(
        read_text(entry, entry_place)
        for entry_place, entry in read_list(value, place, most=MOST_TABLES)
    )
