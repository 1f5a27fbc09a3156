"""Sheets of an XLSX workbook: values as they were saved, no formula is ever calculated.

Links to other files are not followed, and what has more in it than is sensible is refused before
it is read.
"""

import csv
import re
import warnings
import zlib
from collections.abc import Iterator
from contextlib import closing
from datetime import date, datetime, time
from io import BytesIO, StringIO
from typing import Any
from zipfile import BadZipFile, ZipFile

from django.utils.translation import gettext as _

from league.office.imports.reading.bounds import READ_BY_WORKER, Bounds
from league.office.imports.reading.delimited import (
    LOST,
    MOST_COLUMNS,
    MOST_LINES,
    Line,
    tidy_cells,
    too_long,
)
from league.office.imports.reading.unreadable import FileUnreadable

KEPT_DIGITS = 15  # of a number; a spreadsheet makes zeros of the others
ZEROS = re.compile(r"0[0 /-]*0")  # a format that shows zeros, of a member number for example
LONGEST_FORMAT = 40
MARK = b"PK\x03\x04"  # XLSX files are ZIP archives
OLD_MARK = b"\xd0\xcf\x11\xe0"  # XLS files are not
EMPTY_LINES = 2_000  # so many after one another, and the sheet is over


def is_workbook(content: bytes) -> bool:
    return content.startswith((MARK, OLD_MARK))


def sheet_lines(content: bytes, sheet: str = "") -> tuple[list[Line], str, list[str]]:
    """Return the lines of a sheet, its name, and the names of all. Raises FileUnreadable.

    A sheet that is not there, or none, is the first one.
    """
    check_workbook(content)
    import openpyxl  # noqa: PLC0415 - costs every process 15 MB

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(
                BytesIO(content), read_only=True, data_only=True, keep_links=False
            )
            with closing(book):
                names = [page.title for page in book.worksheets]
                name = sheet if sheet in names else (names or [""])[0]
                return (_lines(book[name]) if name else []), name, names
    except FileUnreadable:
        raise
    except Exception:  # whatever a broken or malicious file makes of the reader
        raise _broken() from None


def sheet_as_csv(content: bytes, sheet: str = "") -> tuple[bytes, str, list[str]]:
    """Return a sheet as CSV with its lines at their numbers, its name, and the names of all.

    Raises FileUnreadable.
    """
    lines, name, names = sheet_lines(content, sheet)
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    written = 0
    for number, cells in lines:
        text.write("\n" * (number - written - 1))
        writer.writerow(cells)
        written = number
    return text.getvalue().encode(), name, names


def check_workbook(content: bytes, bounds: Bounds = READ_BY_WORKER) -> None:
    """Refuse a file that has too much in it, before any reader opens it. Raises FileUnreadable."""
    if content.startswith(OLD_MARK):
        raise FileUnreadable(
            _("This is an old Excel file (.xls). Save it as .xlsx or CSV and upload that.")
        )
    try:
        with ZipFile(BytesIO(content)) as archive:
            bounds.check_workbook(archive)
    except (BadZipFile, ValueError, OSError, EOFError, RuntimeError, zlib.error):
        raise _broken() from None


def _broken() -> FileUnreadable:
    return FileUnreadable(
        _("The file cannot be read as a workbook. Save it again as .xlsx, or as CSV.")
    )


def _lines(page: Any) -> list[Line]:
    found: list[Line] = []
    empty = 0
    for number, cells in _rows(page):
        empty = 0 if cells else empty + 1
        if cells:
            found.append((number, cells))
        if len(found) > MOST_LINES + 1:
            raise too_long()
        if empty > EMPTY_LINES:
            break
    return found


def _rows(page: Any) -> Iterator[Line]:
    rows = page.iter_rows(max_col=MOST_COLUMNS)
    for number, cells in enumerate(rows, start=1):
        # most of the columns that are asked for are empty
        texts = [
            as_text(cell.value, _format_of(cell)) if cell.value is not None else ""
            for cell in cells
        ]
        yield number, tidy_cells(texts)


def _format_of(cell: Any) -> str:
    """Return the format of a number; one that no spreadsheet writes so long is none."""
    if not isinstance(cell.value, int | float):
        return ""
    number_format = cell.number_format or ""
    return number_format if len(number_format) <= LONGEST_FORMAT else ""


def as_text(value: object, number_format: str = "") -> str:
    """Return a cell as a text that reads the same in every language.

    Zeros that its format shows are part of it. What a spreadsheet does not keep of a long number
    is shown as �.
    """
    match value:
        case bool():
            return "yes" if value else "no"
        case int() | float():
            return _number_as_text(value, number_format)
        case datetime() if value.time() == time(0):
            return value.date().isoformat()
        case datetime():
            return value.isoformat(sep=" ", timespec="minutes")
        case date() | time():
            return value.isoformat()
    return str(value)


def _number_as_text(value: float, number_format: str) -> str:
    if abs(value) >= 10**KEPT_DIGITS:
        kept, power = f"{value:.{KEPT_DIGITS - 1}e}".split("e")
        return kept.replace(".", "") + LOST * (int(power) + 1 - KEPT_DIGITS)
    if number_format.endswith("%"):
        return f"{value * 100:.15g}%"
    text = f"{value:.15g}"
    if ZEROS.fullmatch(number_format) and text.isdecimal():
        return _filled(text, number_format)
    return text


def _filled(digits: str, number_format: str) -> str:
    """Return the digits in the places of a format such as 00000 or 00-000."""
    places = number_format.count("0")
    digits = digits.zfill(places)
    before, rest = digits[: len(digits) - places], iter(digits[len(digits) - places :])
    return before + "".join(next(rest) if sign == "0" else sign for sign in number_format)
