"""Who goes up and down between divisions when a season ends: a proposal, with reasons.

Source: the league rules of a county association as clubs run them: those who withdraw leave first
and count as going down; the first of a division go up and the last go down; newcomers begin at the
bottom; the committee may decide otherwise.
"""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from games.sentences import Sentence, say
from league.tables.seasons.methods.table import Row
from league.tables.standings.methods.exact import format_number


class Division(NamedTuple):
    """`number` 1 is the highest. So many are promoted from it, and so many relegated."""

    number: int
    name: str
    up: int
    down: int


class Decision(NamedTuple):
    """The committee's word on one competitor: to this division, or out of them all (None)."""

    to: int | None
    reason: str


class MoveKind(StrEnum):
    PROMOTED = "promoted"
    RELEGATED = "relegated"
    STAYS = "stays"
    ENTERS = "enters"
    LEAVES = "leaves"


class Move(NamedTuple):
    """Where a competitor is in the next season. None: in no division.

    Not `is_settled`: those level share a place, and the committee must decide.
    """

    key: str
    before: int | None
    after: int | None
    kind: MoveKind
    why: Sentence
    is_settled: bool = True
    is_decided: bool = False


def propose_moves(
    rows: Sequence[Row],
    divisions: Sequence[Division],
    *,
    withdrawn: Collection[str] = (),
    guests: Collection[str] = (),
    decisions: Mapping[str, Decision],
) -> list[Move]:
    """Return a move for everybody in a division and every newcomer, in the order of the rows.

    `rows` are those of the table that decides, best first in each division. Nothing is proposed
    where there are no divisions.
    """
    if not divisions:
        return []
    by_number = {division.number: division for division in sorted(divisions)}
    lowest = max(by_number)
    moves: list[Move] = []
    for number in by_number:
        theirs = [row for row in rows if row.division == number]
        moves += _of_division(theirs, by_number, by_number[number], withdrawn)
    newcomers = [row for row in rows if row.division is None and row.key not in guests]
    moves += [_enters(row, by_number[lowest]) for row in newcomers if row.key not in withdrawn]
    return [_decided(move, decisions.get(move.key), by_number) for move in moves]


def _of_division(
    rows: Sequence[Row],
    divisions: Mapping[int, Division],
    division: Division,
    withdrawn: Collection[str],
) -> list[Move]:
    leaving = [row for row in rows if row.key in withdrawn]
    staying = [row for row in rows if row.key not in withdrawn]
    above, below = divisions.get(division.number - 1), divisions.get(division.number + 1)
    eligible = [row for row in staying if row.rank is not None]
    up = min(division.up, len(eligible)) if above else 0
    # those who leave have made room below already
    down = min(max(0, division.down - len(leaving)), len(staying) - up) if below else 0
    unclear = _level_across(staying, up) | _level_across(staying, len(staying) - down)
    moves = []
    for place, row in enumerate(staying, start=1):
        kind, after = MoveKind.STAYS, division
        if place <= up and above:
            kind, after = MoveKind.PROMOTED, above
        elif place > len(staying) - down and below:
            kind, after = MoveKind.RELEGATED, below
        why = _why(row, place, len(staying), division, kind, up=up, down=down, left=len(leaving))
        if row.key in unclear:
            why = say(
                "%(why)s. Level at the line with %(others)d more: the committee decides",
                why=why,
                others=len(row.level_with),
            )
        settled = row.key not in unclear
        moves.append(Move(row.key, division.number, after.number, kind, why, settled))
    return moves + [_leaves(row, division) for row in leaving]


def _level_across(rows: Sequence[Row], line: int) -> set[str]:
    """Return those who share a rank across the line after so many rows."""
    if not 0 < line < len(rows):
        return set()
    upper, lower = rows[line - 1], rows[line]
    if upper.rank is None or upper.rank != lower.rank:
        return set()
    return {row.key for row in rows if row.rank == upper.rank}


def _why(
    row: Row,
    place: int,
    of: int,
    division: Division,
    kind: MoveKind,
    *,
    up: int,
    down: int,
    left: int,
) -> Sentence:
    where = {
        "place": place,
        "of": of,
        "division": division.name,
        "total": format_number(row.total),
    }
    if kind == MoveKind.PROMOTED:
        return say(
            "place %(place)d of %(of)d in %(division)s with %(total)s; promotion places: %(up)d",
            **where,
            up=up,
        )
    if kind == MoveKind.RELEGATED and left:
        return say(
            "place %(place)d of %(of)d in %(division)s with %(total)s; relegation places: "
            "%(down)d, which is %(planned)d less %(left)d for those who leave",
            **where,
            planned=division.down,
            left=left,
            down=down,
        )
    if kind == MoveKind.RELEGATED:
        return say(
            "place %(place)d of %(of)d in %(division)s with %(total)s; relegation places: %(down)d",
            **where,
            down=down,
        )
    if row.rank is None and row.unranked is not None and place <= division.up:
        return say(
            "not promoted from %(division)s: %(why)s", division=division.name, why=row.unranked
        )
    return say("place %(place)d of %(of)d in %(division)s with %(total)s stays", **where)


def _leaves(row: Row, division: Division) -> Move:
    why = say("withdrew from %(division)s", division=division.name)
    return Move(row.key, division.number, None, MoveKind.LEAVES, why)


def _enters(row: Row, lowest: Division) -> Move:
    why = say("a newcomer begins in the lowest division, %(division)s", division=lowest.name)
    return Move(row.key, None, lowest.number, MoveKind.ENTERS, why)


def _decided(move: Move, decision: Decision | None, divisions: Mapping[int, Division]) -> Move:
    """Return the move as the committee has decided it, if it has."""
    if decision is None or (decision.to is not None and decision.to not in divisions):
        return move
    if decision.to is None:
        why = say("the committee: %(reason)s", reason=decision.reason)
    else:
        why = say(
            "the committee seats them in %(division)s: %(reason)s",
            division=divisions[decision.to].name,
            reason=decision.reason,
        )
    kind = _kind(move.before, decision.to)
    return move._replace(after=decision.to, kind=kind, why=why, is_settled=True, is_decided=True)


def _kind(before: int | None, after: int | None) -> MoveKind:
    if after is None:
        return MoveKind.LEAVES
    if before is None:
        return MoveKind.ENTERS
    if after == before:
        return MoveKind.STAYS
    return MoveKind.PROMOTED if after < before else MoveKind.RELEGATED
