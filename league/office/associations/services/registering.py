"""Clubs register their own players for a season of an association, and end registrations."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.models import LONGEST_TOLD_APART, Club, Player
from league.clubs.services.players import (
    NameTaken,
    add_player,
    is_forgotten,
    link_player_to_account,
)
from league.foundation.journal.actor import Act
from league.foundation.lists import listed_some
from league.foundation.refusal import OutOfDate, Refused
from league.office.associations.models import Association, Belonging, Registration
from league.office.associations.selectors import (
    entered_in,
    is_in,
    registered_players,
    registration_of,
)
from league.office.associations.services.founding import NoAssociation, hold_association
from league.office.associations.two_journals import journal_registration
from league.play.events.models import Season

MOST_NAMED = 5


class CannotRegister(Refused):
    """The player cannot be registered for the club in the season; the sentence says why."""

    code = "cannot_register"


class RegisteredElsewhere(Refused):
    """The player plays for another club in the season: a transfer is needed."""

    code = "registered_elsewhere"


class PlayerIsEntered(Refused):
    """The player is in an entry that is to be played for the club."""

    code = "player_is_entered"


@transaction.atomic
def register_player(*, season: Season, club: Club, player: Player, by: Act) -> Registration:
    """Register a club's own player for it in a season, and return the registration.

    The association gets a player of its own for the person, or has one from before. Registered
    twice it is one registration. Raises NoAssociation, CannotRegister or RegisteredElsewhere.
    """
    association = hold_association_of(season)
    check_club(association, season, club, by.at)
    check_own_player(club, player)
    player = player.merged_into or player
    known = registration_of(season, player)
    if known is not None and known.club_id == club.pk:
        return known
    theirs = player_of_association(association, player, by=by)
    known = registered_players(season, [theirs.pk]).get(theirs.pk) or known
    if known is not None and known.club_id == club.pk:
        return known
    if known is not None:
        raise _registered_elsewhere(known)
    check_room(association, season, club)
    return open_registration(season, theirs, club, player, by=by)


@transaction.atomic
def register_players(
    *, season: Season, club: Club, players: Sequence[Player], by: Act
) -> list[Registration]:
    """Register several as `register_player` does one: all of them, or nobody."""
    return [register_player(season=season, club=club, player=player, by=by) for player in players]


def hold_association_of(season: Season) -> Association:
    """Return the association that a season is of, locked. Raises NoAssociation."""
    association = Association.objects.filter(club=season.club_id).first()
    if association is None:
        raise NoAssociation(_("Players are registered only for seasons of an association."))
    return hold_association(association)


def check_club(association: Association, season: Season, club: Club, at: datetime) -> None:
    """Refuse a club that is not in the association, and a season that is over."""
    if not is_in(association, club):
        raise CannotRegister(
            _("%(club)s is not a member of %(association)s: it has to join first.")
            % {"club": club.name, "association": association.club.name}
        )
    if season.ends_on < localdate(at, ZoneInfo(association.club.time_zone)):
        raise CannotRegister(
            _("%(season)s ended on %(day)s: choose a season that is not over.")
            % {"season": season.name, "day": date_format(season.ends_on)}
        )


def check_own_player(club: Club, player: Player) -> None:
    """Refuse a player of another club, and one who is forgotten."""
    if player.club_id != club.pk:
        raise CannotRegister(
            _("A club can register only its own players; choose one of %(club)s.")
            % {"club": club.name},
            field="player",
        )
    if is_forgotten(player):
        raise CannotRegister(
            _("%(player)s was forgotten at the person’s wish and cannot be registered.")
            % {"player": player.name},
            field="player",
        )


def check_room(association: Association, season: Season, club: Club) -> None:
    """Refuse one player more than a club may register."""
    most = association.most_registered
    if most is None:
        return
    rows = Registration.objects.filter(season=season, club=club, ended_at__isnull=True)
    if rows.count() >= most:
        raise CannotRegister(
            ngettext(
                "A club can register %(most)d player in a season, and %(club)s has as many: end "
                "a registration first.",
                "A club can register %(most)d players in a season, and %(club)s has as many: end "
                "a registration first.",
                most,
            )
            % {"most": most, "club": club.name}
        )


def _registered_elsewhere(known: Registration) -> RegisteredElsewhere:
    return RegisteredElsewhere(
        _(
            "%(player)s has been registered for %(club)s in %(season)s since %(day)s: ask for a "
            "transfer instead."
        )
        % {
            "player": known.player.name,
            "club": known.club.name,
            "season": known.season.name,
            "day": date_format(known.registered_at.date()),
        },
        field="player",
    )


def player_of_association(association: Association, home_player: Player, *, by: Act) -> Player:
    """Return the association's own player for a club's player; a new one where it has none yet.

    It is who was registered for that player before, or has the same account. Of the person only
    the names are taken over, and how the public sees them.
    """
    known = _known_player(association, home_player)
    if known is not None:
        return known
    names: dict[str, Any] = {
        "club": association.club,
        "name": home_player.plain_name,
        "sort_name": home_player.sort_name,
        "family_name": home_player.family_name,
        "public_name": home_player.public_name,
    }
    own_word, club_word = _distinguishing_words(home_player)
    try:
        player = add_player(**names, told_apart_by=own_word, surely_new=True, by=by)
    except NameTaken:
        player = add_player(**names, told_apart_by=club_word, by=by)
    if home_player.user is not None:
        player = link_player_to_account(player=player, user=home_player.user, by=by)
    return player


def _distinguishing_words(home_player: Player) -> tuple[str, str]:
    """Return the word that tells a player apart at home, and one for a namesake of another club."""
    own = home_player.told_apart_by
    of_club = ", ".join(word for word in (own, home_player.club.name) if word)
    return own, of_club[:LONGEST_TOLD_APART].strip()


def _known_player(association: Association, home_player: Player) -> Player | None:
    same = [home_player.pk, *home_player.doubles.values_list("pk", flat=True)]
    before = Registration.objects.filter(
        season__club=association.club_id, home_player__in=same
    ).select_related("player__merged_into")
    last = before.order_by("-registered_at", "-pk").first()
    if last is not None:
        return last.player.merged_into or last.player
    if home_player.user_id is None:
        return None
    return association.club.players.filter(user=home_player.user_id, merged_into=None).first()


def open_registration(
    season: Season,
    player: Player,
    club: Club,
    home_player: Player | None,
    *,
    by: Act,
) -> Registration:
    """Write a registration that was checked."""
    row = Registration.objects.create(
        season=season,
        player=player,
        club=club,
        home_player=home_player,
        registered_by_id=by.actor.user_id,
        registered_at=by.at,
    )
    journal_registration("registration.made", row, by=by)
    return row


@transaction.atomic
def end_registration(*, registration: Registration, by: Act) -> Registration:
    """End a registration; ended twice it is ended once. Raises PlayerIsEntered."""
    hold_association_of(registration.season)
    row = Registration.objects.select_related("season", "player", "club", "home_player__club").get(
        pk=registration.pk
    )
    if row.ended_at is not None:
        return row
    check_not_entered(row)
    close_registration(row, by.at)
    journal_registration("registration.ended", row, by=by)
    return row


@transaction.atomic
def end_registrations(*, registrations: Iterable[Registration], by: Act) -> list[Registration]:
    """End several as `end_registration` does one: all of them, or none."""
    return [end_registration(registration=row, by=by) for row in list(registrations)]


def close_registration(row: Registration, at: datetime) -> None:
    row.ended_at = max(at, row.registered_at)
    row.save(update_fields=["ended_at"])


def check_not_entered(row: Registration) -> None:
    """Refuse to take a player from a club for which an entry with the player is to be played."""
    events = sorted({member.event.name for member in entered_in(row.season, row.player)})
    if events:
        raise PlayerIsEntered(
            _(
                "%(player)s is in an entry of %(club)s in %(events)s: take the player out of the "
                "entry first, or withdraw it."
            )
            % {
                "player": row.player.name,
                "club": row.club.name,
                "events": listed_some(events, MOST_NAMED),
            }
        )


def carry_registrations(season: Season, following: Season, by: Act) -> None:
    """Register for the next season who is registered at the end of one, for the same club.

    Clubs that have left, and players who are not active any more, are left out. Done twice it is
    done once.
    """
    association = Association.objects.filter(club=season.club_id).first()
    if association is None:
        return
    members = association.associated_clubs.filter(state=Belonging.MEMBER).values("club")
    rows = Registration.objects.filter(
        season=season, ended_at__isnull=True, club__in=members, player__is_active=True
    )
    known = Registration.objects.filter(season=following, ended_at__isnull=True)
    rows = rows.exclude(player__in=known.values("player"))
    for row in rows.select_related("player", "club", "home_player__club").order_by("pk"):
        open_registration(following, row.player, row.club, row.home_player, by=by)


# --- A registration that was ended by mistake, open again ---


@transaction.atomic
def resume_registration(*, registration: Registration, ended_at: datetime, by: Act) -> Registration:
    """Open a registration again that was ended at a moment; one that is open stays so.

    Raises OutOfDate where the player was registered again since, or it ended again, and
    CannotRegister where the club is no longer in the association, has as many players as it may,
    or the season is over.
    """
    association = hold_association_of(registration.season)
    row = Registration.objects.select_related("season", "player", "club", "home_player__club").get(
        pk=registration.pk
    )
    if row.ended_at is None:
        return row
    check_club(association, row.season, row.club, by.at)
    _check_last(row, ended_at)
    check_room(association, row.season, row.club)
    row.ended_at = None
    row.save(update_fields=["ended_at"])
    journal_registration("registration.made", row, by=by)
    return row


def _check_last(row: Registration, ended_at: datetime) -> None:
    if row.ended_at != ended_at:
        raise OutOfDate(_("This can no longer be undone. Look at the page once more."))
    same = Q(player=row.player)
    if row.home_player is not None:
        same |= Q(home_player=row.home_player)
    since = Registration.objects.filter(same, season=row.season).exclude(pk=row.pk)
    last = since.filter(Q(ended_at__isnull=True) | Q(pk__gt=row.pk)).select_related("club").last()
    if last is not None:
        raise OutOfDate(
            _(
                "This can no longer be undone: %(player)s has been registered for %(club)s since "
                "then."
            )
            % {"player": row.player.name, "club": last.club.name}
        )
