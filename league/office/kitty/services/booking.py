"""Writing transactions with their lines, and reversing them: the only way into the ledger."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, TypeAlias
from zoneinfo import ZoneInfo

from django.db import transaction as database
from django.db.models import Max, Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.foundation.derived_state import catch_up
from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.refusal import OutOfDate, Refused
from league.office.kitty.booking_journal import journal_booking
from league.office.kitty.charges import Charge, charges_of_evening, charges_of_event
from league.office.kitty.models import (
    CHARGES,
    Account,
    AccountKind,
    EventCharges,
    Kitty,
    Line,
    Transaction,
    TransactionKind,
)
from league.office.kitty.money import AmountUnclear, check, shown
from league.office.kitty.selectors import balance_of
from league.play.events.models import Evening, Event

LONGEST_NOTE = 200

# an account by its kind, or that of a player by the player's id
Where: TypeAlias = AccountKind | int


class KittyOff(Refused):
    """The club keeps no kitty, or not any more."""

    code = "kitty_off"


class CannotReverse(Refused):
    code = "cannot_reverse"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A transaction to be written: amounts by account, which sum to 0."""

    kind: TransactionKind
    lines: Mapping[Where, int]
    event: int | None = None
    evening: int | None = None
    source: str = ""
    turn: int = 0
    reverses: Transaction | None = None
    note: str = ""


def hold_kitty(club_id: int) -> Kitty:
    """Return the club's kitty, held until the transaction ends. Raises KittyOff."""
    kitties = Kitty.objects.select_for_update(no_key=True, of=("self",)).select_related("club")
    kitty = kitties.filter(club=club_id, is_on=True).first()
    if kitty is None:
        raise KittyOff(_("The club keeps no kitty. An owner can switch it on in the settings."))
    return kitty


def today_of(club: Club, at: datetime) -> date:
    """Return the day it is at the club."""
    return at.astimezone(ZoneInfo(club.time_zone)).date()


def post(kitty: Kitty, drafts: Sequence[Draft], *, day: date, by: Act) -> list[Transaction]:
    """Write the drafts with the next numbers of the kitty, which the caller holds."""
    accounts = _accounts(kitty, {where for draft in drafts for where in draft.lines})
    name = by.actor.name if by.actor.user_id is None else ""
    booker = {"actor_user_id": by.actor.user_id, "actor_name": name}
    made = Transaction.objects.bulk_create(
        Transaction(
            kitty=kitty,
            number=number,
            kind=draft.kind,
            day=day,
            booked_at=by.at,
            event_number=draft.event,
            evening_number=draft.evening,
            source=draft.source,
            source_turn=draft.turn,
            reverses=draft.reverses,
            note=draft.note,
            line_count=len(draft.lines),
            **booker,
        )
        for number, draft in enumerate(drafts, start=kitty.last_number + 1)
    )
    Line.objects.bulk_create(
        Line(transaction=one, account_id=accounts[where], amount=amount)
        for one, draft in zip(made, drafts, strict=True)
        for where, amount in draft.lines.items()
    )
    kitty.last_number += len(made)
    kitty.save(update_fields=["last_number"])
    return made


def _accounts(kitty: Kitty, wanted: set[Where]) -> dict[Where, int]:
    """Return the ids of the accounts; those that are not there yet are made."""
    players = {where for where in wanted if not isinstance(where, AccountKind)}
    kinds = {where for where in wanted if isinstance(where, AccountKind)}
    new = [Account(kitty=kitty, kind=kind) for kind in kinds]
    new += [Account(kitty=kitty, kind=AccountKind.PLAYER, player_id=pk) for pk in players]
    there = _known(kitty, players)
    missing = [one for one in new if (one.player_id or AccountKind(one.kind)) not in there]
    if missing:
        Account.objects.bulk_create(missing)
        there = _known(kitty, players)
    return there


def _known(kitty: Kitty, players: set[int]) -> dict[Where, int]:
    rows = kitty.accounts.filter(player__isnull=True).values_list("kind", "pk")
    known: dict[Where, int] = {AccountKind(kind): pk for kind, pk in rows}
    of_players = kitty.accounts.filter(player__in=players).values_list("player_id", "pk")
    return known | {player: pk for player, pk in of_players if player is not None}


def opposite(booked: Transaction, *, note: str = "") -> Draft:
    """Return the draft of what reverses a transaction; reads its lines with their accounts."""
    lines: dict[Where, int] = {
        line.account.player_id or AccountKind(line.account.kind): -line.amount
        for line in booked.lines.all()
    }
    return Draft(
        kind=TransactionKind.REVERSAL,
        lines=lines,
        event=booked.event_number,
        evening=booked.evening_number,
        reverses=booked,
        note=note,
    )


