"""The tables of a round as a spreadsheet: a line for each side."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.faces.public.rounds.rounds_shown import round_tables
from league.faces.public.visitors import EventPage
from league.foundation.spreadsheets.rows_and_columns import Column, Sheet
from league.play.rounds.models import Round

COLUMNS = (
    Column(gettext_lazy("Table"), lambda row: row["number"]),
    Column(gettext_lazy("Side"), lambda row: row["side"]),
    Column(gettext_lazy("Name"), lambda row: row["name"]),
    Column(gettext_lazy("Points"), lambda row: row["points"]),
    Column(gettext_lazy("Won"), lambda row: row["won"]),
    Column(gettext_lazy("Deals"), lambda row: None if row["final_scores"] else row["deals"]),
    Column(gettext_lazy("State"), lambda row: row["state_label"]),
)


def round_sheet(page: EventPage, round_: Round) -> Sheet:
    number = _("Round %(number)d") % {"number": round_.number}
    title = f"{page.event.name} · {number}"
    return Sheet(title=title, columns=COLUMNS, rows=_sides(_tables(page, round_)))


def _tables(page: EventPage, round_: Round) -> Iterator[dict[str, Any]]:
    shown = round_tables(page, round_)
    yield from shown["tables"]
    for later in range(2, shown["page"].paginator.num_pages + 1):
        yield from round_tables(page, round_, later)["tables"]


def _sides(tables: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for table in tables:
        for side, of_side in enumerate(table["sides"], start=1):
            yield table | of_side | {"side": side}
