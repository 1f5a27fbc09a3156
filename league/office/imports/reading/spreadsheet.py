"""A spreadsheet, as a workbook or as text, read as the user has chosen or as it seems to be."""

from django.utils.translation import gettext as _

from league.office.imports.choices import Choices
from league.office.imports.reading.delimited import (
    DELIMITERS,
    ENCODINGS,
    Decoded,
    Grid,
    NotText,
    decoded,
    delimiter_of,
    lines_of,
)
from league.office.imports.reading.unreadable import FileUnreadable
from league.office.imports.reading.workbook import is_workbook, sheet_lines


def read_spreadsheet(content: bytes, choices: Choices) -> Grid:
    """Return the lines of the file. Raises FileUnreadable."""
    if is_workbook(content):
        lines, sheet, sheets = sheet_lines(content, choices.sheet)
        return _not_empty(Grid(lines=lines, sheet=sheet, sheets=sheets))
    text = text_of_file(content, choices)
    delimiter = choices.delimiter if choices.delimiter in tuple(DELIMITERS) else ""
    delimiter = delimiter or delimiter_of(text.text)
    return _not_empty(
        Grid(
            lines=lines_of(text.text, delimiter),
            encoding=text.encoding,
            delimiter=delimiter,
            lost=text.lost,
        )
    )


def text_of_file(content: bytes, choices: Choices) -> Decoded:
    """Return the text of the file in the encoding chosen. Raises FileUnreadable."""
    chosen = choices.encoding if choices.encoding in ENCODINGS else ""
    try:
        return decoded(content, chosen)
    except (NotText, UnicodeError):
        raise FileUnreadable(
            _(
                "The file cannot be read in this encoding. Save it from your spreadsheet "
                "as CSV, or choose another encoding."
            )
        ) from None


def _not_empty(grid: Grid) -> Grid:
    if not grid.lines:
        raise FileUnreadable(_("The list is empty; paste it or choose a file."))
    return grid
