"""A club's colours and logo."""

from datetime import datetime
from hashlib import sha256

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.logos import LogoPicture
from league.clubs.models import Club, Logo, check_colour
from league.clubs.services.clubs import ClubInvalid, changed_fields, lock_club
from league.journal import services as journal
from league.journal.actor import Actor

COLOURS = ("main_colour", "accent_colour")


@transaction.atomic
def change_colours(
    *, club: Club, main_colour: str, accent_colour: str = "", actor: Actor, at: datetime
) -> Club:
    """Give the club colours, "#rrggbb" each; nothing for those of the site. Raises ClubInvalid."""
    wanted = {"main_colour": main_colour.lower(), "accent_colour": accent_colour.lower()}
    _check(wanted)
    club = lock_club(club.pk)
    if changes := changed_fields(club, COLOURS, wanted):
        club.save(update_fields=list(changes))
        _note(club, "club.changed", {"changes": changes}, actor, at)
    return club


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
    _note(club, "club.logo_changed", {}, actor, at)
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
    _note(club, "club.logo_removed", {}, actor, at)
    return club


def _throw_away(name: str | None) -> None:
    if name is not None:
        Logo.objects.filter(pk=name).delete()


def _check(colours: dict[str, str]) -> None:
    for field, colour in colours.items():
        try:
            if colour:
                check_colour(colour)
        except ValidationError as wrong:
            raise ClubInvalid(wrong.messages[0], field=field) from None
    if colours["accent_colour"] and not colours["main_colour"]:
        raise ClubInvalid(
            _("Choose a main colour too: a colour of links and buttons goes with one."),
            field="main_colour",
        )


def _note(club: Club, kind: str, data: dict[str, object], actor: Actor, at: datetime) -> None:
    journal.append(
        kind=kind,
        actor=actor,
        at=at,
        club_id=club.pk,
        subject=club,
        data={"club": club.name, **data},
    )