@database.atomic
def reverse(*, club: Club, booked: Transaction, note: str = "", by: Act) -> Transaction:
    """Book the opposite of a transaction, and return it; asked for twice it is done once.

    What follows from facts is not reversed by hand, for it would be booked again. Raises
    CannotReverse or KittyOff.
    """
    kitty = hold_kitty(club.pk)
    found = Transaction.objects.filter(kitty=kitty, pk=booked.pk)
    booked = found.prefetch_related("lines__account__player").get()
    done = Transaction.objects.filter(reverses=booked).first()
    if done is not None:
        return done
    _check_reversible(booked)
    draft = opposite(booked, note=tidy_note(note))
    (made,) = post(kitty, [draft], day=today_of(club, by.at), by=by)
    amount = sum(line.amount for line in booked.lines.all() if line.amount > 0)
    journal_booking("kitty.reversed", kitty, made, amount, by, reversed=booked.number)
    return made


def _check_reversible(booked: Transaction) -> None:
    if booked.kind in CHARGES:
        raise CannotReverse(
            _(
                "Booking %(number)d follows from who took part and what was played, and is "
                "corrected with it. To let somebody off, waive the amount on the player’s page."
            )
            % {"number": booked.number}
        )
    if booked.kind == TransactionKind.REVERSAL:
        raise CannotReverse(
            _("Booking %(number)d is a reversal itself. Book the amount again instead.")
            % {"number": booked.number}
        )


def tidy_note(text: str) -> str:
    return " ".join(text.replace("\x00", "").split())[:LONGEST_NOTE]


def player_who_stays(player: Player) -> Player:
    return player.merged_into or player


# --- Brings the ledger up to date with what is to be charged for an event or an evening ---
# Only what differs is booked: a charge that changed is reversed by a new transaction and booked
# again. Done twice, late or beside itself it books nothing more.

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
    post(kitty, drafts, day=today_of(kitty.club, at), by=Act(SYSTEM, at))
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


# --- What people book: payments, money paid out, debts waived, expenses and other income ---

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
    by: Act,
) -> Transaction:
    """Book an amount of one of the kinds in ACCOUNTS, and return the transaction.

    An expense with a player was paid by the player, to whom the club owes it then. Raises
    BookingInvalid or KittyOff.
    """
    kitty = hold_kitty(club.pk)
    note = tidy_note(note)
    player = None if player is None else player_who_stays(player)
    day = day or today_of(kitty.club, by.at)
    _check_payment(kitty, kind, amount, player, note, day, today_of(kitty.club, by.at))
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
    (made,) = post(kitty, [draft], day=day, by=by)
    journal_booking(NOTED_AS[kind], kitty, made, amount, by, player=player or "")
    return made


@database.atomic
def take_all(
    *,
    club: Club,
    player: Player,
    seen: int,
    occasion: Occasion | None = None,
    by: Act,
) -> Transaction:
    """Note that a player has paid all that is owed. Raises OutOfDate where it is not `seen`.

    So a button pressed twice, or by two people, takes the money once.
    """
    kitty = hold_kitty(club.pk)
    player = player_who_stays(player)
    if occasion is not None and occasion.evening is not None:
        charge_evening(evening=occasion.evening, at=by.at)
    owed = balance_of(kitty, player)
    if owed != seen or owed <= 0:
        raise OutOfDate(_owes(kitty, player, owed))
    return book(
        club=club,
        kind=TransactionKind.PAYMENT,
        amount=owed,
        player=player,
        occasion=occasion,
        by=by,
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


def _check_payment(
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


# --- A booking that was reversed by mistake, booked once more: the undo of a reversal ---


@database.atomic
def book_again(*, club: Club, booked: Transaction, by: Act) -> Transaction:
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
    _check_again(kitty, booked, Transaction.objects.filter(reverses=booked).first())
    draft = draft_again(booked)
    (made,) = post(kitty, [draft], day=today_of(club, by.at), by=by)
    journal_booking_again(kitty, made, booked, by)
    return made


def _check_again(kitty: Kitty, booked: Transaction, reversal: Transaction | None) -> None:
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


def journal_booking_again(kitty: Kitty, made: Transaction, booked: Transaction, by: Act) -> None:
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
    journal_booking(kind, kitty, made, amount, by, again=booked.number, **words)
