"""Who sits where in which round, and a round with its tables: for the wall."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.office.paper.document import About
from league.office.paper.listing import Listing, listing
from league.office.paper.printing import Printing
from league.office.paper.rows import Column, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Mover:
    """Somebody and where they sit: by the number of the round, as it is printed."""

    name: str
    places: Mapping[int, str]


def movement(
    about: About,
    rounds: Sequence[int],
    movers: Sequence[Mover],
    *,
    over: str,
    lead: str = "",
    notes: Sequence[str] = (),
) -> Printing:
    """Return a row for everybody and a column for every round that is drawn."""
    columns = [
        Column(head=_("Name")),
        *(
            Column(head=_("Round %(number)d") % {"number": number}, width=17, align="middle")
            for number in rounds
        ),
    ]
    rows = [
        Row(cells=[mover.name, *(mover.places.get(number, "–") for number in rounds)])
        for mover in movers
    ]
    return listing(about, Listing(over=over, columns=columns, rows=rows, lead=lead, notes=notes))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLine:
    """A table of a round: the names of its sides, its players, and its result."""

    number: str
    sides: str
    seats: str = ""
    result: str = ""


def round_list(
    about: About,
    tables: Sequence[TableLine],
    *,
    over: str,
    lead: str = "",
    notes: Sequence[str] = (),
) -> Printing:
    """Return the tables of a round, and below them who waits, and more notes."""
    columns = [
        Column(head=_("Table"), width=16, align="end", is_strong=True),
        Column(head=_("Who plays")),
        Column(head=_("Result"), width=34, align="end"),
    ]
    rows = [
        Row(cells=[table.number, table.sides, table.result], below=table.seats) for table in tables
    ]
    shown = Listing(over=over, columns=columns, rows=rows, lead=lead, notes=notes)
    return listing(about, shown)
