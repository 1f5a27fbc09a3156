"""Drawn rounds as JSON of the `draw` door: written for an answer, read for a check."""

from collections.abc import Mapping, Sequence
from typing import Any

from league.foundation.doors.fields import count, list_of, object_of
from league.foundation.doors.played import read_deal_numbers, read_round_number
from league.foundation.doors.reading import read_flag, read_list, read_text
from league.foundation.doors.unanswerable import Unanswerable
from league.play.rounds.drawing.cannot_draw import CannotDraw
from league.play.rounds.drawing.drawn import Draw, DrawnRound, DrawnTable, Reason

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


_read_ids = list_of(read_text, most=MOST_TABLES)
_read_table = object_of(
    DrawnTable,
    {
        "table": count(1, MOST_TABLES),
        "sides": list_of(_read_ids, most=MOST_TABLES),
        "deals": read_deal_numbers,
        "shared": read_flag,
    },
    needed=("table", "sides"),
    not_null=("deals", "shared"),
    listed=("table", "seats", "sides", "deals", "shared", "why"),
)
_read_round = object_of(
    DrawnRound,
    {
        "round": read_round_number,
        "tables": list_of(_read_table, most=MOST_TABLES),
        "byes": _read_ids,
        "sit_outs": _read_ids,
    },
    needed=("round", "tables"),
    not_null=("byes", "sit_outs"),
    listed=("round", "tables", "byes", "sit_outs", "why"),
)


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
