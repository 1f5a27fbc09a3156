"""The standings of a stage, and the table of a season, on paper."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.office.paper.document import About
from league.office.paper.listing import Listing, listing
from league.office.paper.printing import Printing
from league.office.paper.rows import Column, Row

NARROWEST, WIDEST = 10.5, 24.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A row of a table of ranks; `place` and `figures` as they are shown."""

    place: str
    name: str
    figures: Sequence[str]
    members: str = ""
    group: str = ""


def ranking(
    about: About,
    heads: Sequence[str],
    rows: Sequence[Ranked],
    *,
    over: str,
    lead: str = "",
    notes: Sequence[str] = (),
) -> Printing:
    """Return a table of ranks; the last figure is what ranks. `heads` are those of the figures."""
    last = len(heads) - 1
    columns = [
        Column(head=_("Place"), width=15, align="end", is_strong=True),
        Column(head=_("Name")),
        *(
            Column(head=head, width=_width(head), align="end", is_strong=number == last)
            for number, head in enumerate(heads)
        ),
    ]
    printed = [
        Row(cells=[row.place, row.name, *row.figures], group=row.group, below=row.members)
        for row in rows
    ]
    return listing(about, Listing(over=over, columns=columns, rows=printed, lead=lead, notes=notes))


def _width(head: str) -> float:
    """Return a width for a column of figures: that of the longest word of its head, about."""
    longest = max((len(word) for word in head.split()), default=1)
    return min(max(NARROWEST, 3 + longest * 1.5), WIDEST)
