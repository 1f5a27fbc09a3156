"""Lists as files for spreadsheets: a list declares its columns once, and is CSV and XLSX by it."""

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, Any, TypeAlias

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext as _

# --- A list as a spreadsheet shows it: its columns, declared once, and its rows ---

# what a cell can hold; None is an empty one
Value: TypeAlias = str | int | float | Decimal | date | datetime | None

MOST_ROWS = 10_000  # of a list that strangers may ask for


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading in the reader's language, and the value of a row."""

    heading: "str | Promise"
    value: Callable[[Any], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A list with a `title`; `rows` may be read only once, one after the other."""

    title: str
    columns: Sequence[Column]
    rows: Iterable[Any]

    @property
    def headings(self) -> list[str]:
        return [str(column.heading) for column in self.columns]

    def lines(self) -> Iterator[list[Value]]:
        """Yield the rows as values of cells, in the order of the columns."""
        for row in self.rows:
            yield [as_value(column.value(row)) for column in self.columns]


def as_value(value: Any) -> Value:
    """Return what a cell holds of a value: numbers stay numbers, days and moments stay such.

    Moments are in the active time zone; a fraction is written to six decimals.
    """
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Fraction):
        return round(float(value), 6)
    if isinstance(value, datetime) and timezone.is_aware(value):
        return timezone.make_naive(value).replace(microsecond=0)
    if isinstance(value, (int, float, Decimal, date, str)):
        return value
    return str(value)


# --- A list as CSV: UTF-8 with the mark by which Excel knows it, and no cell that is a formula ---

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


# --- A list as XLSX: texts as texts, numbers as numbers, days as days, and never a formula ---

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

WIDEST = 40  # characters of a column
LONGEST_CELL = 32_767  # characters that the format allows
# what XLSX does not allow in the name of a sheet, which has at most 31 characters
NOT_IN_NAMES = str.maketrans(dict.fromkeys("[]:*?/\\'", " "))
# the same list is the same file, byte for byte, whenever it is made
MADE = datetime(2000, 1, 1)  # noqa: DTZ001  the format knows no time zones
OPTIONS = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
    "default_date_format": "yyyy-mm-dd",
}


def write_xlsx(sheet: Sheet, file: IO[bytes]) -> None:
    """Write the list into a file; of its rows one at a time is in memory."""
    import xlsxwriter  # noqa: PLC0415 - costs every process 10 MB

    book = xlsxwriter.Workbook(file, OPTIONS)
    book.set_properties({"title": sheet.title, "created": MADE})
    page = book.add_worksheet(_name(sheet.title))
    bold = book.add_format({"bold": True})
    moment = book.add_format({"num_format": "yyyy-mm-dd hh:mm"})
    page.freeze_panes(1, 0)
    for number, heading in enumerate(sheet.headings):
        page.set_column(number, number, min(max(len(heading) + 2, 12), WIDEST))
        page.write_string(0, number, heading, bold)
    for line, values in enumerate(sheet.lines(), start=1):
        for number, value in enumerate(values):
            _write(page, line, number, value, moment)
    book.close()


def _name(title: str) -> str:
    return " ".join(title.translate(NOT_IN_NAMES).split())[:31].strip() or "Sheet"


def _write(page: "Worksheet", line: int, number: int, value: Value, moment: "Format") -> None:
    match value:
        case None:
            return
        case datetime():
            page.write_datetime(line, number, value, moment)
        case date():
            page.write_datetime(line, number, value)
        case int() | float() | Decimal():
            page.write_number(line, number, float(value))
        case _:
            page.write_string(line, number, value[:LONGEST_CELL])


# --- Answers ---
# A list as the answer to a request: `?format=csv` or `?format=xlsx` at the address of its page.

CSV, XLSX = "csv", "xlsx"
TYPES = {
    CSV: "text/csv; charset=utf-8",
    XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
IN_MEMORY = 2_000_000  # bytes; while a longer file is made it is on the disk


def format_asked(request: HttpRequest) -> str:
    """Return the format of spreadsheets that the query asks for, or "". Raises Http404."""
    wanted = request.GET.get("format", "")
    if wanted and wanted not in TYPES:
        raise Http404("there are spreadsheets as csv and as xlsx")
    return wanted


def spreadsheet(sheet: Sheet, wanted: str, *names: str) -> HttpResponse:
    """Return the list in the format, as a file called after the names.

    Of the rows one at a time is in memory, of the file the whole when it is sent.
    """
    with SpooledTemporaryFile(IN_MEMORY) as file:
        fill(sheet, wanted, file)
        file.seek(0)
        answer = HttpResponse(file.read(), content_type=TYPES[wanted])
    name = "-".join(filter(None, map(slugify, names))) or "list"
    answer["Content-Disposition"] = f'attachment; filename="{name}.{wanted}"'
    return answer


def fill(sheet: Sheet, wanted: str, file: "SpooledTemporaryFile[bytes]") -> None:
    if wanted == XLSX:
        write_xlsx(sheet, file)
    else:
        file.writelines(csv_lines(sheet))
