"""A line of the ledger as a row of a spreadsheet, in which nothing is ever a formula. Pure."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop

from league.foundation.spreadsheets import harmless
from league.office.kitty.models import AccountKind, Line, TransactionKind
from league.office.kitty.money import plain

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
