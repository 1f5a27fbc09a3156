"""Everything that changes a kitty: what is charged, and what is booked in its ledger."""

from league.kitty.services.booking import CannotReverse, KittyOff, reverse
from league.kitty.services.charging import charge_evening, charge_event
from league.kitty.services.kitty_settings import (
    AmountsInvalid,
    CurrencyStands,
    set_event_amounts,
    set_house_amounts,
    switch,
)
from league.kitty.services.payments import BookingInvalid, book, take_all
from league.kitty.services.prizes import CannotAward, award_prizes

__all__ = [
    "AmountsInvalid",
    "BookingInvalid",
    "CannotAward",
    "CannotReverse",
    "CurrencyStands",
    "KittyOff",
    "award_prizes",
    "book",
    "charge_evening",
    "charge_event",
    "reverse",
    "set_event_amounts",
    "set_house_amounts",
    "switch",
    "take_all",
]
