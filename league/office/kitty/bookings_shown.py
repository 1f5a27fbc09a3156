"""What was booked, as pages show it: in words, with whom and what it was for."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import islice
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from league.clubs.models import Player
from league.foundation.journal.naming import USER, Names, names_of
from league.foundation.lists import listed
from league.foundation.spreadsheets import Column, Sheet, harmless
from league.office.kitty.cash_desk import CashDesk
from league.office.kitty.models import CHARGES, AccountKind, Kitty, Line, TransactionKind
from league.office.kitty.models import Transaction as Booked
from league.office.kitty.money import plain
from league.office.kitty.selectors import CashSheet
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


# --- The lists of a kitty as spreadsheets: who owes, what was booked; amounts are numbers ---

A_BATCH = 1_000


def who_owes_sheet(kitty: Kitty, rows: Iterable[tuple[Player, int]]) -> Sheet:
    """Return the balances of players: below 0 is what the club owes them."""
    columns = [
        Column(gettext_lazy("Player"), lambda row: row[0].name),
        Column(gettext_lazy("Owes"), lambda row: _amount(row[1], kitty)),
    ]
    return Sheet(title=" · ".join((kitty.club.name, _("Who owes"))), columns=columns, rows=rows)


def cash_list(desk: CashDesk, sheet: CashSheet) -> Sheet:
    """Return who pays what at a cash desk; an amount owed below 0 is a credit."""
    kitty = desk.kitty
    columns = [
        Column(gettext_lazy("Player"), lambda row: row.player.name),
        Column(gettext_lazy("Charged"), lambda row: _amount(row.charged, kitty)),
        Column(gettext_lazy("Paid"), lambda row: _amount(row.paid, kitty)),
        Column(gettext_lazy("Owes in all"), lambda row: _amount(row.owes - row.has_credit, kitty)),
    ]
    title = " · ".join((kitty.club.name, desk.title, _("Cash sheet")))
    return Sheet(title=title, columns=columns, rows=sheet.rows)


def bookings_sheet(kitty: Kitty, booked: "QuerySet[Booked]") -> Sheet:
    """Return everything that was booked, newest first."""
    return _bookings(kitty, _("Bookings"), _in_batches(booked, bookings_shown))


def account_sheet(kitty: Kitty, player: Player, lines: "QuerySet[Line]") -> Sheet:
    """Return a player's account: below 0 is what the player paid or was credited."""
    return _bookings(kitty, player.name, _in_batches(lines, lines_shown))


def _bookings(kitty: Kitty, what: str, rows: Iterable[ShownBooking]) -> Sheet:
    columns = [
        Column(gettext_lazy("Booking"), lambda row: row.number),
        Column(gettext_lazy("Date"), lambda row: row.day),
        Column(gettext_lazy("What"), lambda row: row.what),
        Column(gettext_lazy("Players"), lambda row: row.names),
        Column(gettext_lazy("Event"), lambda row: row.about),
        Column(gettext_lazy("Note"), lambda row: row.note),
        Column(gettext_lazy("Amount"), lambda row: _amount(row.amount, kitty)),
        Column(gettext_lazy("Noted by"), lambda row: row.by),
        Column(gettext_lazy("reversed"), lambda row: row.is_reversed),
    ]
    return Sheet(title=" · ".join((kitty.club.name, what)), columns=columns, rows=rows)


def _amount(amount: int, kitty: Kitty) -> Decimal:
    return Decimal(plain(amount, kitty.currency))


def _in_batches(
    rows: "QuerySet[Any]", shown: Callable[[Iterable[Any]], list[ShownBooking]]
) -> Iterator[ShownBooking]:
    """Yield the rows in words, a batch read at a time."""
    found = rows.iterator(chunk_size=A_BATCH)
    while batch := list(islice(found, A_BATCH)):
        yield from shown(batch)


# --- A line of the ledger as a row of a spreadsheet, in which nothing is ever a formula. Pure ---

HEADS = (
    gettext_noop("Number"),
    gettext_noop("Day"),
    gettext_noop("What"),
    gettext_noop("Account"),
    gettext_noop("Player"),
    gettext_noop("Debit"),
    gettext_noop("Credit"),
    gettext_noop("Currency"),
    gettext_noop("Event"),
    gettext_noop("Note"),
    gettext_noop("Reverses"),
)


def csv_row(line: Line, currency: str, events: Mapping[int, str]) -> list[str]:
    """Return the row of a line whose transaction, account and player are read."""
    booked, account = line.booked, line.account
    player = account.player
    name = (player.merged_into or player).name if player is not None else ""
    debit, credit = max(line.amount, 0), max(-line.amount, 0)
    return [
        str(booked.number),
        booked.day.isoformat(),
        str(TransactionKind(booked.kind).label),
        str(AccountKind(account.kind).label),
        harmless(name),
        plain(debit, currency) if debit else "",
        plain(credit, currency) if credit else "",
        currency,
        harmless(events.get(booked.event_number or 0, "")),
        harmless(booked.note),
        str(booked.reverses.number) if booked.reverses is not None else "",
    ]
