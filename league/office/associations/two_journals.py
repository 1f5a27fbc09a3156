"""Writing what happens in an association into the journals of both sides."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Model

from league.clubs.models import Club, Player
from league.foundation.journal import services as journal
from league.foundation.journal.actor import SYSTEM, Act
from league.office.associations.models import Registration

FORGOTTEN_AT_HOME = "registration.forgotten_at_home"


def journal_in_club(
    kind: str, club: Club | int, subject: Model, /, *, by: Act, **data: Any
) -> None:
    """Write a happening into the journal of one club."""
    number = club if isinstance(club, int) else club.pk
    journal.append(kind=kind, by=by, club_id=number, subject=subject, data=data)


def journal_registration(kind: str, row: Registration, /, *, by: Act) -> None:
    """Write what happened to a registration: for the association, and in the player's club.

    Each journal names the player whom its own club knows.
    """
    named = {"club": row.club, "season": row.season.name, "registration_id": row.pk}
    player, home = row.player, row.home_player
    journal_in_club(kind, row.season.club_id, player, by=by, player=player, **named)
    if home is not None and home.club_id != row.season.club_id:
        journal_in_club(kind, home.club_id, home, by=by, player=home, **named)


def journal_forgotten_at_home(players: Iterable[Player], at: datetime) -> None:
    """Write for each association that its own player was forgotten at home; without any name.

    It has a player of its own for the person, and forgets that one only itself.
    """
    rows = Registration.objects.filter(home_player__in=[player.pk for player in players])
    known: dict[int, Registration] = {}
    for row in rows.select_related("home_player__club", "player__merged_into").order_by("pk"):
        known[(row.player.merged_into or row.player).pk] = row
    for number, row in known.items():
        player = row.player.merged_into or row.player
        assert row.home_player is not None, "it was looked for"  # noqa: S101
        home = row.home_player.club
        if player.club_id != home.pk:
            data = {"club": home, "number": number}
            journal_in_club(FORGOTTEN_AT_HOME, player.club_id, player, by=Act(SYSTEM, at), **data)
