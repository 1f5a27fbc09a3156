"""The club's events and the entries of one as spreadsheets of the desk."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import Club
from league.foundation.spreadsheets.rows_and_columns import Column, Sheet
from league.play.events.models import Event

A_BATCH = 1_000

EVENTS = (
    Column(gettext_lazy("Event"), lambda event: event.name),
    Column(gettext_lazy("State"), lambda event: event.get_state_display()),
    Column(gettext_lazy("First day"), lambda event: event.starts_on),
    Column(gettext_lazy("Season"), lambda event: event.season.name if event.season else None),
    Column(gettext_lazy("Entries"), lambda event: event.taking_part),
    Column(gettext_lazy("Waiting list"), lambda event: event.waiting),
)
ENTRIES = (
    Column(gettext_lazy("Number"), lambda row: row["number"]),
    Column(gettext_lazy("Name"), lambda row: row["name"]),
    Column(gettext_lazy("Players"), lambda row: row["members"]),
    Column(gettext_lazy("State"), lambda row: row["state_label"]),
    Column(gettext_lazy("Seed"), lambda row: row["seed"]),
    Column(gettext_lazy("Entered"), lambda row: row["entered_at"]),
)


def desk_events_sheet(club: Club, events: Any) -> Sheet:
    title = " · ".join((club.name, _("Events")))
    return Sheet(title=title, columns=EVENTS, rows=events.iterator(chunk_size=A_BATCH))


def desk_entries_sheet(event: Event, rows: Iterable[dict[str, Any]]) -> Sheet:
    return Sheet(title=" · ".join((event.name, _("Entries"))), columns=ENTRIES, rows=rows)
