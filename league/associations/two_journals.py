"""Writing what happens in an association into the journals of both sides."""

from datetime import datetime
from typing import Any

from django.db.models import Model

from league.associations.models import Registration
from league.clubs.models import Club
from league.journal import services as journal
from league.journal.actor import Actor


def note(
    kind: str, club: Club | int, subject: Model, /, *, actor: Actor, at: datetime, **data: Any
) -> None:
    """Write a happening into the journal of one club."""
    number = club if isinstance(club, int) else club.pk
    journal.append(kind=kind, actor=actor, at=at, club_id=number, subject=subject, data=data)


def note_registered(kind: str, row: Registration, /, *, actor: Actor, at: datetime) -> None:
    """Write what happened to a registration: for the association, and in the player's club.

    Each journal has the name that its own club knows: forgetting looks for that one there.
    """
    named = {"club": row.club.name, "season": row.season.name, "registration_id": row.pk}
    player, home = row.player, row.home_player
    note(kind, row.season.club_id, player, actor=actor, at=at, player=player.name, **named)
    if home is not None and home.club_id != row.season.club_id:
        note(kind, home.club_id, home, actor=actor, at=at, player=home.name, **named)
