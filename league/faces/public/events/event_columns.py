"""Events in a list as a spreadsheet, and the entries of one."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.faces.public.events.event_cards import event_cards, select_card_columns
from league.foundation.spreadsheets.rows_and_columns import MOST_ROWS, Column, Sheet
from league.play.events.models import Event

A_BATCH = 200

EVENTS = (
    Column(gettext_lazy("Event"), lambda row: row["name"]),
    Column(gettext_lazy("State"), lambda row: row["state_label"]),
    Column(gettext_lazy("Winner"), lambda row: row.get("winner")),
    Column(gettext_lazy("Date"), lambda row: row["starts_on"]),
    Column(gettext_lazy("Game"), lambda row: row["game"]),
    Column(gettext_lazy("Season"), lambda row: row["season"]),
    Column(gettext_lazy("Entries"), lambda row: row["taking_part"]),
)
ENTRIES = (
    Column(gettext_lazy("Number"), lambda row: row["entry"].number),
    Column(gettext_lazy("Name"), lambda row: row["name"]),
    Column(gettext_lazy("Players"), lambda row: row["members"]),
    Column(gettext_lazy("State"), lambda row: row["entry"].get_state_display()),
)
CLUB = Column(gettext_lazy("Club"), lambda row: row["club"])


def events_sheet(title: str, events: Any, *, full_names: bool) -> Sheet:
    """Return the events of a query as a list, in its order."""
    found = select_card_columns(events).select_related("club", "season")[:MOST_ROWS]
    return Sheet(title=title, columns=EVENTS, rows=_rows(found, full_names=full_names))


def _rows(events: Any, *, full_names: bool) -> Iterator[dict[str, Any]]:
    batch: list[Event] = []
    for event in events.iterator(chunk_size=A_BATCH):
        batch.append(event)
        if len(batch) == A_BATCH:
            yield from _batch(batch, full_names=full_names)
            batch = []
    yield from _batch(batch, full_names=full_names)


def _batch(events: list[Event], *, full_names: bool) -> Iterator[dict[str, Any]]:
    for event, card in zip(events, event_cards(events, full_names=full_names), strict=True):
        yield card | {
            "starts_on": event.starts_on,
            "season": event.season.name if event.season else "",
            "taking_part": event.taking_part,  # type: ignore[attr-defined]  # `select_card_columns`
        }


def entries_sheet(event: Event, rows: Any, *, with_clubs: bool) -> Sheet:
    """Return the entries with, where several clubs play, the club of each."""
    columns = (*ENTRIES, CLUB) if with_clubs else ENTRIES
    return Sheet(title=" · ".join((event.name, _("Entries"))), columns=columns, rows=rows)
