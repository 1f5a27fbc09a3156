"""Signing up to a club by its link or code: opened and closed, people who came, taken or refused.

A stranger learns nothing from it: the answer is the same whether the name or the address is known.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower
from django.utils.translation import gettext as _

from league.clubs.models import (
    LARGEST_NUMBER_JOINING,
    Club,
    Invitation,
    Joining,
    JoinRequest,
    Player,
    Role,
    User,
)
from league.clubs.services.clubs import changed_fields, lock_club
from league.clubs.services.invitations import invite, withdraw_invitation
from league.clubs.services.members import add_member, remove_member
from league.clubs.services.players import (
    LONGEST_NAME,
    AccountTaken,
    add_player,
    alike_players,
    change_player,
    link_player_to_account,
)
from league.clubs.services.rate_limits import JOINS_FROM_NETWORK, count, network_of
from league.foundation.club_limits import services as club_limits
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act, Actor
from league.foundation.names import clean_name
from league.foundation.refusal import Refused

# easily distinguished when they are read out and typed: no 0 and O, 1 and I
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6
SETTINGS = ("is_open", "last_day", "most_people", "is_confirmed")
# returns a whole number from 0 to below its argument
Below = Callable[[int], int]


class JoiningClosed(Refused):
    """The club takes nobody by its link or code now, or there is no such code."""

    code = "joining_closed"


class JoiningInvalid(Refused):
    """A name, an address or a setting that cannot be."""

    code = "joining_invalid"


class JoinRequestOver(Refused):
    """Somebody else has accepted or refused it meanwhile."""

    code = "join_request_over"


def draw_code(below: Below) -> str:
    return "".join(LETTERS[below(len(LETTERS))] for _place in range(CODE_LENGTH))


def tidy_code(typed: str) -> str:
    """Return a code as it is stored, from what somebody typed: small letters, spaces, hyphens."""
    return "".join(letter for letter in typed.upper() if letter.isalnum())[:20]


@transaction.atomic
def change_joining(*, club: Club, below: Below, account: User, by: Act, **settings: Any) -> Joining:
    """Open or close signing up to the club, or change its limits. Raises JoiningInvalid."""
    lock_club(club.pk)
    joining = Joining.objects.filter(club=club).first() or Joining(club=club, code=_free(below))
    _check_settings(settings)
    changes = changed_fields(joining, SETTINGS, settings)
    if changes.get("is_open", (False, False))[1]:
        joining.opened_at, joining.opened_by = by.at, account
    if changes or joining.pk is None:
        joining.save()
        noted = {name: (str(before), str(now)) for name, (before, now) in changes.items()}
        _journal("joining.changed", club, by, changes=noted)
    return joining


def _check_settings(settings: dict[str, Any]) -> None:
    most = settings.get("most_people")
    if most is not None and not 1 <= most <= LARGEST_NUMBER_JOINING:
        raise JoiningInvalid(
            _("Write a number from 1 to %(most)d.") % {"most": LARGEST_NUMBER_JOINING},
            field="most_people",
        )


def _free(below: Below) -> str:
    while Joining.objects.filter(code=(code := draw_code(below))).exists():
        continue
    return code


@transaction.atomic
def renew_join_code(*, club: Club, below: Below, by: Act) -> Joining:
    """Give the club another code: the link and the code of before lead nowhere any more."""
    lock_club(club.pk)
    joining = Joining.objects.filter(club=club).first() or Joining(club=club)
    joining.code = _free(below)
    joining.save()
    _journal("joining.code_renewed", club, by)
    return joining


def joining_of_code(code: str) -> Joining | None:
    return Joining.objects.select_related("club").filter(code=tidy_code(code)).first()


def check_taking(joining: Joining, at: datetime) -> None:
    """Raise JoiningClosed unless the club takes people by its code now."""
    today = at.astimezone(ZoneInfo(joining.club.time_zone)).date()
    if not joining.is_open or (joining.last_day and joining.last_day < today):
        raise JoiningClosed(
            _("%(club)s takes no sign-ups at the moment. Ask somebody of the club.")
            % {"club": joining.club.name}
        )
    if joining.most_people is not None and came_since(joining) >= joining.most_people:
        raise JoiningClosed(
            _("%(club)s has all the sign-ups it wanted. Ask somebody of the club.")
            % {"club": joining.club.name}
        )


def came_since(joining: Joining) -> int:
    """Return how many have signed up since it was opened."""
    since = JoinRequest.objects.filter(club=joining.club_id)
    return since.filter(asked_at__gte=joining.opened_at).count() if joining.opened_at else 0


@transaction.atomic
def ask_to_join(
    *, joining: Joining, name: str, email: str, user: User | None, client: str, at: datetime
) -> JoinRequest:
    """Sign somebody up; `user` is the account, if the person has signed in, `client` the device.

    Sent twice, it is one request and one player. Where the club takes people at once they become
    players, unless the name is one of the club's already: then a director looks first.
    Raises JoiningInvalid, JoiningClosed, TooOften, LimitReached or TooManyPlayers.
    """
    count(JOINS_FROM_NETWORK, network_of(client), at)
    name, email = clean_name(name), (user.email if user else email.strip().lower())
    _check_person(name, email)
    club = lock_club(joining.club_id)
    joining = Joining.objects.select_related("club").get(pk=joining.pk)
    known = club.join_requests.annotate(lower=Lower("name")).filter(email=email)
    if found := known.filter(lower=name.lower()).first():
        return found
    check_taking(joining, at)
    club_limits.count(club_limits.JOINS, club.pk, at)
    club_limits.check_players(club.players.count, more=1)
    asked = JoinRequest.objects.create(club=club, name=name, email=email, user=user, asked_at=at)
    by = Act(Actor(name=_("somebody"), via="public"), at)
    _journal("joining.asked", club, by, asked)
    if not joining.is_confirmed:
        _take_at_once(joining, asked, by)
    return asked


def _check_person(name: str, email: str) -> None:
    if not any(letter.isalpha() for letter in name) or not name.isprintable():
        raise JoiningInvalid(_("Write your name."), field="name")
    if len(name) > LONGEST_NAME:
        raise JoiningInvalid(
            _("A name can have %(most)d characters at most.") % {"most": LONGEST_NAME},
            field="name",
        )
    try:
        validate_email(email)
    except ValidationError:
        raise JoiningInvalid(
            _("This is not an e-mail address: write it as in ann@example.org."), field="email"
        ) from None


def namesakes_of(asked: JoinRequest) -> list[Player]:
    """Return the players whom somebody who signed up may be: of the name, or of the address."""
    rows = _alike(asked, Q(email=asked.email))
    return list(rows.order_by("sort_key", "id")[:20])


def _alike(asked: JoinRequest, also: Q | None = None) -> "QuerySet[Player]":
    """Return the players of the name, accents and what tells them apart aside; `also` others."""
    alike = alike_players(asked.club_id, asked.name)
    if also is None:
        return alike
    return alike | Player.objects.filter(also, club=asked.club_id, merged_into=None)


def _take_at_once(joining: Joining, asked: JoinRequest, by: Act) -> None:
    """Accept who is clearly somebody new, or clearly one player; else a director looks."""
    alike = list(_alike(asked).select_related("club", "user")[:2])
    if len(alike) > 1 or any(player.email != asked.email for player in alike):
        return
    player = alike[0] if alike else None
    _accept(asked, player, "", account=joining.opened_by, by=by)


@transaction.atomic
def accept_join(
    *,
    asked: JoinRequest,
    player: Player | None = None,
    told_apart_by: str = "",
    account: User,
    by: Act,
) -> JoinRequest:
    """Take somebody who signed up: as a new player, or as one whom the club has.

    Who is taken already stays so. Raises JoinRequestOver, NameTaken, TooManyPlayers.
    """
    asked = _locked(asked)
    if asked.accepted_at is not None:
        return asked
    if player is not None and (player.club_id != asked.club_id or player.merged_into_id):
        raise JoinRequestOver(_("The player does not belong to this club."), field="player")
    return _accept(asked, player, told_apart_by, account=account, by=by)


def _accept(
    asked: JoinRequest,
    player: Player | None,
    told_apart_by: str,
    *,
    account: User | None,
    by: Act,
) -> JoinRequest:
    pass  # BY
    asked.is_new = player is None
    if player is None:
        person: dict[str, Any] = {
            "name": asked.name,
            "email": asked.email,
            "told_apart_by": told_apart_by,
        }
        # a director has looked at who is alike, or nobody is
        player = add_player(club=asked.club, **person, surely_new=True, by=by)
    asked.player, asked.accepted_at = player, by.at
    asked.invitation = _give_account(asked, player, account, by)
    asked.save()
    _journal("joining.accepted", asked.club, by, asked, player=player)
    return asked


def _give_account(
    asked: JoinRequest, player: Player, account: User | None, by: Act
) -> Invitation | None:
    """Make an account that signed up a member and the player's; invite any other address.

    Only the mail that follows proves an address, so a stranger is given nothing but an invitation.
    """
    if asked.user is not None:
        add_member(club=asked.club, user=asked.user, role=Role.PLAYER, by=by)
        _link(player, asked.user, by)
        return None
    is_invited = asked.club.invitations.filter(
        email=asked.email, accepted_at=None, withdrawn_at=None, expires_at__gt=by.at
    ).exists()
    if account is None or player.user_id is not None or is_invited:
        return None
    try:
        with transaction.atomic():
            return invite(
                club=asked.club,
                email=asked.email,
                role=Role.PLAYER,
                player=player,
                invited_by=account,
                by=by,
            )
    except Refused:
        # a member already, or too many mails: the player is there, and can be invited by hand
        return None


def _link(player: Player, user: User, by: Act) -> None:
    try:
        with transaction.atomic():
            link_player_to_account(player=player, user=user, by=by)
    except AccountTaken:
        return


@transaction.atomic
def refuse_join(*, asked: JoinRequest, by: Act) -> None:
    """Refuse somebody who signed up; who was taken already goes off the lists again.

    The invitation is withdrawn, and a membership that came of it ends. Name and address that were
    only in the request are deleted. Nothing happens where it was refused already.
    """
    lock_club(asked.club_id)
    found = JoinRequest.objects.select_related("club", "player", "invitation", "user")
    stored = found.filter(pk=asked.pk).first()
    if stored is None:
        return
    player = stored.player
    if player is not None and stored.is_new and player.is_active and player.merged_into_id is None:
        change_player(player=player, is_active=False, by=by)
    if stored.invitation is not None and stored.invitation.accepted_at is None:
        withdraw_invitation(invitation=stored.invitation, by=by)
    _end_membership(stored, by)
    shown = {"player": player} if player else {}
    _journal("joining.refused", stored.club, by, stored, **shown)
    stored.delete()


def _end_membership(asked: JoinRequest, by: Act) -> None:
    accepted = asked.invitation.accepted_by_id if asked.invitation else None
    users = {asked.user_id, accepted} - {None}
    members = asked.club.members.filter(user__in=users, role=Role.PLAYER)
    for member in members.filter(since__gte=asked.asked_at):
        remove_member(member=member, by=by)


def _locked(asked: JoinRequest) -> JoinRequest:
    lock_club(asked.club_id)
    rows = JoinRequest.objects.select_related("club", "player", "user", "invitation")
    stored = rows.filter(pk=asked.pk).first()
    if stored is None:
        raise JoinRequestOver(_("This sign-up was refused meanwhile; nothing was changed."))
    return stored


def _journal(kind: str, club: Club, by: Act, about: JoinRequest | None = None, **data: Any) -> None:
    """Write a journal entry; of who is not a player it says no name, so none is left in it."""
    journal.append(kind=kind, by=by, club_id=club.pk, subject=about or club, data=data)
