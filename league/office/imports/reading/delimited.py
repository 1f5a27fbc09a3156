"""Texts whose columns are parted by a comma, a semicolon, a tab or a bar."""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from io import StringIO

from django.utils.translation import gettext as _

from league.office.imports.reading.grid import MOST_LINES, Line, tidy_cells
from league.office.imports.reading.unreadable import FileUnreadable

DELIMITERS = "\t;,|"
LOOKED_AT = 20_000  # characters, to find what parts the columns
FIRST_LINES = 20
QUOTED = re.compile(r'"[^"]*"')


def delimiter_of(text: str) -> str:
    """Return what stands between the columns, judged by the first line that is not empty.

    Where nothing stands there the line may be a title: then by most of the lines below.
    """
    lines = [line for line in text[:LOOKED_AT].splitlines() if line.strip()][:FIRST_LINES]
    first = lines[0] if lines else ""
    if first[:4].lower() == "sep=" and first[4:5] in DELIMITERS:
        return first[4:5]
    if any(mark in first for mark in DELIMITERS):
        return max(DELIMITERS, key=lambda mark: len(first.split(mark)))
    return max(DELIMITERS, key=lambda mark: _parted_alike(lines[1:], mark))


def _parted_alike(lines: Sequence[str], delimiter: str) -> tuple[int, int]:
    """Return how many lines have the usual number of columns, and which; (0, 0) if few have any.

    In a name the given name stands behind a comma and a space.
    """
    plain = [QUOTED.sub("", line).replace(", ", "") for line in lines]
    widths = Counter(len(line.split(delimiter)) for line in plain)
    count, width = max(
        ((count, width) for width, count in widths.items() if width > 1), default=(0, 0)
    )
    return (count, width) if 2 * count > len(lines) else (0, 0)


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
