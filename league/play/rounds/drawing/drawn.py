"""The result of a draw: rounds, tables and reasons, and how good they are in numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.sentences import Sentence, say
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
