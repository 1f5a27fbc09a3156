"""Clubs with a kitty, and charging as the worker does it."""

from datetime import date
from typing import Any

from league.clubs.models import Club
from league.foundation.derived_state import mark_stale
from league.foundation.journal.actor import Act, Actor
from league.foundation.records import services as records
from league.foundation.records.models import Record
from league.office.kitty import services as kitties
from league.office.kitty.models import AccountKind, EventCharges, HouseAmounts, Kitty
from league.office.kitty.selectors import amounts_of, balances
from league.play.events.models import Event
from tests.league.factories import make_club
from tests.league.play.results.factories import NOW

TREASURER = Actor(name="Tess Treasurer", via="desk")
OPENED = date(2026, 3, 7)
NOTHING = {"evening_fee": 0, "guest_fee": None, "set_amount": 0, "set_payer": "bidder"}


def make_kitty(club: Club | None = None, currency: str = "USD") -> Kitty:
    """Make a kitty, opened on the day of the events that factories make."""
    return switch(Kitty(club=club or make_club()), currency=currency)


def switch(kitty: Kitty, *, is_on: bool = True, currency: str = "USD") -> Kitty:
    _save(kitty, is_on=is_on, currency=currency)
    return kitty


def set_house(club: Club, **amounts: Any) -> None:
    row = HouseAmounts.objects.filter(kitty=club.kitty, from_day=OPENED).first()
    row = row or HouseAmounts(kitty=club.kitty, from_day=OPENED)
    _save(row, **(NOTHING | amounts))


def set_terms(event: Event, **terms: Any) -> None:
    _save(amounts_of(event), **terms)


def _save(row: Record, **values: Any) -> None:
    for name, value in values.items():
        setattr(row, name, value)
    records.save(row, by=Act(TREASURER, NOW))


def charge(event: Event) -> bool:
    mark_stale(EventCharges, [event.pk], at=NOW)
    return kitties.charge_event(event_id=event.pk, at=NOW)


def owed_by_name(kitty: Kitty) -> dict[str, int]:
    names = dict(kitty.club.players.values_list("pk", "name"))
    return {names[player]: balance for player, balance in balances(kitty).items()}


def all_balances(kitty: Kitty) -> dict[str, int]:
    """Return the balance of each kind of account, from its lines."""
    found = dict.fromkeys(AccountKind.values, 0)
    for account in kitty.accounts.prefetch_related("lines"):
        found[account.kind] += sum(line.amount for line in account.lines.all())
    return {kind: balance for kind, balance in found.items() if balance}
