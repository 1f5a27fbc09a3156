"""A list as the answer to a request: `?format=csv` or `?format=xlsx` at the address of its page."""

from tempfile import SpooledTemporaryFile

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.text import slugify

from league.foundation.spreadsheets.csv_file import csv_lines
from league.foundation.spreadsheets.rows_and_columns import Sheet
from league.foundation.spreadsheets.xlsx_file import write_xlsx

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
