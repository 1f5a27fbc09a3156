"""The rows of standings as they are stored: ranks, points, and the reasons for them."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

from games.sentences import Sentence, say
from league.tables.standings.methods import Number, Row, format_number
from league.tables.standings.methods.exact import Range
from league.tables.standings.stage_facts import StageFacts, rank_id

NEXT_LOOK = " → "
REACH = "–"  # between the least and the most
STORED_DECIMALS = Decimal("0.0001")


@dataclass(slots=True, kw_only=True)
class RankedRow:
    """A row as it is stored; its position is its place in the list, from 1."""

    entry_id: int
    rank: int
    is_tied: bool
    points: Decimal
    tiebreaks: list[list[str]]
    played: int
    won: int
    drawn: int
    lost: int
    is_provisional: bool
    byes: int
    byes_points: Decimal
    why: Sentence


def shown_number(row: Row, name: str, value: Number) -> str:
    """Return a tie-break as the standings show it: "4 → 2" after two comparisons.

    A comparison in which not all have met shows the least and the most it can reach; one that
    cannot decide shows nothing, because its numbers would contradict the order.
    """
    looks = row.looks.get(name)
    if looks is None:
        return format_number(value)
    return NEXT_LOOK.join(number_in_look(look) for look in looks)


def number_in_look(points: Range) -> str:
    """Return an entry's points in one comparison: "4", or "2–6" while matches are missing."""
    least, most = format_number(points.least), format_number(points.most)
    return least if least == most else f"{least}{REACH}{most}"


class Writer:
    """Makes the rows that are stored of those that were ranked."""

    def __init__(self, facts: StageFacts) -> None:
        self.carried = {rank_id(entry): points for entry, points in facts.carried.items()}

    def stored(self, row: Row) -> RankedRow:
        return RankedRow(
            entry_id=int(row.entry),
            rank=row.rank,
            is_tied=row.tied,
            points=_rounded(row.points),
            tiebreaks=[
                [name, "" if value is None else shown_number(row, name, value)]
                for name, value in row.tiebreaks.items()
            ],
            played=row.played,
            won=row.won,
            drawn=row.drawn,
            lost=row.lost,
            is_provisional=row.provisional,
            byes=row.byes,
            byes_points=_rounded(row.byes_points),
            why=self._why(row),
        )

    def _why(self, row: Row) -> Sentence:
        """Return why the row stands where it does, and what of its points was carried over."""
        if row.entry not in self.carried:
            return row.why
        return say(
            "%(why)s; %(carried)s of its %(points)s points were carried over",
            why=row.why,
            carried=format_number(Fraction(self.carried[row.entry])),
            points=format_number(row.points),
        )


def only_row(entry: int) -> RankedRow:
    return RankedRow(
        entry_id=entry,
        rank=1,
        is_tied=False,
        points=Decimal(0),
        tiebreaks=[],
        played=0,
        won=0,
        drawn=0,
        lost=0,
        is_provisional=False,
        byes=0,
        byes_points=Decimal(0),
        why=say("there is nobody else to compare with"),
    )


def _rounded(number: Number) -> Decimal:
    if type(number) is int:
        return Decimal(number)
    exact = Fraction(number)
    with localcontext() as context:
        context.prec = 40
        return (Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(
            STORED_DECIMALS, rounding=ROUND_HALF_UP
        )
