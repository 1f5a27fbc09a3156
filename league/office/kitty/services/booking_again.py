"""A booking that was reversed by mistake, booked once more: the undo of a reversal."""

from datetime import datetime
from typing import Any

from django.db import transaction as database
from django.db.models import Q
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.foundation.journal.actor import Actor
from league.foundation.refusal import OutOfDate
from league.office.kitty.booking_journal import journal_booking
from league.office.kitty.models import CHARGES, Kitty, Line, Transaction, TransactionKind
from league.office.kitty.services.booking import Draft, hold_kitty, opposite, post, today_of
from league.office.kitty.services.payments import NOTED_AS
from league.play.events.models import Event


@database.atomic
def book_again(*, club: Club, booked: Transaction, actor: Actor, at: datetime) -> Transaction:
    """Book what was reversed once more, and return it; asked for twice it is done once.

    Raises OutOfDate where it is not reversed, or something was booked since on the account of a
    player whom it concerns, and KittyOff.
    """
    kitty = hold_kitty(club.pk)
    found = Transaction.objects.filter(kitty=kitty, pk=booked.pk)
    booked = found.prefetch_related("lines__account__player").get()
    done = Transaction.objects.filter(kitty=kitty, source=again(booked)).first()
    if done is not None:
        return done
    _check(kitty, booked, Transaction.objects.filter(reverses=booked).first())
    draft = draft_again(booked)
    (made,) = post(kitty, [draft], day=today_of(club, at), actor=actor, at=at)
    journal_booking_again(kitty, made, booked, actor, at)
    return made


def _check(kitty: Kitty, booked: Transaction, reversal: Transaction | None) -> None:
    if reversal is None:
        raise OutOfDate(
            _("Booking %(number)d has not been reversed: there is nothing to undo.")
            % {"number": booked.number}
        )
    if booked_since(booked, reversal) or _is_awarded(kitty, booked):
        raise OutOfDate(
            _(
                "This can no longer be undone: something has been booked for the same players "
                "since. Look at their accounts, and book the amount again if it is still missing."
            )
        )


def booked_since(booked: Transaction, after: Transaction) -> bool:
    """Say whether somebody booked something on the account of a player of it after another one."""
    players = {
        line.account.player.merged_into_id or line.account.player.pk
        for line in booked.lines.all()
        if line.account.player is not None
    }
    of_players = Q(account__player__in=players) | Q(account__player__merged_into__in=players)
    rows = Line.objects.filter(of_players, transaction__number__gt=after.number)
    # what follows from facts is corrected by itself, at any time
    by_hand = rows.exclude(transaction__kind__in=CHARGES).exclude(
        transaction__reverses__kind__in=CHARGES
    )
    return by_hand.exists()


def _is_awarded(kitty: Kitty, booked: Transaction) -> bool:
    """Say whether other prizes of the event stand now."""
    if booked.kind != TransactionKind.PRIZES:
        return False
    rows = Transaction.objects.filter(kitty=kitty, kind=TransactionKind.PRIZES)
    return rows.filter(event_number=booked.event_number, reversed_by__isnull=True).exists()


def draft_again(booked: Transaction) -> Draft:
    """Return the draft of a transaction booked once more; reads its lines with their accounts."""
    return Draft(
        kind=TransactionKind(booked.kind),
        lines={where: -amount for where, amount in opposite(booked).lines.items()},
        event=booked.event_number,
        evening=booked.evening_number,
        source=again(booked),
        note=booked.note,
    )


def again(booked: Transaction) -> str:
    """Return the source of the transaction that books it once more."""
    return f"again:{booked.pk}"


def journal_booking_again(
    kitty: Kitty, made: Transaction, booked: Transaction, actor: Actor, at: datetime
) -> None:
    """Write into the journal what was booked once more."""
    lines = list(booked.lines.all())
    amount = sum(line.amount for line in lines if line.amount > 0)
    if booked.kind == TransactionKind.PRIZES:
        event = Event.objects.filter(pk=booked.event_number or 0).first()
        kind = "kitty.prizes"
        words: dict[str, Any] = {"event": event.name if event else ""}
    else:
        players = [line.account.player for line in lines if line.account.player is not None]
        words = {"player": players[0] if players else ""}
        kind = NOTED_AS[TransactionKind(booked.kind)]
    journal_booking(kind, kitty, made, amount, actor, at, again=booked.number, **words)
