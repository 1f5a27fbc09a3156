"""The table of a season as a spreadsheet: a column for each of its nights."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.foundation.spreadsheets import Column, Sheet
from league.tables.seasons.selectors import SeasonSheet
from league.tables.seasons.shown import ShownRow, ranks_with_handicap

DIVISION = Column(gettext_lazy("Division"), lambda row: row.division)
BEFORE = (
    Column(gettext_lazy("Place"), lambda row: row.rank),
    Column(gettext_lazy("Name"), lambda row: row.name),
)
AFTER = (
    Column(gettext_lazy("Nights"), lambda row: row.nights),
    Column(gettext_lazy("Total"), lambda row: row.total),
)


CERTAIN = Column(gettext_lazy("Certain"), lambda row: row.mark)


def season_list(sheet: SeasonSheet, rows: Sequence[ShownRow]) -> Sheet:
    """Return these rows of the season's table as a list; a column says what is certain, if any."""
    nights = [Column(event.name, _score(number)) for number, event in enumerate(sheet.events)]
    return Sheet(
        title=sheet.season.name,
        columns=[
            *([DIVISION] if sheet.divisions else []),
            *(*BEFORE, *nights, *AFTER),
            *([_other(sheet)] if sheet.table.net is not None else []),
            *([CERTAIN] if any(row.mark for row in rows) else []),
        ],
        rows=rows,
    )


def _score(number: int) -> Any:
    return lambda row: row.cells[number].score


def _other(sheet: SeasonSheet) -> Column:
    with_handicap = ranks_with_handicap(sheet.table)
    heading = _("Without handicap") if with_handicap else _("With handicap")
    return Column(heading, lambda row: row.other_total)
