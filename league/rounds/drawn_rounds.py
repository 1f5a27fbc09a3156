"""What the drawing answers, as rounds keep it: who is where, and the reasons as JSON."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.sentences import sentence_to_json
from league.rounds.arrangement import Arrangement, Side
from league.rounds.drawing import DrawnRound, DrawnTable
from league.rounds.models import PlacementKind


def arrangement_from(drawn: DrawnRound, resting: Mapping[int, str] | None = None) -> Arrangement:
    """Return who is where; `resting` are those whom the draw left out as they had asked."""
    return Arrangement(
        tables={table.table: _sides(table) for table in drawn.tables},
        waiting={
            **{int(entry): PlacementKind.BYE for entry in drawn.byes},
            **{int(entry): PlacementKind.SIT_OUT for entry in drawn.sit_outs},
            **(resting or {}),
        },
    )


def _sides(table: DrawnTable) -> tuple[Side, ...]:
    """Return the sides with partners in the order in which they sit round the table."""
    count = len(table.sides)
    if table.seats is None:
        return tuple(tuple(int(entry) for entry in side) for side in table.sides)
    return tuple(tuple(int(entry) for entry in table.seats[side::count]) for side in range(count))


def why_as_json(why: Sequence[Any]) -> list[dict[str, Any]]:
    return [{"code": reason.code, "sentence": sentence_to_json(reason.sentence)} for reason in why]
