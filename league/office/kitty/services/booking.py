"""Writing transactions with their lines, and reversing them: the only way into the ledger."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TypeAlias
from zoneinfo import ZoneInfo

from django.db import transaction as database
from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.foundation.journal.actor import Actor
from league.foundation.refusal import Refused
from league.office.kitty.booking_journal import journal_booking
from league.office.kitty.models import (
    CHARGES,
    Account,
    AccountKind,
    Kitty,
    Line,
    Transaction,
    TransactionKind,
)

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


def post(
    kitty: Kitty, drafts: Sequence[Draft], *, day: date, actor: Actor, at: datetime
) -> list[Transaction]:
    """Write the drafts with the next numbers of the kitty, which the caller holds."""
    accounts = _accounts(kitty, {where for draft in drafts for where in draft.lines})
    name = actor.name if actor.user_id is None else ""
    by = {"actor_user_id": actor.user_id, "actor_name": name}
    made = Transaction.objects.bulk_create(
        Transaction(
            kitty=kitty,
            number=number,
            kind=draft.kind,
            day=day,
            booked_at=at,
            event_number=draft.event,
            evening_number=draft.evening,
            source=draft.source,
            source_turn=draft.turn,
            reverses=draft.reverses,
            note=draft.note,
            line_count=len(draft.lines),
            **by,
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
def reverse(
    *, club: Club, booked: Transaction, note: str = "", actor: Actor, at: datetime
) -> Transaction:
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
    (made,) = post(kitty, [draft], day=today_of(club, at), actor=actor, at=at)
    amount = sum(line.amount for line in booked.lines.all() if line.amount > 0)
    journal_booking("kitty.reversed", kitty, made, amount, actor, at, reversed=booked.number)
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
