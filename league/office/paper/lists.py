"""A title and a list below it: standings, the table of a season, a movement, a round."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.office.paper.document import GREY, STRONG_LINE, About, Align, Document, Printing, Steps
from league.office.paper.lettering import BOLD, MM_OF_POINT, REGULAR

# --- Lists and grids: rows below a head that comes again on every page ---

PAD = 1.2
SIZE = 9.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column with its head; `width` in millimetres, 0 for a share of what the others leave."""

    head: str
    width: float = 0
    align: Align = "start"
    is_strong: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row by columns. `group` is written above it where it differs from that of the row before.

    `below` stands small under the cell of the first column that has no width of its own.
    """

    cells: Sequence[str]
    group: str = ""
    below: str = ""
    is_strong: bool = False


def print_rows(
    document: Document,
    top: float,
    columns: Sequence[Column],
    rows: Sequence[Row],
    *,
    size: float = SIZE,
    height: float = 6.2,
    is_grid: bool = False,
) -> Generator[None, None, float]:
    """Write the rows, on as many pages as they take; yields after each, returns where they end."""
    grid = _Grid(document, columns, size, is_grid)
    y = grid.head(top)
    group = ""
    for row in rows:
        tall = height + (height * 0.55 if row.below else 0)
        heading = height * 1.3 if row.group and row.group != group else 0
        if y + tall + heading > document.bottom:
            y = grid.head(document.new_page())
            # a page that begins inside a group says of which
            heading = height * 1.3 if row.group else 0
        if heading:
            y += heading
            document.text(document.left + PAD, y - 2, row.group, size=size, weight=BOLD)
            document.line(document.left, y, document.right, y)
        group = row.group
        grid.row(y, tall, row)
        y += tall
        yield
    return y


class _Grid:
    def __init__(
        self, document: Document, columns: Sequence[Column], size: float, is_grid: bool
    ) -> None:
        self.document, self.columns, self.size, self.is_grid = document, columns, size, is_grid
        shares = sum(1 for column in columns if not column.width) or 1
        left = document.inner - sum(column.width for column in columns)
        self.widths = [column.width or left / shares for column in columns]
        self.widest = next((n for n, column in enumerate(columns) if not column.width), 0)

    def head(self, top: float) -> float:
        """Write the heads, in as many lines as they take, and return where the rows begin."""
        document, size = self.document, self.size - 1.5
        texts = [
            document.letters.lines(column.head, width - 2 * PAD, size, BOLD)
            for column, width in zip(self.columns, self.widths, strict=True)
        ]
        step = size * MM_OF_POINT * 1.25
        bottom = top + step * max((len(lines) for lines in texts), default=1) + 2
        x = document.left
        for column, width, lines in zip(self.columns, self.widths, texts, strict=True):
            for below, line in zip(range(len(lines) - 1, -1, -1), lines, strict=True):
                document.text(
                    x + PAD,
                    bottom - 1.5 - below * step,
                    line,
                    size=size,
                    weight=BOLD,
                    width=width - 2 * PAD,
                    align=column.align,
                )
            x += width
        document.line(document.left, bottom, document.right, bottom, thick=STRONG_LINE)
        if self.is_grid:
            self._uprights(top, bottom)
        return bottom

    def row(self, y: float, tall: float, row: Row) -> None:
        document, x = self.document, self.document.left
        base = y + (tall * 0.42 if row.below else tall / 2) + self.size * MM_OF_POINT * 0.36
        for place, (column, width) in enumerate(zip(self.columns, self.widths, strict=True)):
            document.text(
                x + PAD,
                base,
                row.cells[place] if place < len(row.cells) else "",
                size=self.size,
                weight=BOLD if column.is_strong or row.is_strong else REGULAR,
                width=width - 2 * PAD,
                align=column.align,
            )
            if row.below and place == self.widest:
                document.text(
                    x + PAD,
                    base + self.size * MM_OF_POINT * 1.05,
                    row.below,
                    size=self.size - 2,
                    width=width - 2 * PAD,
                    colour=GREY,
                )
            x += width
        document.line(document.left, y + tall, document.right, y + tall)
        if self.is_grid:
            self._uprights(y, y + tall)

    def _uprights(self, top: float, bottom: float) -> None:
        x = self.document.left
        for width in [0.0, *self.widths]:
            x += width
            self.document.line(x, top, x, bottom)


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


# --- Who sits where in which round, and a round with its tables: for the wall ---


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


# --- The standings of a stage, and the table of a season, on paper ---

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
