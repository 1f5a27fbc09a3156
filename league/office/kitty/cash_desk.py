"""What people pay for at a cash desk: an event, or an evening that has not started."""

from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.office.kitty.models import Kitty
from league.office.kitty.selectors import CashSheet, cash_sheet
from league.office.kitty.services.booking import evening_still_due
from league.play.events.evenings import waiting_evening
from league.play.events.models import Evening, Event


@dataclass(frozen=True, slots=True)
class CashDesk:
    """The cash desk of an event, or of an evening; of neither there is nothing to pay."""

    kitty: Kitty
    event: Event | None = None
    evening: Evening | None = None

    @property
    def title(self) -> str:
        if self.event is not None:
            return self.event.name
        if self.evening is not None:
            day = date_format(self.evening.day, "DATE_FORMAT")
            return self.evening.name or _("Evening of %(day)s") % {"day": day}
        return _("Cash desk")

    def sheet(self, only: Player | None = None) -> CashSheet:
        due = evening_still_due(self.kitty, self.evening) if self.evening is not None else {}
        if self.event is None and self.evening is None:
            return CashSheet()
        return cash_sheet(self.kitty, event=self.event, evening=self.evening, due=due, only=only)


def evening_of(kitty: Kitty, today: date) -> Evening | None:
    """Return the evening of today that has not started, if there is one."""
    return waiting_evening(kitty.club, today)
