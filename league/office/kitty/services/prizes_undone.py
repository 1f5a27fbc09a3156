"""Prizes taken back from the players: the undo of an award, with those that it replaced."""

from datetime import datetime

from django.db import transaction as database
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.foundation.journal.actor import Actor
from league.foundation.refusal import OutOfDate
from league.office.kitty.booking_journal import journal_booking
from league.office.kitty.models import Kitty, Transaction, TransactionKind
from league.office.kitty.services.booking import hold_kitty, opposite, post, today_of
from league.office.kitty.services.booking_again import (
    again,
    booked_since,
    draft_again,
    journal_booking_again,
)


@database.atomic
def undo_prizes(*, club: Club, change: int, actor: Actor, at: datetime) -> None:
    """Reverse prizes, a booking by its number; those that they replaced are booked once more.

    Undone twice it is done once. Raises OutOfDate where something was booked since on the account
    of a player whom it concerns, or the prizes were reversed by hand, and KittyOff.
    """
    kitty = hold_kitty(club.pk)
    prizes = Transaction.objects.filter(kitty=kitty, kind=TransactionKind.PRIZES)
    awarded = prizes.prefetch_related("lines__account__player").filter(number=change).first()
    if awarded is None:
        raise OutOfDate(_("This can no longer be undone. Look at the page once more."))
    replaced = _replaced_by(kitty, awarded)
    if Transaction.objects.filter(reverses=awarded).exists():
        _check_undone(kitty, awarded, replaced)
        return
    if any(booked_since(one, awarded) for one in (awarded, replaced) if one is not None):
        raise OutOfDate(
            _(
                "This can no longer be undone: something has been booked for the same players "
                "since. Look at their accounts, and reverse the prizes among the bookings if they "
                "are still wrong."
            )
        )
    drafts = [opposite(awarded), *([draft_again(replaced)] if replaced else [])]
    reversal, *booked = post(kitty, drafts, day=today_of(club, at), actor=actor, at=at)
    amount = sum(line.amount for line in awarded.lines.all() if line.amount > 0)
    journal_booking("kitty.reversed", kitty, reversal, amount, actor, at, reversed=awarded.number)
    if replaced is not None:
        journal_booking_again(kitty, booked[0], replaced, actor, at)


def _replaced_by(kitty: Kitty, awarded: Transaction) -> Transaction | None:
    """Return the prizes that were reversed when these were awarded in their place."""
    rows = Transaction.objects.filter(
        kitty=kitty,
        kind=TransactionKind.PRIZES,
        event_number=awarded.event_number,
        reversed_by__number=awarded.number - 1,
        reversed_by__booked_at=awarded.booked_at,
    )
    return rows.prefetch_related("lines__account__player").first()


def _check_undone(kitty: Kitty, awarded: Transaction, replaced: Transaction | None) -> None:
    """Refuse prizes that were reversed without booking those again that they replaced."""
    if replaced is None or Transaction.objects.filter(kitty=kitty, source=again(replaced)).exists():
        return
    raise OutOfDate(
        _("This can no longer be undone: booking %(number)d has been reversed since then.")
        % {"number": awarded.number}
    )
