"""Texts whose columns are parted by a comma, a semicolon, a tab or a bar."""

import csv
from collections.abc import Iterator
from io import StringIO

from django.utils.translation import gettext as _

from league.imports.reading.grid import MOST_LINES, Line, tidy_cells
from league.imports.reading.unreadable import FileUnreadable

DELIMITERS = "\t;,|"


def delimiter_of(text: str) -> str:
    """Return what stands between the columns, judged by the first line that is not empty."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    if first[:4].lower() == "sep=" and first[4:5] in DELIMITERS:
        return first[4:5]
    return max(DELIMITERS, key=lambda mark: len(first.split(mark)))


def lines_of(text: str, delimiter: str) -> list[Line]:
    """Return the lines that are not empty. Raises FileUnreadable."""
    found: list[Line] = []
    for number, cells in _lines(text, delimiter):
        if cells:
            found.append((number, cells))
        if len(found) > MOST_LINES + 1:
            raise too_long()
    return found


def too_long() -> FileUnreadable:
    return FileUnreadable(
        _("The file has more than %(most)d lines; divide it, and import one part after the other.")
        % {"most": MOST_LINES}
    )


def _lines(text: str, delimiter: str) -> Iterator[Line]:
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    skipped = 0
    if text[:4].lower() == "sep=":  # spreadsheets write `sep=;` for themselves, before the heading
        text, skipped = text.partition("\n")[2], 1
    reader = csv.reader(StringIO(text), delimiter=delimiter, skipinitialspace=True)
    before = 0
    try:
        for cells in reader:
            # a cell in quotes may go over several lines: the first one names it
            yield skipped + before + 1, tidy_cells(cells)
            before = reader.line_num
    except csv.Error:
        raise FileUnreadable(
            _(
                "Line %(line)d cannot be read: a cell there is too long or a quotation mark "
                "is missing."
            )
            % {"line": skipped + before + 1}
        ) from None
