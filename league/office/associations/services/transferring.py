"""Transfers: a registration ends and another opens, by the association's rules."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.models import Club, Player
from league.foundation.journal.actor import Act
from league.foundation.refusal import Refused
from league.office.associations.models import (
    Association,
    Registration,
    Transfer,
    TransferRule,
    TransferState,
)
from league.office.associations.selectors import registered_players, registration_of
from league.office.associations.services.registering import (
    CannotRegister,
    check_club,
    check_not_entered,
    check_own_player,
    check_room,
    close_registration,
    hold_association_of,
    open_registration,
)
from league.office.associations.two_journals import journal_in_club, journal_registration
from league.play.events.models import Season

DECIDED = {
    TransferState.DONE: "transfer.done",
    TransferState.REFUSED: "transfer.refused",
    TransferState.TAKEN_BACK: "transfer.taken_back",
}


class TransferNotAllowed(Refused):
    """The association's rules do not allow the transfer; the sentence says which one."""

    code = "transfer_not_allowed"


class TransferDecided(Refused):
    """The transfer was decided already."""

    code = "transfer_decided"


@transaction.atomic
def transfer_player(
    *,
    season: Season,
    player: Player,
    to_club: Club,
    home_player: Player,
    by: Act,
) -> Transfer:
    """Take over a player of the association for a club, for which `home_player` is the person.

    Where the association has to consent it is asked; else it is done at once. Asked twice, it is
    asked once. Raises TransferNotAllowed, CannotRegister, PlayerIsEntered or NoAssociation.
    """
    association = hold_association_of(season)
    check_club(association, season, to_club, by.at)
    check_own_player(to_club, home_player)
    home_player = home_player.merged_into or home_player
    known = registered_players(season, [player.pk]).get(player.pk)
    if known is None:
        raise CannotRegister(
            _("%(player)s is not registered in %(season)s: register the player instead.")
            % {"player": player.name, "season": season.name}
        )
    asked = Transfer.objects.filter(season=season, player=player, state=TransferState.ASKED).first()
    done = _done_last(season, player, to_club)
    if known.club_id == to_club.pk and done is not None:
        return done
    if asked is not None and asked.to_club_id == to_club.pk:
        return asked
    check_transfer(association, known, to_club, home_player, by.at)
    if asked is not None:
        raise TransferNotAllowed(
            _("A transfer of %(player)s waits for the association’s consent already.")
            % {"player": player.name}
        )
    row = Transfer.objects.create(
        season=season,
        player=player,
        from_club=known.club,
        to_club=to_club,
        home_player=home_player,
        asked_by_id=by.actor.user_id,
        asked_at=by.at,
    )
    if association.transfers == TransferRule.CONSENT:
        _journal("transfer.asked", row, by=by)
        return row
    return _carry_out(row, known, by=by)


def _done_last(season: Season, player: Player, to_club: Club) -> Transfer | None:
    rows = Transfer.objects.filter(season=season, player=player, state=TransferState.DONE)
    last = rows.order_by("-decided_at", "-pk").first()
    return last if last is not None and last.to_club_id == to_club.pk else None


def check_transfer(
    association: Association, known: Registration, to_club: Club, home_player: Player, at: datetime
) -> None:
    """Refuse a transfer that the association's rules, or what is entered, do not allow."""
    if known.club_id == to_club.pk:
        raise TransferNotAllowed(
            _("%(player)s is registered for %(club)s already.")
            % {"player": known.player.name, "club": to_club.name}
        )
    _check_day(association, at)
    _check_number(association, known)
    check_room(association, known.season, to_club)
    _check_home_player(known, home_player)
    check_not_entered(known)


def _check_day(association: Association, at: datetime) -> None:
    if association.transfers == TransferRule.NEVER:
        raise TransferNotAllowed(
            _("%(association)s allows no transfers within a season.")
            % {"association": association.club.name}
        )
    last = association.transfers_until
    if last is not None and localdate(at, ZoneInfo(association.club.time_zone)) > last:
        raise TransferNotAllowed(
            _("%(association)s allowed transfers until %(day)s: ask its secretary.")
            % {"association": association.club.name, "day": date_format(last)}
        )


