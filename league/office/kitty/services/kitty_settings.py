"""Switching a kitty on and off, and what is charged for evenings, sets and events."""

from collections.abc import Collection
from datetime import date, datetime
from typing import Any

from django.db import transaction as database
from django.utils.translation import gettext as _

from league.clubs.models import Club
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


@database.atomic
def switch(*, club: Club, is_on: bool, currency: str, by: Act) -> Kitty:
    """Switch the club's kitty on or off, and say its currency. Raises CurrencyStands.

    Switched off, nothing of it is shown and nothing is charged; what was booked is kept.
    """
    lock_club(club.pk)
    kitty = Kitty.objects.filter(club=club).first()
    before = kitty
    if currency not in currencies():
        raise AmountsInvalid(_("Choose a currency from the list."), field="currency")
    if kitty is None:
        today = today_of(club, by.at)
        kitty = Kitty(club=club, is_on=is_on, currency=currency, opened_on=today)
    elif kitty.is_on == is_on and kitty.currency == currency:
        return kitty
    if before is not None and currency != before.currency:
        _check_currency(before)
    kitty.is_on, kitty.currency = is_on, currency
    kitty.save()
    if is_on:
        _want(kitty, kitty.opened_on, by.at)
    kind = "kitty.switched_on" if is_on else "kitty.switched_off"
    _journal(kind, kitty, by, currency=currency)
    return kitty


def _check_currency(kitty: Kitty) -> None:
    has_amounts = kitty.house_amounts.exists()
    if kitty.last_number or has_amounts or _of_events(kitty).exists():
        raise CurrencyStands(
            _("Amounts are noted in %(currency)s already, so the currency cannot be changed.")
            % {"currency": kitty.currency},
            field="currency",
        )


def _of_events(kitty: Kitty) -> Any:
    return EventAmounts.objects.filter(event__club=kitty.club_id)


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
    event.is_evening = is_evening
    event.save(update_fields=["is_evening"])
    _charge_here(event, by)
    data = amounts_of(event).journal_data()
    _journal("kitty.event_amounts_changed", kitty, by, event_id=event.pk, **data)


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


def _journal(
    kind: str,
    kitty: Kitty,
    by: Act,
    event_id: int | None = None,
    **data: Any,
) -> None:
    journal.append(
        kind=kind,
        by=by,
        club_id=kitty.club_id,
        event_id=event_id,
        subject=kitty,
        data=data,
    )
