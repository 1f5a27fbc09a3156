"""Clubs: made by whoever owns them then, and their settings."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model
from django.utils.text import slugify
from django.utils.translation import gettext as _

from league.clubs.models import Club, Member, Role, User, check_time_zone
from league.clubs.services.often import CLUBS_OF_ACCOUNT, count
from league.journal import services as journal
from league.journal.actor import Actor
from league.refusal import Refused

# addresses at the desk that are pages of its own
RESERVED = frozenset({"new"})
SETTINGS = ("name", "time_zone", "language", "about", "where_we_play", "when_we_play")


class ClubInvalid(Refused):
    """A setting of the club that cannot be."""

    code = "club_invalid"


class SlugTaken(Refused):
    """Another club has the address."""

    code = "club_address_taken"


@transaction.atomic
def create_club(
    *,
    name: str,
    owner: User,
    actor: Actor,
    at: datetime,
    slug: str = "",
    time_zone: str = "UTC",
    language: str = "en",
    about: str = "",
    where_we_play: str = "",
    when_we_play: str = "",
) -> Club:
    """Make a club and its first owner. Without an address one is made of the name.

    Asked for twice by the same owner with the same name and address, it is made once.
    Raises ClubInvalid, SlugTaken or TooOften.
    """
    name = " ".join(name.split())
    _check(name, time_zone)
    wanted = slug or _free_slug(name)
    if wanted in RESERVED or not _is_slug(wanted):
        raise ClubInvalid(
            _("“%(slug)s” cannot be an address; use letters, digits and hyphens.")
            % {"slug": wanted},
            field="slug",
        )
    club, created = Club.objects.get_or_create(
        slug=wanted,
        defaults={
            "name": name,
            "time_zone": time_zone,
            "language": language,
            "about": about,
            "where_we_play": where_we_play,
            "when_we_play": when_we_play,
        },
    )
    if not created:
        if club.name == name and club.members.filter(user=owner, role=Role.OWNER).exists():
            return club
        raise SlugTaken(
            _("Another club has the address “%(slug)s”; choose another one.") % {"slug": wanted},
            field="slug",
        )
    count(CLUBS_OF_ACCOUNT, owner.pk, at)
    Member.objects.create(club=club, user=owner, role=Role.OWNER)
    journal.append(
        kind="club.created",
        actor=actor,
        at=at,
        club_id=club.pk,
        subject=club,
        data={"club": club.name, "owner": str(owner)},
    )
    return club


def _check(name: str, time_zone: str) -> None:
    if not name:
        raise ClubInvalid(_("A club needs a name."), field="name")
    try:
        check_time_zone(time_zone)
    except ValidationError as wrong:
        raise ClubInvalid(wrong.messages[0], field="time_zone") from None


def _is_slug(text: str) -> bool:
    return text == slugify(text)


def _free_slug(name: str) -> str:
    """Return an address nobody has; a name without Latin letters (日本橋クラブ) gives "club"."""
    wanted = slugify(name)[:50].strip("-") or "club"
    taken = set(Club.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    slug, number = wanted, 1
    while slug in taken or slug in RESERVED:
        number += 1
        slug = f"{wanted}-{number}"
    return slug


@transaction.atomic
def change_club(*, club: Club, actor: Actor, at: datetime, **settings: str) -> Club:
    """Change settings of the club, those of SETTINGS. Raises ClubInvalid.

    The address stays: it stands in links and on printed cards.
    """
    club = lock_club(club.pk)
    if "name" in settings:
        settings["name"] = " ".join(settings["name"].split())
    _check(settings.get("name", club.name), settings.get("time_zone", club.time_zone))
    if changes := changed_fields(club, SETTINGS, settings):
        club.save(update_fields=list(changes))
        journal.append(
            kind="club.changed",
            actor=actor,
            at=at,
            club_id=club.pk,
            subject=club,
            data={"club": club.name, "changes": changes},
        )
    return club


def lock_club(club_id: int) -> Club:
    """Return the club, locked: changes of its people are made one after the other.

    Rows that only refer to the club (an event, a deal) can still be written meanwhile.
    """
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)


def changed_fields(
    row: Model, allowed: Sequence[str], wanted: dict[str, Any]
) -> dict[str, tuple[Any, Any]]:
    """Set the fields that differ on the row; return what each was and is now.

    Raises TypeError for a field that may not be changed this way.
    """
    if unknown := wanted.keys() - set(allowed):
        raise TypeError(f"{sorted(unknown)} cannot be changed")
    changes = {}
    for name, value in wanted.items():
        before = getattr(row, name)
        if before != value:
            setattr(row, name, value)
            changes[name] = (before, value)
    return changes
