"""Lists as CSV and XLSX: no formula, numbers as numbers, days as days, the same bytes again."""

import csv
from datetime import UTC, date, datetime
from decimal import Decimal
from fractions import Fraction
from io import BytesIO, StringIO

import openpyxl
import pytest

from league.foundation.spreadsheets import Column, Sheet, csv_lines, spreadsheet, write_xlsx

FORMULAS = ["=1+1", "+1", "-1+2", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://x")']
VALUES = [7, -3, Decimal("12.50"), Fraction(1, 4), date(2026, 3, 14), None, "", "山田 太郎", True]


def sheet_of(*values, heading="Value"):
    column = Column(heading, lambda value: value)
    return Sheet(title="What [is] in: it?", columns=[column], rows=values)


def as_csv(sheet):
    text = b"".join(csv_lines(sheet)).decode("utf-8-sig")
    return [row[0] if row else "" for row in csv.reader(StringIO(text, newline=""))]


def as_xlsx(sheet):
    file = BytesIO()
    write_xlsx(sheet, file)
    page = openpyxl.load_workbook(BytesIO(file.getvalue())).worksheets[0]
    return [row[0] for row in page.iter_rows()]


@pytest.mark.long
@pytest.mark.parametrize("text", FORMULAS)
def test_what_looks_like_a_formula_is_text(text):
    assert as_csv(sheet_of(text)) == ["Value", f"'{text}"]
    cell = as_xlsx(sheet_of(text))[1]
    assert cell.data_type == "s"
    assert cell.hyperlink is None


def test_numbers_and_days_stay_what_they_are():
    assert as_csv(sheet_of(*VALUES))[1:] == [
        *("7", "-3", "12.50", "0.25", "2026-03-14", "", "", "山田 太郎", "yes")
    ]
    cells = as_xlsx(sheet_of(*VALUES, 9))[1:]
    assert [cell.value for cell in cells[:4]] == [7, -3, 12.5, 0.25]
    assert cells[4].value.isoformat() == "2026-03-14T00:00:00"
    assert cells[4].is_date
    assert [cell.value for cell in cells[5:]] == [None, None, "山田 太郎", "yes", 9]


def test_a_moment_is_in_the_time_of_the_page():
    at = datetime(2026, 3, 14, 12, 0, 30, 99, tzinfo=UTC)
    assert as_csv(sheet_of(at))[1] == "2026-03-14 12:00:30"
    assert as_xlsx(sheet_of(at))[1].value.isoformat() == "2026-03-14T12:00:30"


def test_the_file_has_a_name_that_no_system_stumbles_over():
    answer = spreadsheet(sheet_of(), "csv", "My club", "../../etc\r\nX: y")
    assert answer["Content-Disposition"] == 'attachment; filename="my-club-etc-x-y.csv"'


def test_rows_are_taken_one_at_a_time():
    seen = []

    def rows():
        for number in range(5):
            seen.append(number)
            yield number

    lines = csv_lines(Sheet(title="x", columns=[Column("n", lambda n: n)], rows=rows()))
    next(lines)
    assert seen == []
    next(lines)
    assert seen == [0]
