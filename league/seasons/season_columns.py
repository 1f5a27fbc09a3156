"""The table of a season as a spreadsheet: a column for each of its nights."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.seasons.selectors import SeasonSheet
from league.seasons.shown import ranks_with_handicap, shown_rows
from league.spreadsheets.rows_and_columns import Column, Sheet

DIVISION = Column(gettext_lazy("Division"), lambda row: row.division)
BEFORE = (
    Column(gettext_lazy("Place"), lambda row: row.rank),
    Column(gettext_lazy("Name"), lambda row: row.name),
)
AFTER = (
    Column(gettext_lazy("Nights"), lambda row: row.nights),
    Column(gettext_lazy("Total"), lambda row: row.total),
)


def season_list(sheet: SeasonSheet, *, full: bool) -> Sheet:
    nights = [Column(event.name, _score(number)) for number, event in enumerate(sheet.events)]
    return Sheet(
        title=sheet.season.name,
        columns=[
            *([DIVISION] if sheet.divisions else []),
            *(*BEFORE, *nights, *AFTER),
            *([_other(sheet)] if sheet.table.net is not None else []),
        ],
        rows=shown_rows(sheet, full=full),
    )


def _score(number: int) -> Any:
    return lambda row: row.cells[number].score


def _other(sheet: SeasonSheet) -> Column:
    with_handicap = ranks_with_handicap(sheet.table)
    heading = _("Without handicap") if with_handicap else _("With handicap")
    return Column(heading, lambda row: row.other_total)
