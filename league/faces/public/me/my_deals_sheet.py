"""A player's own deals as a spreadsheet, the latest first."""

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.faces.public.me.my_deals import deals_shown
from league.foundation.spreadsheets.rows_and_columns import MOST_ROWS, Column, Sheet
from league.play.results.models import Submission

A_PART = 200
COLUMNS = (
    Column(gettext_lazy("Date"), lambda row: row["at"]),
    Column(gettext_lazy("Event"), lambda row: row["event"]),
    Column(gettext_lazy("Round"), lambda row: row["round"]),
    Column(gettext_lazy("Deal"), lambda row: row["label"]),
    Column(gettext_lazy("Game"), lambda row: row["game"]),
    Column(gettext_lazy("Contract"), lambda row: row["contract"]),
    Column(gettext_lazy("Against"), lambda row: " · ".join(row["against"])),
    Column(gettext_lazy("Points"), lambda row: row.get("points")),
    Column(gettext_lazy("Their points"), lambda row: " : ".join(map(str, row.get("others", ())))),
)


def deals_sheet(found: QuerySet[Submission]) -> Sheet:
    """Return at most MOST_ROWS deals; what is hidden until others played it stays empty."""
    return Sheet(title=_("My deals"), columns=COLUMNS, rows=_rows(found))


def _rows(found: QuerySet[Submission]) -> Iterator[dict[str, Any]]:
    for start in range(0, MOST_ROWS, A_PART):
        part = list(found[start : start + A_PART])
        yield from deals_shown(part)
        if len(part) < A_PART:
            return