def _check_number(association: Association, known: Registration) -> None:
    most = association.most_transfers
    done = Transfer.objects.filter(
        season=known.season, player=known.player, state=TransferState.DONE
    ).count()
    if most is not None and done >= most:
        raise TransferNotAllowed(
            ngettext(
                "%(player)s has had %(count)d transfer in %(season)s, the most that "
                "%(association)s allows.",
                "%(player)s has had %(count)d transfers in %(season)s, the most that "
                "%(association)s allows.",
                done,
            )
            % {
                "player": known.player.name,
                "count": done,
                "season": known.season.name,
                "association": association.club.name,
            }
        )


def _check_home_player(known: Registration, home_player: Player) -> None:
    other = registration_of(known.season, home_player)
    if other is not None and other.player_id != known.player_id:
        raise CannotRegister(
            _("%(home)s is registered as %(player)s already: choose another player.")
            % {"home": home_player.name, "player": other.player.name},
            field="home_player",
        )


def _carry_out(row: Transfer, known: Registration, *, by: Act) -> Transfer:
    assert row.home_player is not None  # noqa: S101
    close_registration(known, by.at)
    journal_registration("registration.ended", known, by=by)
    open_registration(row.season, row.player, row.to_club, row.home_player, by=by)
    return _decide(row, TransferState.DONE, by=by)


def _decide(row: Transfer, state: TransferState, *, by: Act) -> Transfer:
    row.state, row.decided_by_id, row.decided_at = state, by.actor.user_id, by.at
    row.save(update_fields=["state", "decided_by", "decided_at"])
    _journal(DECIDED[state], row, by=by)
    return row


@transaction.atomic
def consent(*, transfer: Transfer, agrees: bool, by: Act) -> Transfer:
    """Decide a transfer for the association. The same decision again changes nothing.

    Raises TransferDecided, and what `transfer_player` raises when things have changed since.
    """
    association = hold_association_of(transfer.season)
    row = _stored(transfer)
    wanted = TransferState.DONE if agrees else TransferState.REFUSED
    if row.state == wanted:
        return row
    _check_waits(row)
    if not agrees:
        return _decide(row, wanted, by=by)
    known = registered_players(row.season, [row.player_id]).get(row.player_id)
    if known is None or known.club_id != row.from_club_id or row.home_player is None:
        raise TransferNotAllowed(
            _("%(player)s is not registered for %(club)s any more: refuse the transfer.")
            % {"player": row.player.name, "club": row.from_club.name}
        )
    check_club(association, row.season, row.to_club, by.at)
    check_transfer(association, known, row.to_club, row.home_player, by.at)
    return _carry_out(row, known, by=by)


@transaction.atomic
def take_back(*, transfer: Transfer, by: Act) -> Transfer:
    """Take a transfer back for the club that asked; twice is once. Raises TransferDecided."""
    hold_association_of(transfer.season)
    row = _stored(transfer)
    if row.state == TransferState.TAKEN_BACK:
        return row
    _check_waits(row)
    return _decide(row, TransferState.TAKEN_BACK, by=by)


def _stored(transfer: Transfer) -> Transfer:
    rows = Transfer.objects.select_related(
        "season__club", "player", "from_club", "to_club", "home_player__club"
    )
    return rows.get(pk=transfer.pk)


def _check_waits(row: Transfer) -> None:
    if row.state != TransferState.ASKED:
        raise TransferDecided(
            _("The transfer of %(player)s was decided already: %(state)s.")
            % {"player": row.player.name, "state": row.get_state_display()}
        )


def _journal(kind: str, row: Transfer, *, by: Act) -> None:
    """Write it for the association and, under the names of their own players, for both clubs."""
    named: dict[str, Any] = {
        "from_club": row.from_club,
        "to_club": row.to_club,
        "season": row.season.name,
        "transfer_id": row.pk,
    }
    of_association = [(row.season.club_id, row.player)]
    of_clubs = [(row.from_club_id, _player_before(row)), (row.to_club_id, row.home_player)]
    for club, player in of_association + [(c, one) for c, one in of_clubs if one is not None]:
        journal_in_club(kind, club, player, by=by, player=player, **named)


def _player_before(row: Transfer) -> Player | None:
    """Return who the player is among the own players of the club that is left, if it knows."""
    rows = Registration.objects.filter(
        season=row.season, player=row.player, club=row.from_club, home_player__isnull=False
    )
    last = rows.select_related("home_player").order_by("-registered_at", "-pk").first()
    return last.home_player if last else None
