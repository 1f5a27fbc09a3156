"""Penalties and awards of an event as a spreadsheet."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.events.models import Event
from league.spreadsheets.rows_and_columns import Column, Sheet

COLUMNS = (
    Column(gettext_lazy("Who"), lambda row: row["entry"]),
    Column(gettext_lazy("Points"), lambda row: row["points"]),
    Column(gettext_lazy("Round"), lambda row: row["round"]),
    Column(gettext_lazy("Why"), lambda row: row["reason"]),
    Column(gettext_lazy("By whom"), lambda row: row["by"]),
    Column(gettext_lazy("When"), lambda row: row["at"]),
    Column(gettext_lazy("Withdrawn"), lambda row: row["over"]),
)


def adjustments_sheet(event: Event, rows: Iterable[dict[str, Any]]) -> Sheet:
    title = " · ".join((event.name, _("Penalties and awards")))
    return Sheet(title=title, columns=COLUMNS, rows=rows)
