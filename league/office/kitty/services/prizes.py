"""The pot of an event, and its prizes: shared out by the places of the final standings."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from django.db import transaction as database
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.foundation.journal.actor import Act
from league.foundation.refusal import OutOfDate, Refused
from league.office.kitty.booking_journal import journal_booking
from league.office.kitty.charges import Placed, prizes_by_entry, prizes_by_player
from league.office.kitty.models import (
    AccountKind,
    Kitty,
    Transaction,
    TransactionKind,
)
from league.office.kitty.selectors import amounts_of, charged_for
from league.office.kitty.services.booking import (
    Draft,
    Where,
    again,
    booked_since,
    draft_again,
    hold_kitty,
    journal_booking_again,
    opposite,
    post,
    today_of,
)
from league.play.events.models import Event, EventState
from league.tables.seasons.nights_read import final_places, players_of_entries
from league.tables.standings.methods import CannotRank

OVER = (EventState.FINISHED, EventState.ARCHIVED)


class CannotAward(Refused):
    code = "cannot_award"


@dataclass(frozen=True, slots=True)
class Prizes:
    """The prizes as they would be now. `awarded` is what was booked and stands, by player."""

    pot: int
    places: list[Placed]
    by_entry: Mapping[int, int]
    by_player: Mapping[int, int]
    is_final: bool
    awarded: Transaction | None
    awarded_by_player: Mapping[int, int]

    @property
    def total(self) -> int:
        return sum(self.by_entry.values())

    @property
    def left(self) -> int:
        return self.pot - self.total

    @property
    def is_awarded(self) -> bool:
        """Say whether exactly these prizes are booked."""
        return self.awarded is not None and self.awarded_by_player == self.by_player

    @property
    def seen(self) -> str:
        """Return what names these prizes, to be sent when they are awarded."""
        text = ";".join(f"{player}:{part}" for player, part in sorted(self.by_player.items()))
        return sha256(text.encode()).hexdigest()[:16]


def prizes_of(kitty: Kitty, event: Event) -> Prizes:
    """Return the prizes of an event, worked out from its results. Raises CannotAward."""
    terms = amounts_of(event)
    pot = terms.pot_added + charged_for(kitty, event) * terms.pot_percent // 100
    places, is_final = _places(event)
    by_entry = prizes_by_entry(pot, terms.prize_shares, places) if terms.prize_shares else {}
    awarded = _awarded(kitty, event)
    return Prizes(
        pot=pot,
        places=places,
        by_entry=by_entry,
        by_player=prizes_by_player(by_entry, places),
        is_final=is_final,
        awarded=awarded,
        awarded_by_player=_by_player(awarded),
    )


def _places(event: Event) -> tuple[list[Placed], bool]:
    try:
        final = final_places(event)
    except CannotRank as wrong:
        raise CannotAward(str(wrong)) from None
    players = players_of_entries(event)
    places = [Placed(row.entry, row.rank, players.get(row.entry, [])) for row in final.stages[0]]
    return places, event.state in OVER and not final.is_provisional


def _awarded(kitty: Kitty, event: Event) -> Transaction | None:
    rows = Transaction.objects.filter(kitty=kitty, kind=TransactionKind.PRIZES)
    of_event = rows.filter(event_number=event.pk, reversed_by__isnull=True)
    return of_event.prefetch_related("lines__account__player").first()


def _by_player(awarded: Transaction | None) -> dict[int, int]:
    found: dict[int, int] = {}
    for line in awarded.lines.all() if awarded else ():
        player = line.account.player
        if player is not None:
            stays = player.merged_into_id or player.pk
            found[stays] = found.get(stays, 0) - line.amount
    return found


@database.atomic
def award_prizes(*, event: Event, seen: str, by: Act) -> Transaction:
    """Credit the prizes to the players, and return what was booked.

    Prizes awarded before are reversed and booked again where the results have changed since; asked
    for twice, nothing is booked twice. Raises CannotAward, KittyOff, or OutOfDate where the
    prizes are not those that were `seen`.
    """
    kitty = hold_kitty(event.club_id)
    prizes = prizes_of(kitty, Event.objects.get(pk=event.pk))
    if prizes.is_awarded and prizes.awarded is not None:
        return prizes.awarded
    _check(prizes, seen)
    drafts = [opposite(prizes.awarded)] if prizes.awarded else []
    drafts.append(_draft(kitty, event, prizes))
    *_old, made = post(kitty, drafts, day=today_of(kitty.club, by.at), by=by)
    total = sum(prizes.by_player.values())
    journal_booking("kitty.prizes", kitty, made, total, by, event=event.name)
    return made


def _check(prizes: Prizes, seen: str) -> None:
    if not prizes.is_final:
        raise CannotAward(
            _("Prizes can be awarded once the event is finished and every result is confirmed.")
        )
    if not prizes.by_player:
        raise CannotAward(_("There is nothing to award: say what is in the pot and its shares."))
    if seen != prizes.seen:
        raise OutOfDate(_("The prizes have changed since you looked. Check them once more."))


def _draft(kitty: Kitty, event: Event, prizes: Prizes) -> Draft:
    lines: dict[Where, int] = {player: -part for player, part in prizes.by_player.items()}
    lines[AccountKind.PRIZES] = sum(prizes.by_player.values())
    turns = Transaction.objects.filter(kitty=kitty, source=f"prizes:{event.pk}").count()
    return Draft(
        kind=TransactionKind.PRIZES,
        lines=lines,
        event=event.pk,
        source=f"prizes:{event.pk}",
        turn=turns,
    )


# --- Prizes taken back from the players: the undo of an award, with those that it replaced ---


@database.atomic
def undo_prizes(*, club: Club, change: int, by: Act) -> None:
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
    reversal, *booked = post(kitty, drafts, day=today_of(club, by.at), by=by)
    amount = sum(line.amount for line in awarded.lines.all() if line.amount > 0)
    journal_booking("kitty.reversed", kitty, reversal, amount, by, reversed=awarded.number)
    if replaced is not None:
        journal_booking_again(kitty, booked[0], replaced, by)


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
