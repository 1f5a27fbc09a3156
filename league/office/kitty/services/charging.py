"""Brings the ledger up to date with what is to be charged for an event or an evening.

Only what differs is booked: a charge that changed is reversed by a new transaction and booked
again. Done twice, late or beside itself it books nothing more.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db import transaction as database
from django.db.models import Max, Q

from league.foundation.derived_state import catch_up
from league.foundation.journal.actor import SYSTEM
from league.office.kitty.charges import Charge, charges_of_evening, charges_of_event
from league.office.kitty.models import (
    CHARGES,
    AccountKind,
    EventCharges,
    Kitty,
    Transaction,
    TransactionKind,
)
from league.office.kitty.services.booking import (
    Draft,
    KittyOff,
    Where,
    hold_kitty,
    opposite,
    post,
    today_of,
)
from league.play.events.models import Evening, Event

INCOME = {TransactionKind.SET: AccountKind.SETS}


def charge_event(*, event_id: int, at: datetime) -> bool:
    """Charge what the event's facts say; return whether anything was booked."""
    return catch_up(EventCharges, event_id, lambda: _charge_event(event_id, at), at=at)


@database.atomic
def _charge_event(event_id: int, at: datetime) -> bool:
    event = Event.objects.select_related("club").get(pk=event_id)
    try:
        kitty = hold_kitty(event.club_id)
    except KittyOff:
        return False
    if EventCharges.objects.filter(pk=event_id, is_charged_elsewhere=True).exists():
        return False
    evening = Evening.objects.filter(event=event).values_list("pk", flat=True).first()
    booked = Q(event_number=event.pk)
    if evening is not None:
        booked |= Q(evening_number=evening)
    wanted = charges_of_event(kitty, event)
    return _follow(kitty, wanted, booked, at, event=event.pk, evening=evening)


@database.atomic
def charge_evening(*, evening: Evening, at: datetime) -> bool:
    """Charge those who are at an evening that has not started. Raises KittyOff."""
    kitty = hold_kitty(evening.club_id)
    evening = Evening.objects.select_related("club").get(pk=evening.pk)
    if evening.event_id is not None:
        return _charge_event(evening.event_id, at)
    booked = Q(evening_number=evening.pk)
    wanted = charges_of_evening(kitty, evening)
    return _follow(kitty, wanted, booked, at, event=None, evening=evening.pk)


def evening_still_due(kitty: Kitty, evening: Evening) -> dict[int, int]:
    """Return what each player will be charged for an evening beyond what is booked; reads only."""
    due: dict[int, int] = {}
    for charge in charges_of_evening(kitty, evening):
        for player, amount in charge.amounts.items():
            due[player] = due.get(player, 0) + amount
    for one in live_charges(kitty, Q(evening_number=evening.pk)):
        for player, amount in _amounts(one).items():
            due[player] = due.get(player, 0) - amount
    return {player: amount for player, amount in due.items() if amount}


def _follow(
    kitty: Kitty,
    wanted: Sequence[Charge],
    booked: Q,
    at: datetime,
    *,
    event: int | None,
    evening: int | None,
) -> bool:
    live = live_charges(kitty, booked)
    by_source = {charge.source: charge for charge in wanted}
    gone = [one for one in live if _differs(one, by_source.get(one.source))]
    stays = {one.source for one in live} - {one.source for one in gone}
    fresh = [charge for charge in wanted if charge.source not in stays]
    if not gone and not fresh:
        return False
    turns = _turns(kitty, [charge.source for charge in fresh])
    drafts = [opposite(one) for one in gone]
    drafts += [_draft(charge, turns, event, evening) for charge in fresh]
    post(kitty, drafts, day=today_of(kitty.club, at), actor=SYSTEM, at=at)
    return True


def live_charges(kitty: Kitty, booked: Q) -> list[Transaction]:
    """Return the charges that were not reversed, with their lines and accounts."""
    rows = Transaction.objects.filter(booked, kitty=kitty, kind__in=CHARGES)
    return list(
        rows.filter(reversed_by__isnull=True)
        .order_by("number")
        .prefetch_related("lines__account__player")
    )


def _differs(booked: Transaction, wanted: Charge | None) -> bool:
    """Say whether a charge is not what it should be."""
    return wanted is None or wanted.amounts != _amounts(booked)


def _amounts(booked: Transaction) -> dict[int, int]:
    """Return what was charged by player; of merged players the one who stays counts."""
    amounts: dict[int, int] = {}
    for line in booked.lines.all():
        player = line.account.player
        if player is not None:
            stays = player.merged_into_id or player.pk
            amounts[stays] = amounts.get(stays, 0) + line.amount
    return amounts


def _turns(kitty: Kitty, sources: Iterable[str]) -> Mapping[str, int]:
    """Return the turn of what is booked next for each source."""
    rows = Transaction.objects.filter(kitty=kitty, source__in=list(sources))
    last = rows.values("source").annotate(last=Max("source_turn")).order_by()
    return {row["source"]: row["last"] + 1 for row in last}


def _draft(
    charge: Charge, turns: Mapping[str, int], event: int | None, evening: int | None
) -> Draft:
    lines: dict[Where, int] = dict(charge.amounts.items())
    lines[INCOME.get(charge.kind, AccountKind.FEES)] = -sum(charge.amounts.values())
    of_evening = charge.kind == TransactionKind.EVENING_FEE
    return Draft(
        kind=charge.kind,
        lines=lines,
        event=event,
        evening=evening if of_evening else None,
        source=charge.source,
        turn=turns.get(charge.source, 0),
    )
