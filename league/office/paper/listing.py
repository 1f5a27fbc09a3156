"""A title and a list below it: standings, the table of a season, a movement, a round."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.office.paper.document import About, Document
from league.office.paper.printing import Printing, Steps
from league.office.paper.rows import Column, Row, print_rows

# the columns that fit on an upright page beside a name, in millimetres
UPRIGHT = 180.0
NAME = 50.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What a list says: `over` and `lead` stand above and below the title, `notes` at the end."""

    over: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    lead: str = ""
    notes: Sequence[str] = ()


def listing(about: About, shown: Listing) -> Printing:
    """Return the list as a document; it lies on its side where its columns need the width."""

    def lay(document: Document) -> Steps:
        top = document.heading(document.new_page(), about.title, shown.over, shown.lead)
        y = yield from print_rows(document, top, shown.columns, shown.rows)
        y += 2
        for note in shown.notes:
            lines = len(document.letters.lines(note, document.inner, 8.5))
            if y + lines * 4.2 > document.bottom:
                y = document.new_page()
            y = document.paragraph(document.left, y, document.inner, note, size=8.5)

    needed = sum(column.width or NAME for column in shown.columns)
    return Printing(about=about, steps=len(shown.rows), lay=lay, is_wide=needed > UPRIGHT)
