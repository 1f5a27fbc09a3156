"""What people book: payments, money paid out, debts waived, expenses and other income."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import transaction as database
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.foundation.journal.actor import Actor
from league.foundation.refusal import OutOfDate, Refused
from league.office.kitty.booking_journal import journal_booking
from league.office.kitty.models import AccountKind, Kitty, Transaction, TransactionKind
from league.office.kitty.money import AmountUnclear, check, shown
from league.office.kitty.selectors import balance_of
from league.office.kitty.services.booking import (
    Draft,
    Where,
    hold_kitty,
    player_who_stays,
    post,
    tidy_note,
    today_of,
)
from league.office.kitty.services.charging import charge_evening
from league.play.events.models import Evening, Event

LONGEST_AGO = timedelta(days=366)

# what is debited and what is credited; None is the account of the player
ACCOUNTS: Mapping[TransactionKind, tuple[AccountKind | None, AccountKind | None]] = {
    TransactionKind.PAYMENT: (AccountKind.CASH, None),
    TransactionKind.PAYOUT: (None, AccountKind.CASH),
    TransactionKind.WAIVER: (AccountKind.WAIVED, None),
    TransactionKind.CHARGE: (None, AccountKind.FEES),
    TransactionKind.EXPENSE: (AccountKind.EXPENSES, AccountKind.CASH),
    TransactionKind.INCOME: (AccountKind.CASH, AccountKind.INCOME),
}
BY_HAND = [(kind.value, kind.label) for kind in ACCOUNTS]
NOTED_AS = {
    TransactionKind.PAYMENT: "kitty.payment",
    TransactionKind.PAYOUT: "kitty.payout",
    TransactionKind.WAIVER: "kitty.waiver",
    TransactionKind.CHARGE: "kitty.charge",
    TransactionKind.EXPENSE: "kitty.expense",
    TransactionKind.INCOME: "kitty.income",
}
# what must say what it was for
WITH_NOTE = (TransactionKind.EXPENSE, TransactionKind.INCOME, TransactionKind.CHARGE)


class BookingInvalid(Refused):
    code = "booking_invalid"


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """What something is booked for: an event, an evening that has not started, or neither."""

    event: Event | None = None
    evening: Evening | None = None

    @property
    def event_number(self) -> int | None:
        return self.event.pk if self.event else None

    @property
    def evening_number(self) -> int | None:
        return self.evening.pk if self.evening else None


@database.atomic
def book(
    *,
    club: Club,
    kind: TransactionKind,
    amount: int,
    player: Player | None = None,
    occasion: Occasion | None = None,
    note: str = "",
    day: date | None = None,
    actor: Actor,
    at: datetime,
) -> Transaction:
    """Book an amount of one of the kinds in ACCOUNTS, and return the transaction.

    An expense with a player was paid by the player, to whom the club owes it then. Raises
    BookingInvalid or KittyOff.
    """
    kitty = hold_kitty(club.pk)
    note = tidy_note(note)
    player = None if player is None else player_who_stays(player)
    day = day or today_of(kitty.club, at)
    _check(kitty, kind, amount, player, note, day, today_of(kitty.club, at))
    debit, credit = (_where(kind, side, player) for side in ACCOUNTS[kind])
    lines: dict[Where, int] = {debit: amount, credit: -amount}
    occasion = occasion or Occasion()
    draft = Draft(
        kind=kind,
        lines=lines,
        note=note,
        event=occasion.event_number,
        evening=occasion.evening_number,
    )
    (made,) = post(kitty, [draft], day=day, actor=actor, at=at)
    journal_booking(NOTED_AS[kind], kitty, made, amount, actor, at, player=player or "")
    return made


@database.atomic
def take_all(
    *,
    club: Club,
    player: Player,
    seen: int,
    occasion: Occasion | None = None,
    actor: Actor,
    at: datetime,
) -> Transaction:
    """Note that a player has paid all that is owed. Raises OutOfDate where it is not `seen`.

    So a button pressed twice, or by two people, takes the money once.
    """
    kitty = hold_kitty(club.pk)
    player = player_who_stays(player)
    if occasion is not None and occasion.evening is not None:
        charge_evening(evening=occasion.evening, at=at)
    owed = balance_of(kitty, player)
    if owed != seen or owed <= 0:
        raise OutOfDate(_owes(kitty, player, owed))
    return book(
        club=club,
        kind=TransactionKind.PAYMENT,
        amount=owed,
        player=player,
        occasion=occasion,
        actor=actor,
        at=at,
    )


def _owes(kitty: Kitty, player: Player, owed: int) -> str:
    if owed <= 0:
        return _("%(player)s owes nothing any more: somebody has noted it already.") % {
            "player": player.name
        }
    return _("%(player)s now owes %(amount)s. Look again at what was paid.") % {
        "player": player.name,
        "amount": shown(owed, kitty.currency),
    }


def _where(kind: TransactionKind, account: AccountKind | None, player: Player | None) -> Where:
    paid_by_player = kind == TransactionKind.EXPENSE and account == AccountKind.CASH
    if player is not None and (account is None or paid_by_player):
        return player.pk
    assert account is not None, "checked before"  # noqa: S101
    return account


def _check(
    kitty: Kitty,
    kind: TransactionKind,
    amount: int,
    player: Player | None,
    note: str,
    day: date,
    today: date,
) -> None:
    if kind not in ACCOUNTS:
        raise BookingInvalid(_("This cannot be booked by hand."), field="kind")
    try:
        check(amount, kitty.currency, least=1)
    except AmountUnclear as wrong:
        raise BookingInvalid(str(wrong), field="amount") from None
    if None in ACCOUNTS[kind] and player is None:
        raise BookingInvalid(_("Choose the player."), field="player")
    if player is not None and (player.club_id != kitty.club_id or kind == TransactionKind.INCOME):
        raise BookingInvalid(_("Choose a player of the same club."), field="player")
    if kind in WITH_NOTE and not note:
        raise BookingInvalid(_("Say what it was for."), field="note")
    if not today - LONGEST_AGO <= day <= today:
        raise BookingInvalid(
            _("The day must be between %(first)s and today.")
            % {"first": date_format(today - LONGEST_AGO)},
            field="day",
        )
