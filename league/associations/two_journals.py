"""Writing what happens in an association into the journals of both sides."""

from datetime import datetime
from typing import Any

from django.db.models import Model

from league.clubs.models import Club, Player
from league.events.models import Season
from league.journal import services as journal
from league.journal.actor import Actor


def note(
    kind: str, club: Club | int, subject: Model, /, *, actor: Actor, at: datetime, **data: Any
) -> None:
    """Write a happening into the journal of one club."""
    number = club if isinstance(club, int) else club.pk
    journal.append(kind=kind, actor=actor, at=at, club_id=number, subject=subject, data=data)


def note_registered(
    kind: str,
    season: Season,
    player: Player,
    club: Club,
    home_player: Player | None,
    /,
    *,
    actor: Actor,
    at: datetime,
) -> None:
    """Write what happened to a registration: for the association, and in the player's club.

    Each journal has the name that its own club knows: forgetting looks for that one there.
    """
    named = {"club": club.name, "season": season.name}
    note(kind, season.club_id, player, actor=actor, at=at, player=player.name, **named)
    if home_player is not None and home_player.club_id != season.club_id:
        name = home_player.name
        note(kind, home_player.club_id, home_player, actor=actor, at=at, player=name, **named)
