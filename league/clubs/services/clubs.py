"""Clubs: making one, of which the maker is the first owner, its settings and its logo."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from itertools import islice
from typing import Any

from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.db.models import Model
from django.utils.text import slugify
from django.utils.translation import gettext as _

from league.clubs.club_settings import SETTINGS
from league.clubs.logos import LogoPicture
from league.clubs.models import Club, Logo, Member, NameOrder, Role, User
from league.clubs.services.rate_limits import CLUBS_OF_ACCOUNT, count
from league.clubs.sorting import player_key
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act
from league.foundation.names import clean_names
from league.foundation.refusal import Refused

# no club may have these addresses: they are pages of the desk
RESERVED = frozenset({"new"})


class ClubInvalid(Refused):
    """A setting of the club has a value that it cannot have."""

    code = "club_invalid"


class SlugTaken(Refused):
    """Another club has the address."""

    code = "club_address_taken"


@transaction.atomic
def create_club(
    *,
    name: str,
    owner: User,
    by: Act,
    slug: str = "",
    **settings: Any,
) -> Club:
    """Make a club and its first owner. Without an address one is made of the name.

    What holds without a setting, its column says. Asked for twice by the same owner with the same
    name and address, it is made once.
    Raises ClubInvalid, SlugTaken or TooOften.
    """
    stored = _cleaned({"name": name, **settings})
    _check_colours(Club(**stored))
    name = stored["name"]
    wanted = slug or _free_slug(name)
    if wanted in RESERVED or not _is_slug(wanted):
        raise ClubInvalid(
            _("“%(slug)s” cannot be an address; use letters, digits and hyphens.")
            % {"slug": wanted},
            field="slug",
        )
    club, created = Club.objects.get_or_create(slug=wanted, defaults=stored)
    if not created:
        if club.name == name and club.members.filter(user=owner, role=Role.OWNER).exists():
            return club
        raise SlugTaken(
            _("Another club has the address “%(slug)s”; choose another one.") % {"slug": wanted},
            field="slug",
        )
    count(CLUBS_OF_ACCOUNT, owner.pk, by.at)
    Member.objects.create(club=club, user=owner, role=Role.OWNER)
    journal.append(
        kind="club.created",
        by=by,
        club_id=club.pk,
        subject=club,
        data={"club": club, "owner": owner},
    )
    return club


def _cleaned(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings as they are stored. Raises ClubInvalid; TypeError for an unknown setting."""
    if unknown := settings.keys() - SETTINGS.keys():
        raise TypeError(f"{sorted(unknown)} are no settings of a club")
    stored = {}
    for name, value in settings.items():
        try:
            stored[name] = SETTINGS[name].cleaned(value)
        except ValidationError as wrong:
            raise ClubInvalid(wrong.messages[0], field=name) from None
    return stored


def _check_colours(club: Club) -> None:
    if club.accent_colour and not club.main_colour:
        raise ClubInvalid(
            _("Choose a main colour too: a colour of links and buttons goes with one."),
            field="main_colour",
        )


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
def change_club(*, club: Club, by: Act, **settings: Any) -> Club:
    """Change settings of the club, those of SETTINGS. Raises ClubInvalid.

    The address stays: it stands in links and on printed cards.
    """
    stored = _cleaned(settings)
    club = lock_club(club.pk)
    if changes := changed_fields(club, SETTINGS, stored):
        _check_colours(club)
        club.save(update_fields=list(changes))
        if "names_sorted_by" in changes:
            sort_players(club)
        journal.append(
            kind="club.changed",
            by=by,
            club_id=club.pk,
            subject=club,
            data={"club": club, "changes": changes},
        )
    return club


RESORT = """
UPDATE clubs_player AS player SET sort_key = sorted.key
FROM unnest(%s::bigint[], %s::text[]) AS sorted (id, key)
WHERE player.id = sorted.id AND player.sort_key <> sorted.key
"""
AT_ONCE = 2_000


def sort_players(club: Club) -> None:
    """Recompute what the players are sorted by, as the club wants it; in the order of ids."""
    by_family = club.names_sorted_by == NameOrder.FAMILY
    names = club.players.order_by("pk").values_list("pk", "name", "sort_name", "family_name")
    rows = names.iterator(chunk_size=AT_ONCE)
    while batch := list(islice(rows, AT_ONCE)):
        keys = [
            player_key(name=name, sort_name=read, family_name=family, by_family=by_family)
            for _pk, name, read, family in batch
        ]
        with connection.cursor() as cursor:
            cursor.execute(RESORT, [[pk for pk, *_names in batch], keys])


def lock_club(club_id: int) -> Club:
    """Return the club, locked: changes of its people are made one after the other.

    Rows that only refer to the club (an event, a deal) can still be written meanwhile.
    """
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)


def changed_fields(
    row: Model, allowed: Iterable[str], wanted: dict[str, Any]
) -> dict[str, tuple[Any, Any]]:
    """Set the fields that differ on the row; return what each was and is now.

    Raises TypeError for a field that may not be changed this way.
    """
    if unknown := wanted.keys() - set(allowed):
        raise TypeError(f"{sorted(unknown)} cannot be changed")
    changes = {}
    for name, value in clean_names(row, wanted).items():
        before = getattr(row, name)
        if before != value:
            setattr(row, name, value)
            changes[name] = (before, value)
    return changes


# A club's logo.


@transaction.atomic
def set_logo(*, club: Club, picture: LogoPicture, by: Act) -> Club:
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
        made_at=by.at,
    )
    club.save(update_fields=["logo"])
    _throw_away(before)
    _journal(club, "club.logo_changed", by)
    return club


@transaction.atomic
def remove_logo(*, club: Club, by: Act) -> Club:
    """Take the club's logo away; without one nothing happens."""
    club = lock_club(club.pk)
    before = club.logo_id
    if before is None:
        return club
    club.logo = None
    club.save(update_fields=["logo"])
    _throw_away(before)
    _journal(club, "club.logo_removed", by)
    return club


def _throw_away(name: str | None) -> None:
    if name is not None:
        Logo.objects.filter(pk=name).delete()


def _journal(club: Club, kind: str, by: Act) -> None:
    journal.append(
        kind=kind,
        by=by,
        club_id=club.pk,
        subject=club,
        data={"club": club},
    )
