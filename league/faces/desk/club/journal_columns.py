"""The club's journal as a spreadsheet."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import Club
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of, with_names
from league.foundation.spreadsheets.rows_and_columns import Column, Sheet

A_BATCH = 1_000

COLUMNS = (
    Column(gettext_lazy("When"), lambda row: row.at),
    Column(gettext_lazy("Who did it"), lambda row: row.actor),
    Column(gettext_lazy("What happened"), lambda row: sentence_of(row)),
    Column(gettext_lazy("Reason"), lambda row: row.data.get("reason")),
)


def journal_sheet(club: Club, rows: Any) -> Sheet:
    title = " · ".join((club.name, _("Journal")))
    return Sheet(title=title, columns=COLUMNS, rows=_named(rows.iterator(chunk_size=A_BATCH)))


def _named(rows: Iterator[Happening]) -> Iterator[Happening]:
    while batch := with_names(islice(rows, A_BATCH)):
        yield from batch
