"""The lists of a kitty as spreadsheets: who owes, what was booked; amounts are numbers."""

from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from itertools import islice
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import Player
from league.foundation.spreadsheets import Column, Sheet
from league.office.kitty.bookings_shown import ShownBooking, bookings_shown, lines_shown
from league.office.kitty.cash_desk import CashDesk
from league.office.kitty.models import Kitty, Line
from league.office.kitty.models import Transaction as Booked
from league.office.kitty.money import plain
from league.office.kitty.selectors import CashSheet

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
