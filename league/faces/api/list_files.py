"""Lists of the API as files for spreadsheets: `?format=csv` or `xlsx`, or the Accept header.

A row is a line and a field a column, under the name that programs know it by; what is a list or an
object in JSON is written as JSON into its cell. All rows are in the file, not a page of them.
Nothing of its form depends on the reader's language: programs read it.
"""

from collections.abc import Callable, Mapping, Sequence
from tempfile import SpooledTemporaryFile
from typing import Any, TypeVar

import orjson
from django.http import HttpResponse
from django.utils.text import slugify
from drf_spectacular.utils import OpenApiParameter
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

from league.foundation.spreadsheets import (
    CSV,
    IN_MEMORY,
    MOST_ROWS,
    TYPES,
    XLSX,
    Column,
    Sheet,
    fill,
)

Method = TypeVar("Method", bound=Callable[..., Any])

FORMAT = OpenApiParameter(
    "format",
    str,
    enum=["json", CSV, XLSX],
    description="As a file for spreadsheets, also by the Accept header: every row, up to "
    f"{MOST_ROWS:,}, and not only a page of them. A text that a spreadsheet would calculate "
    "has an apostrophe before it in CSV.",
)


YES, NO = "yes", "no"


class SpreadsheetRenderer(BaseRenderer):
    """Writes rows, which are dictionaries with the same keys, as a file of its `format`."""

    charset = None
    render_style = "binary"

    def render(self, data: Any, media_type: Any = None, context: Any = None) -> bytes:
        rows: Sequence[Mapping[str, Any]] = data or []
        columns = [Column(name, _cell(name)) for name in (rows[0] if rows else ())]
        with SpooledTemporaryFile(IN_MEMORY) as file:
            fill(Sheet(title="Tricktable", columns=columns, rows=rows), self.format, file)
            file.seek(0)
            return file.read()


class CsvRenderer(SpreadsheetRenderer):
    media_type = "text/csv"
    format = CSV


class XlsxRenderer(SpreadsheetRenderer):
    media_type = TYPES[XLSX]
    format = XLSX


RENDERERS = (JSONRenderer, CsvRenderer, XlsxRenderer)


def also_a_file(method: Method) -> Method:
    """Let a method that answers with rows answer with them as a file too."""
    method.is_also_a_file = True  # type: ignore[attr-defined]
    return method


def say_file_name(answer: HttpResponse, request: Request) -> None:
    """Give an answer that is such a file a name, after its address: `clubs-harbour-players.csv`."""
    renderer = request.accepted_renderer
    if isinstance(renderer, SpreadsheetRenderer):
        name = slugify(request.path.partition("/v1/")[2].replace("/", "-"))
        answer["Content-Disposition"] = f'attachment; filename="{name}.{renderer.format}"'


def _cell(name: str) -> Callable[[Mapping[str, Any]], Any]:
    def value(row: Mapping[str, Any]) -> Any:
        found = row.get(name)
        if isinstance(found, bool):
            return YES if found else NO
        if isinstance(found, (list, tuple, dict)):
            return orjson.dumps(found, default=str).decode()
        return found

    return value


def describe_files(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Say in the schema that the files are no JSON (a hook of drf-spectacular)."""
    for operations in result["paths"].values():
        for operation in operations.values():
            content = operation["responses"].get("200", {}).get("content", {})
            for kind in (CsvRenderer.media_type, XlsxRenderer.media_type):
                if kind in content:
                    content[kind] = {"schema": {"type": "string", "format": "binary"}}
    return result
