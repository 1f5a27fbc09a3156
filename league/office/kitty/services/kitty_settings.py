"""Switching a kitty on and off, and what is charged for evenings, sets and events."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction as database
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.clubs.services.clubs import lock_club
from league.foundation.derived_state import mark_stale
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act
from league.foundation.refusal import Refused
from league.office.kitty.models import (
    HOUSE_SUMS,
    MOST_PLACES,
    EventAmounts,
    EventCharges,
    FeePer,
    HouseAmounts,
    Kitty,
)
from league.office.kitty.money import AmountUnclear, check, currencies
from league.office.kitty.services.booking import hold_kitty, today_of
from league.play.events.models import Event, EventState

LARGEST_SHARE = 1_000_000


class CurrencyStands(Refused):
    """Something is booked, so the kitty's currency cannot change."""

    code = "currency_stands"


class AmountsInvalid(Refused):
    code = "amounts_invalid"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventTerms:
    """What an event costs and what becomes of it, named as the columns of `EventAmounts`."""

    fee: int = 0
    fee_per: str = FeePer.PLAYER.value
    guest_fee: int | None = None
    set_amount: int | None = None
    pot_added: int = 0
    pot_percent: int = 0
    prize_shares: Sequence[int] = ()


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
    _check_amounts(kitty, {name: getattr(row, name) or 0 for name in HOUSE_SUMS})
    before = kitty.house_amounts.filter(pk=row.pk).first() or row
    _want(kitty, min(row.from_day, before.from_day), by.at)


def follow_removal(row: HouseAmounts, by: Act) -> None:
    """Correct what was charged since these amounts began. Raises KittyOff."""
    _want(hold_kitty(row.kitty.club_id), row.from_day, by.at)


@database.atomic
def set_event_amounts(
    *,
    event: Event,
    terms: EventTerms,
    is_evening: bool | None = None,
    by: Act,
) -> EventAmounts:
    """Say what an event costs, and how its pot is shared. Raises AmountsInvalid or KittyOff.

    Whoever plays in one that `is_evening` owes the fee for an evening; None: that stays as it is.
    """
    kitty = hold_kitty(event.club_id)
    sums = {"fee": terms.fee, "pot_added": terms.pot_added, "set_amount": terms.set_amount or 0}
    sums["guest_fee"] = terms.guest_fee or 0
    _check_amounts(kitty, sums)
    _check_terms(terms)
    amounts, _is_new = EventAmounts.objects.update_or_create(
        event=event,
        defaults={
            "fee": terms.fee,
            "fee_per": terms.fee_per,
            "guest_fee": terms.guest_fee,
            "set_amount": terms.set_amount,
            "pot_added": terms.pot_added,
            "pot_percent": terms.pot_percent,
            "prize_shares": list(terms.prize_shares),
        },
    )
    if is_evening is not None:
        Event.objects.filter(pk=event.pk).update(is_evening=is_evening)
    mark_stale(EventCharges, [event.pk], at=by.at)
    EventCharges.objects.filter(pk=event.pk).update(is_charged_elsewhere=False)
    data: dict[str, Any] = {"event": event.name, "fee": terms.fee, "currency": kitty.currency}
    _journal("kitty.event_amounts_changed", kitty, by, event_id=event.pk, **data)
    return amounts


def _check_amounts(kitty: Kitty, values: dict[str, int]) -> None:
    for name, value in values.items():
        try:
            check(value, kitty.currency)
        except AmountUnclear as wrong:
            raise AmountsInvalid(str(wrong), field=name) from None


def _check_terms(terms: EventTerms) -> None:
    if terms.fee_per not in FeePer:
        raise AmountsInvalid(_("Say whether the fee is per player or per entry."), field="fee_per")
    if not 0 <= terms.pot_percent <= 100:
        raise AmountsInvalid(
            _("The part of what is charged must be between 0 and 100 percent."),
            field="pot_percent",
        )
    many = len(terms.prize_shares)
    if many > MOST_PLACES or not all(0 < share <= LARGEST_SHARE for share in terms.prize_shares):
        raise AmountsInvalid(
            _("Give shares for at most %(places)d places, each from 1 to %(most)d.")
            % {"places": MOST_PLACES, "most": LARGEST_SHARE},
            field="prize_shares",
        )


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
