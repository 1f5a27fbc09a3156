"""Everything that changes venues, homes of entries and dates of matches."""

from league.match_dates.services.dating import DateInvalid, ensure_date, publish_dates, set_date
from league.match_dates.services.entry_homes import (
    HomeTerms,
    homes_change,
    set_homes,
    undo_homes,
)
from league.match_dates.services.venue_list import VenueInvalid, remove_venue, save_venue

__all__ = [
    "DateInvalid",
    "HomeTerms",
    "VenueInvalid",
    "ensure_date",
    "homes_change",
    "publish_dates",
    "remove_venue",
    "save_venue",
    "set_date",
    "set_homes",
    "undo_homes",
]
