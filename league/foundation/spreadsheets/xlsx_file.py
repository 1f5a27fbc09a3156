"""A list as XLSX: texts as texts, numbers as numbers, days as days, and never a formula."""

from datetime import date, datetime
from decimal import Decimal
from typing import IO, TYPE_CHECKING

from league.foundation.spreadsheets.rows_and_columns import Sheet, Value

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
