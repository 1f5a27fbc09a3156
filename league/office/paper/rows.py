"""Lists and grids: rows below a head that comes again on every page."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from league.office.paper.document import GREY, STRONG_LINE, Align, Document
from league.office.paper.lettering import BOLD, MM_OF_POINT, REGULAR

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
