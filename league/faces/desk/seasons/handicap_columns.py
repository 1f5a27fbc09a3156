"""The handicaps of a season on a day as a spreadsheet, and who is in which division."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.foundation.spreadsheets.rows_and_columns import Column, Sheet
from league.play.events.models import Season
from league.tables.seasons.shown import ShownHandicap

HANDICAPS = (
    Column(gettext_lazy("Player"), lambda line: line.name),
    Column(gettext_lazy("Handicap"), lambda line: line.value),
    Column(gettext_lazy("Calculated"), lambda line: line.worked_out),
    Column(gettext_lazy("Why"), lambda line: line.why),
)


def handicaps_sheet(season: Season, day: date, lines: Iterable[ShownHandicap]) -> Sheet:
    title = " · ".join((season.name, _("Handicaps"), f"{day:%Y-%m-%d}"))
    return Sheet(title=title, columns=HANDICAPS, rows=lines)


def people_sheet(
    season: Season, rows: Iterable[dict[str, Any]], labels: Mapping[str, str]
) -> Sheet:
    """Return who is where; `labels` are the places by their value."""
    columns = (
        Column(_("Name"), lambda row: row["name"]),
        Column(_("Nights"), lambda row: row["nights"]),
        Column(_("Division"), lambda row: labels.get(row["chosen"])),
        Column(_("Leaves after the season"), lambda row: row["has_withdrawn"]),
    )
    return Sheet(
        title=" · ".join((season.name, _("Divisions and guests"))), columns=columns, rows=rows
    )
