"""What was booked, as pages show it: in words, with whom and what it was for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from league.foundation.journal.naming import USER, Names, names_of
from league.foundation.lists import listed
from league.office.kitty.models import CHARGES, Line, TransactionKind
from league.office.kitty.models import Transaction as Booked
from league.play.events.models import Event


@dataclass(frozen=True, slots=True)
class ShownBooking:
    """A transaction in a list; `amount` is what it moved, on a player's page what it did there."""

    number: int
    day: date
    what: str
    names: str
    about: str
    note: str
    amount: int
    by: str
    is_reversed: bool
    can_be_reversed: bool


def bookings_shown(booked: Iterable[Booked]) -> list[ShownBooking]:
    """Return transactions whose lines, accounts and players are read."""
    rows = list(booked)
    events, names = events_of(rows), bookers_of(rows)
    return [
        shown_booking(
            row, events, names, sum(line.amount for line in row.lines.all() if line.amount > 0)
        )
        for row in rows
    ]


def lines_shown(lines: Iterable[Line]) -> list[ShownBooking]:
    """Return the lines of a player's accounts; below 0 is what the player paid or was credited."""
    rows = list(lines)
    booked = [line.booked for line in rows]
    events, names = events_of(booked), bookers_of(booked)
    return [shown_booking(line.booked, events, names, line.amount, named=False) for line in rows]


def events_of(booked: Iterable[Booked]) -> dict[int, str]:
    """Return the names of the events that the transactions are for; one query."""
    numbers = {row.event_number for row in booked if row.event_number is not None}
    return dict(Event.objects.filter(pk__in=numbers).values_list("pk", "name"))


def bookers_of(booked: Iterable[Booked]) -> Names:
    """Return the names of the accounts that booked; one query."""
    return names_of((USER, row.actor_user_id) for row in booked if row.actor_user_id is not None)


def with_bookers(booked: Iterable[Booked]) -> list[Any]:
    """Return the transactions, each with the name of who booked it as `booker`; one query."""
    rows: list[Any] = list(booked)
    names = bookers_of(rows)
    for row in rows:
        row.booker = booked_by(row, names)
    return rows


def booked_by(booked: Booked, names: Names) -> str:
    return booked.actor_name or names.get((USER, booked.actor_user_id or 0), "")


def shown_booking(
    booked: Booked, events: Mapping[int, str], names: Names, amount: int, *, named: bool = True
) -> ShownBooking:
    is_reversed = getattr(booked, "reversed_by", None) is not None
    return ShownBooking(
        number=booked.number,
        day=booked.day,
        what=what_of(booked),
        names=_names(booked) if named else "",
        about=events.get(booked.event_number or 0, ""),
        note=booked.note,
        amount=amount,
        by=booked_by(booked, names),
        is_reversed=is_reversed,
        can_be_reversed=not is_reversed
        and booked.kind not in CHARGES
        and booked.kind != TransactionKind.REVERSAL,
    )


def what_of(booked: Booked) -> str:
    """Return what a transaction is, a reversal with what it reverses."""
    if booked.reverses is None:
        return str(TransactionKind(booked.kind).label)
    return _("Reversal of %(number)d: %(what)s") % {
        "number": booked.reverses.number,
        "what": TransactionKind(booked.reverses.kind).label,
    }


def _names(booked: Booked) -> str:
    players = [line.account.player for line in booked.lines.all()]
    return listed(sorted({(one.merged_into or one).name for one in players if one is not None}))
