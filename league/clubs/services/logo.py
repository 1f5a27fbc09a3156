"""A club's logo."""

from datetime import datetime
from hashlib import sha256

from django.db import transaction

from league.clubs.logos import LogoPicture
from league.clubs.models import Club, Logo
from league.clubs.services.clubs import lock_club
from league.journal import services as journal
from league.journal.actor import Actor


@transaction.atomic
def set_logo(*, club: Club, picture: LogoPicture, actor: Actor, at: datetime) -> Club:
    """Give the club a logo; the one before is thrown away. The same one again changes nothing."""
    club = lock_club(club.pk)
    digest = sha256(f"{club.pk}:".encode() + picture.content).hexdigest()[:24]
    name = f"{digest}-{picture.width}x{picture.height}"
    if club.logo_id == name:
        return club
    before = club.logo_id
    club.logo = Logo.objects.create(
        name=name,
        content=picture.content,
        width=picture.width,
        height=picture.height,
        made_at=at,
    )
    club.save(update_fields=["logo"])
    _throw_away(before)
    _note(club, "club.logo_changed", actor, at)
    return club


@transaction.atomic
def remove_logo(*, club: Club, actor: Actor, at: datetime) -> Club:
    """Take the club's logo away; without one nothing happens."""
    club = lock_club(club.pk)
    before = club.logo_id
    if before is None:
        return club
    club.logo = None
    club.save(update_fields=["logo"])
    _throw_away(before)
    _note(club, "club.logo_removed", actor, at)
    return club


def _throw_away(name: str | None) -> None:
    if name is not None:
        Logo.objects.filter(pk=name).delete()


def _note(club: Club, kind: str, actor: Actor, at: datetime) -> None:
    journal.append(
        kind=kind,
        actor=actor,
        at=at,
        club_id=club.pk,
        subject=club,
        data={"club": club.name},
    )
