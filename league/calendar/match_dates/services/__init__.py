"""Everything that changes homes of entries and dates of matches."""

from league.calendar.match_dates.services.dating import (
    DateInvalid,
    ensure_date,
    publish_dates,
    set_date,
)
from league.calendar.match_dates.services.entry_homes import (
    HomeTerms,
    homes_change,
    set_homes,
    undo_homes,
)

__all__ = [
    "DateInvalid",
    "HomeTerms",
    "ensure_date",
    "homes_change",
    "publish_dates",
    "set_date",
    "set_homes",
    "undo_homes",
]
