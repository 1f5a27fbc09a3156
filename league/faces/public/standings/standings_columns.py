"""The standings of an event as a spreadsheet: the columns of the page, for all of its entries."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from league.faces.public.standings.standings_table import standings_table
from league.faces.public.visitors import EventPage
from league.foundation.spreadsheets.rows_and_columns import Column, Sheet
from league.tables.standings.selectors import StandingsPage

BEFORE = (
    Column(_("Place"), lambda row: row["rank"]),
    Column(_("Name"), lambda row: row["name"]),
    Column(_("Players"), lambda row: row["members"]),
)
CLUB = Column(_("Club"), lambda row: row["club"])
GROUP = Column(_("Group"), lambda row: row["group"])
CERTAIN = Column(_("Certain"), lambda row: row["mark"])
PROVISIONAL = Column(_("Provisional"), lambda row: row["provisional"])


def standings_sheet(page: EventPage, standings: StandingsPage) -> Sheet:
    shown = standings_table(page, standings)
    groups = [GROUP] if any(row["group"] for row in shown["rows"]) else []
    clubs = [CLUB] if any(row["club"] for row in shown["rows"]) else []
    certain = [CERTAIN] if any(row["mark"] for row in shown["rows"]) else []
    heads = shown["columns"]
    return Sheet(
        title=f"{page.event.name} · {shown['caption']}",
        columns=[*groups, *BEFORE, *clubs, *_figures(heads), *certain, PROVISIONAL],
        rows=shown["rows"],
    )


def _figures(heads: Sequence[str]) -> list[Column]:
    return [Column(head, _figure(number)) for number, head in enumerate(heads)]


def _figure(number: int) -> Any:
    return lambda row: row["figures"][number]
