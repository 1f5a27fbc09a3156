"""The result of a draw: rounds, tables and reasons, and how good they are in numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from games.sentences import Sentence, say
from league.foundation.doors.declared import read_by, reader_of
from league.foundation.doors.played import DealNumbers, RoundNumber
from league.foundation.doors.reading import InvalidRequest, list_of, read_list
from league.play.rounds.drawing.cannot_draw import CannotDraw
from league.play.rounds.drawing.request import DrawRequest


class Reason(NamedTuple):
    """Why a table is as it is: a stable code and a sentence."""

    code: str
    sentence: Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnTable:
    """One table. The first side is at home and deals first; `seats` are single players in turn.

    `deals` are the numbers of the prepared deals it plays, where deals are prepared; `shared` says
    that another table plays them in the same round, so that they are carried to and fro.
    """

    table: int
    sides: tuple[tuple[str, ...], ...]
    seats: tuple[str, ...] | None = None
    deals: tuple[int, ...] = ()
    shared: bool = False
    why: tuple[Reason, ...] = ()

    @property
    def entries(self) -> tuple[str, ...]:
        return tuple(entry for side in self.sides for entry in side)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnRound:
    """One round. Whoever is in and at no table stands in exactly one of byes and sit-outs."""

    round: int
    tables: tuple[DrawnTable, ...]
    byes: tuple[str, ...] = ()
    sit_outs: tuple[str, ...] = ()
    why: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    rounds: tuple[DrawnRound, ...]
    quality: Mapping[str, Any] = field(default_factory=dict)


def round_played(request: DrawRequest, number: int) -> DrawnRound:
    """Return a round of the history as a drawn round."""
    why = (Reason("stays", say("drawn before: it stays as it is")),)
    matches = [match for match in request.history.matches if match.round == number]
    return DrawnRound(
        round=number,
        tables=tuple(
            DrawnTable(
                table=match.table or place,
                sides=tuple(side.entries for side in match.sides),
                why=why,
            )
            for place, match in enumerate(matches, start=1)
        ),
        byes=tuple(bye.entry for bye in request.history.byes if bye.round == number),
    )


# --- Drawn rounds as JSON of the `draw` door: written for an answer, read for a check ---

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


Ids: TypeAlias = Annotated[tuple[str, ...], Meta(max_length=MOST_TABLES)]


class AskedTable(Struct, kw_only=True):
    """A table of a drawn round, which is checked; the seats and the reasons are not read."""

    table: Annotated[int, Meta(ge=1, le=MOST_TABLES)]
    seats: Any = None
    sides: Annotated[tuple[Ids, ...], Meta(max_length=MOST_TABLES)]
    deals: DealNumbers = ()
    shared: bool = False
    why: Any = None


def _table(seats: Any = None, why: Any = None, **read: Any) -> DrawnTable:
    return DrawnTable(**read)


class AskedRound(Struct, kw_only=True):
    round: RoundNumber
    tables: Annotated[
        tuple[DrawnTable, ...],
        read_by(list_of(reader_of(AskedTable, make=_table), most=MOST_TABLES)),
    ]
    byes: Ids = ()
    sit_outs: Ids = ()
    why: Any = None


def _round(why: Any = None, **read: Any) -> DrawnRound:
    return DrawnRound(**read)


_read_round = reader_of(AskedRound, make=_round)


def read_rounds(
    rounds: Sequence[DrawnRound] | Sequence[Mapping[str, Any]],
) -> list[DrawnRound]:
    try:
        return [
            round if isinstance(round, DrawnRound) else _read_round(round, place)
            for place, round in read_list(rounds, "rounds", most=MOST_ROUNDS)
        ]
    except InvalidRequest as fault:
        raise CannotDraw.because_of(fault) from fault
