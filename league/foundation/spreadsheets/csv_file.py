"""A list as CSV: UTF-8 with the mark by which Excel knows it, and no cell that is a formula."""

import csv
from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal

from league.foundation.spreadsheets.rows_and_columns import Sheet, Value

MARK = "\ufeff"
# a text that begins so is calculated by spreadsheets; with an apostrophe before it, it is text
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


class _Line:
    """A file of one line: what is written last."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> None:
        self.text = text


def csv_lines(sheet: Sheet) -> Iterator[bytes]:
    """Yield the file line by line, the headings first."""
    line = _Line()
    writer = csv.writer(line)
    writer.writerow([harmless(heading) for heading in sheet.headings])
    yield (MARK + line.text).encode()
    for values in sheet.lines():
        writer.writerow([_in_csv(value) for value in values])
        yield line.text.encode()


def _in_csv(value: Value) -> str:
    match value:
        case None:
            return ""
        case str():
            return harmless(value)
        case Decimal():
            return f"{value:f}"
        case datetime():
            return value.isoformat(sep=" ")
    return str(value)


def harmless(text: str) -> str:
    """Return the text so that no spreadsheet takes it for a formula."""
    text = text.replace("\x00", "")
    return f"'{text}" if text.lstrip(" ").startswith(FORMULA_STARTS) else text


def as_written(cell: str) -> str:
    """Return the text of a cell that `harmless` has made, without its apostrophe."""
    text = cell.removeprefix("'")
    return text if text.lstrip(" ").startswith(FORMULA_STARTS) else cell
