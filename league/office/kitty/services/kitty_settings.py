"""Switching a kitty on and off, and what is charged for evenings, sets and events."""

from collections.abc import Collection
from datetime import date, datetime

from django.db import transaction as database
from django.utils.translation import gettext as _

from league.clubs.services.clubs import lock_club
from league.foundation.derived_state import mark_stale
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act
from league.foundation.records.models import Record
from league.foundation.refusal import Refused
from league.office.kitty.models import (
    EVENT_SUMS,
    HOUSE_SUMS,
    EventAmounts,
    EventCharges,
    HouseAmounts,
    Kitty,
)
from league.office.kitty.money import AmountUnclear, check, currencies
from league.office.kitty.selectors import amounts_of
from league.office.kitty.services.booking import hold_kitty, today_of
from league.play.events.models import Event, EventState


class CurrencyStands(Refused):
    """Something is booked, so the kitty's currency cannot change."""

    code = "currency_stands"


class AmountsInvalid(Refused):
    code = "amounts_invalid"


def check_kitty(row: Kitty, by: Act) -> None:
    """Keep the currency once an amount is noted; switched on, it charges what was played since.

    Raises AmountsInvalid or CurrencyStands.
    """
    lock_club(row.club_id)
    before = Kitty.objects.filter(pk=row.pk).first()
    if row.currency not in currencies():
        raise AmountsInvalid(_("Choose a currency from the list."), field="currency")
    if before is None:
        row.opened_on = today_of(row.club, by.at)
    elif row.currency != before.currency and _has_amounts(before):
        raise CurrencyStands(
            _("Amounts are noted in %(currency)s already, so the currency cannot be changed.")
            % {"currency": before.currency},
            field="currency",
        )
    if row.is_on:
        _want(row, row.opened_on, by.at)


def _has_amounts(kitty: Kitty) -> bool:
    of_events = EventAmounts.objects.filter(event__club=kitty.club_id)
    return bool(kitty.last_number) or kitty.house_amounts.exists() or of_events.exists()


def check_house_amounts(row: HouseAmounts, by: Act) -> None:
    """Let amounts begin when the kitty was opened or later; what was charged since is corrected.

    Raises AmountsInvalid or KittyOff.
    """
    kitty = hold_kitty(row.kitty.club_id)
    if row.from_day < kitty.opened_on:
        raise AmountsInvalid(
            _("The kitty was opened on %(day)s: choose that day or a later one.")
            % {"day": kitty.opened_on.isoformat()},
            field="from_day",
        )
    _check_sums(row, HOUSE_SUMS, kitty)
    before = kitty.house_amounts.filter(pk=row.pk).first() or row
    _want(kitty, min(row.from_day, before.from_day), by.at)


def follow_removal(row: HouseAmounts, by: Act) -> None:
    """Correct what was charged since these amounts began. Raises KittyOff."""
    _want(hold_kitty(row.kitty.club_id), row.from_day, by.at)


def check_event_amounts(row: EventAmounts, by: Act) -> None:
    """Let what was charged for the event follow. Raises AmountsInvalid or KittyOff."""
    _check_sums(row, EVENT_SUMS, hold_kitty(row.event.club_id))
    _charge_here(row.event, by)


@database.atomic
def charge_as_evening(*, event: Event, is_evening: bool, by: Act) -> None:
    """Say whether whoever plays in the event owes the fee for an evening. Raises KittyOff."""
    kitty = hold_kitty(event.club_id)
    if event.is_evening is is_evening:
        return
    event.is_evening = is_evening
    event.save(update_fields=["is_evening"])
    _charge_here(event, by)
    row = amounts_of(event)
    journal.append(
        kind="kitty.event_amounts_changed",
        by=by,
        subject=kitty,
        data=row.journal_data(),
        **row.journal_place(),
    )


def _charge_here(event: Event, by: Act) -> None:
    mark_stale(EventCharges, [event.pk], at=by.at)
    EventCharges.objects.filter(pk=event.pk).update(is_charged_elsewhere=False)


def _check_sums(row: Record, names: Collection[str], kitty: Kitty) -> None:
    for name in names:
        try:
            check(getattr(row, name) or 0, kitty.currency)
        except AmountUnclear as wrong:
            raise AmountsInvalid(str(wrong), field=name) from None


def _want(kitty: Kitty, from_day: date, at: datetime) -> None:
    events = Event.objects.filter(club=kitty.club_id, starts_on__gte=from_day)
    events = events.exclude(state=EventState.DRAFT)
    mark_stale(EventCharges, events.values_list("pk", flat=True), at=at)
