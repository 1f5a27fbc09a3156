"""A file as rows of cells, and how it was read."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from league.foundation.spreadsheets import as_written

# the number of the line as an editor or a spreadsheet counts, from 1, and its cells as texts
Line: TypeAlias = tuple[int, list[str]]

MOST_LINES = 50_000
MOST_COLUMNS = 60
LONGEST_CELL = 500
MOST_LOOKED_AT = 600  # letters of a cell, blanks among them


@dataclass(frozen=True, slots=True)
class Lost:
    """A line in which characters could not be read; they are shown as �."""

    line: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """The lines of a file that are not empty. `suggested` are options that the file itself names.

    `encoding` and `delimiter` are empty for a file that has none; `sheets` are those of a workbook.
    """

    lines: Sequence[Line]
    encoding: str = ""
    delimiter: str = ""
    sheet: str = ""
    sheets: Sequence[str] = ()
    lost: Sequence[Lost] = ()
    suggested: dict[str, str] = field(default_factory=dict)

    @property
    def width(self) -> int:
        return max((len(cells) for _number, cells in self.lines), default=0)


def tidy_cells(cells: Sequence[object]) -> list[str]:
    """Return the cells as texts without what surrounds them; those behind the last are left out."""
    shown = [_tidied(str(cell)) if cell else "" for cell in cells[:MOST_COLUMNS]]
    while shown and not shown[-1]:
        shown.pop()
    return shown


def _tidied(text: str) -> str:
    # many cells may refer to one long text: it is cut first
    text = " ".join(text[:MOST_LOOKED_AT].replace("\x00", "").split())
    return as_written(text[:LONGEST_CELL])
