"""The events of a player as a spreadsheet."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _

from league.foundation.spreadsheets.rows_and_columns import Column, Sheet

COLUMNS = (
    Column(_("Event"), lambda row: row["event"].name),
    Column(_("Date"), lambda row: row["event"].starts_on),
    Column(_("Entered as"), lambda row: row["name"]),
    Column(_("Place"), lambda row: row["row"].rank if row["row"] else None),
    Column(_("Points"), lambda row: row["row"].points if row["row"] else None),
)


def player_sheet(name: str, events: Iterable[dict[str, Any]]) -> Sheet:
    return Sheet(title=name, columns=COLUMNS, rows=events)
