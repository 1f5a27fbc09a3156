"""Everything that changes a kitty: what is charged, and what is booked in its ledger."""

from league.office.kitty.services.booking import (
    BookingInvalid,
    CannotReverse,
    KittyOff,
    book,
    book_again,
    charge_evening,
    charge_event,
    reverse,
    take_all,
)
from league.office.kitty.services.kitty_settings import (
    AmountsInvalid,
    CurrencyStands,
    charge_as_evening,
)
from league.office.kitty.services.prizes import CannotAward, award_prizes, undo_prizes

__all__ = [
    "AmountsInvalid",
    "BookingInvalid",
    "CannotAward",
    "CannotReverse",
    "CurrencyStands",
    "KittyOff",
    "award_prizes",
    "book",
    "book_again",
    "charge_as_evening",
    "charge_evening",
    "charge_event",
    "reverse",
    "take_all",
    "undo_prizes",
]
