"""The rows of standings as they are stored: ranks, points, and the reasons with names in them."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

from games.sentences import Sentence, say
from league.standings.methods import Entry, Number, Row, as_text
from league.standings.methods.exact import Range
from league.standings.stage_facts import StageFacts, rank_id

NEXT_LOOK = " → "
STORED_DECIMALS = Decimal("0.0001")


@dataclass(slots=True, kw_only=True)
class RankedRow:
    """A row as it is stored; its position is its place in the list, from 1.

    `full_why` is there where the reason names somebody whom the public sees by initials.
    """

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
    full_why: Sentence | None = None


def shown_number(row: Row, name: str, value: Number) -> str:
    """Return a tie-break as the standings show it: "4 → 2" after two comparisons.

    A comparison in which not all have met shows the least and the most it can reach; one that
    cannot decide shows nothing, because its numbers would contradict the order.
    """
    looks = row.looks.get(name)
    if looks is None:
        return as_text(value)
    return NEXT_LOOK.join(number_in_look(look) for look in looks)


def number_in_look(points: Range) -> str:
    """Return an entry's points in one comparison: "4", or "2–6" while matches are missing."""
    least, most = as_text(points.least), as_text(points.most)
    return least if least == most else f"{least}–{most}"


class Writer:
    """Makes the rows that are stored of those that were ranked by the names that the public sees.

    Where a reason names somebody whom the public sees by initials, it is also there in full.
    """

    def __init__(self, facts: StageFacts) -> None:
        self.full = {
            rank_id(entry): Entry(id=rank_id(entry), name=names.full)
            for entry, names in facts.names.items()
            if names.full != names.public
        }
        self.carried = {rank_id(entry): points for entry, points in facts.carried.items()}

    def stored(self, row: Row) -> RankedRow:
        in_full = self._in_full(row) if self.full else row
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
            full_why=None if in_full is row else self._why(in_full),
        )

    def _why(self, row: Row) -> Sentence:
        """Return why the row stands where it does, and what of its points was carried over."""
        if row.entry not in self.carried:
            return row.why
        return say(
            "%(why)s; %(carried)s of its %(points)s points were carried over",
            why=row.why,
            carried=as_text(Fraction(self.carried[row.entry])),
            points=as_text(row.points),
        )

    def _in_full(self, row: Row) -> Row:
        """Return the row with full names in its reason; the same one where it names nobody else."""
        neighbours = [neighbour.entry for neighbour in (row.above, row.below) if neighbour]
        if self.full.keys().isdisjoint([one.id for one in (*neighbours, *row.level_with)]):
            return row
        return row._replace(
            level_with=tuple([self._named(entry) for entry in row.level_with]),
            above=row.above and row.above._replace(entry=self._named(row.above.entry)),
            below=row.below and row.below._replace(entry=self._named(row.below.entry)),
        )

    def _named(self, entry: Entry) -> Entry:
        return self.full.get(entry.id, entry)


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
