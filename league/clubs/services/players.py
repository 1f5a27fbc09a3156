"""Players of a club: added, changed, linked to accounts, kept apart in draws."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.club_limits import services as club_limits
from league.clubs.models import Club, Erased, Erasure, KeptApart, Player, PublicName, User
from league.clubs.selectors import apart_from
from league.clubs.services.clubs import changed_fields, lock_club
from league.clubs.sorting import sort_key
from league.journal import services as journal
from league.journal.actor import Actor
from league.refusal import Refused

CHANGEABLE = ("name", "sort_name", "member_number", "email", "public_name", "is_active")
LONGEST_NAME = 120
LONGEST_NUMBER = 20


class PlayerInvalid(Refused):
    """The name or the member number is missing or too long."""

    code = "player_invalid"


class MemberNumberTaken(Refused):
    code = "member_number_taken"


class PlayerMerged(Refused):
    """The player was merged into another one, who is the one to change."""

    code = "player_merged"


class PlayerForgotten(Refused):
    """The player is forgotten: nothing is known of the person, and nothing can be added."""

    code = "player_forgotten"


class AccountTaken(Refused):
    """The account or the player is linked already."""

    code = "account_taken"


@transaction.atomic
def add_player(
    *,
    club: Club,
    name: str,
    sort_name: str = "",
    member_number: str = "",
    email: str = "",
    public_name: str = PublicName.FULL,
    actor: Actor,
    at: datetime,
) -> Player:
    """Add somebody who plays in the club.

    Raises PlayerInvalid, MemberNumberTaken or TooManyPlayers.
    """
    lock_club(club.pk)
    club_limits.check_players(club.players.count, more=1)
    player = Player(
        club=club,
        name=tidy(name),
        sort_name=tidy(sort_name),
        member_number=member_number.strip(),
        email=email.strip().lower(),
        public_name=PublicName(public_name),
    )
    check_player(player)
    player.save()
    note_player("player.added", player, actor, at)
    return player


@transaction.atomic
def add_players(*, club: Club, names: Iterable[str], actor: Actor, at: datetime) -> list[Player]:
    """Add people of whom the names are known, as `add_player` does; a few queries for all.

    Raises PlayerInvalid or TooManyPlayers, and then adds nobody.
    """
    lock_club(club.pk)
    players = [
        Player(club=club, name=name, sort_key=sort_key(name, "")) for name in map(tidy, names)
    ]
    club_limits.check_players(club.players.count, more=len(players))
    for player in players:
        check_player(player)
    Player.objects.bulk_create(players)
    journal.append_all(
        kind="player.added",
        actor=actor,
        at=at,
        club_id=club.pk,
        about=[(player, {"player": player.name}) for player in players],
    )
    return players


@transaction.atomic
def change_player(*, player: Player, actor: Actor, at: datetime, **fields: Any) -> Player:
    """Change fields of a player; with `is_active=False` no list offers the player any more.

    Raises PlayerInvalid, MemberNumberTaken or PlayerMerged.
    """
    player = lock_player(player)
    for name in {"name", "sort_name"} & fields.keys():
        fields[name] = tidy(fields[name])
    if "member_number" in fields:
        fields["member_number"] = fields["member_number"].strip()
    if "email" in fields:
        fields["email"] = fields["email"].strip().lower()
    name_before = player.name
    changes = changed_fields(player, CHANGEABLE, fields)
    if changes:
        check_player(player)
        player.save(update_fields=list(changes))
        # many people can read the journal: of an address it only says that it changed
        noted = {k: ("…", "…") if k == "email" else pair for k, pair in changes.items()}
        note_player("player.changed", player, actor, at, name_then=name_before, changes=noted)
    return player


@transaction.atomic
def link_player_to_account(*, player: Player, user: User, actor: Actor, at: datetime) -> Player:
    """Say that the account is this player's. Raises AccountTaken or PlayerMerged."""
    player = lock_player(player)
    if player.user_id == user.pk:
        return player
    if player.user_id is not None:
        raise AccountTaken(
            _("%(player)s is linked to another account already; remove that link first.")
            % {"player": player.name}
        )
    other = Player.objects.filter(club=player.club, user=user, merged_into=None).first()
    if other is not None:
        raise AccountTaken(
            _("The account of %(account)s belongs to the player %(other)s already.")
            % {"account": user, "other": other.name}
        )
    player.user = user
    player.save(update_fields=["user"])
    note_player("player.linked", player, actor, at, account=str(user))
    return player


@transaction.atomic
def unlink_player(*, player: Player, actor: Actor, at: datetime) -> Player:
    """Take the account from the player; nothing happens when there is none."""
    player = lock_player(player)
    if player.user is not None:
        account = str(player.user)
        player.user = None
        player.save(update_fields=["user"])
        note_player("player.unlinked", player, actor, at, account=account)
    return player


def tidy(name: str) -> str:
    """Return the name with one plain space between words, also where they were wide (Japanese)."""
    return " ".join(name.split())


def lock_player(player: Player) -> Player:
    """Return the player as stored now, with the club locked. Raises PlayerMerged, PlayerForgotten.

    The club's row is locked instead of the player's, so that all changes of people take the same
    lock and cannot wait for each other in a circle.
    """
    lock_club(player.club_id)
    stored = Player.objects.select_related("club", "user", "merged_into").get(pk=player.pk)
    if stored.merged_into is not None:
        raise PlayerMerged(
            _("%(double)s was merged into %(player)s; change %(player)s instead.")
            % {"double": stored.name, "player": stored.merged_into.name}
        )
    if is_forgotten(stored):
        raise PlayerForgotten(
            _("%(player)s was forgotten at the person’s wish and cannot be changed any more.")
            % {"player": stored.name}
        )
    return stored


def is_forgotten(player: Player) -> bool:
    return Erasure.objects.filter(
        kind=Erased.PLAYER, subject_id=player.pk, subject_since=player.created_at
    ).exists()


def check_player(player: Player) -> None:
    """Raise PlayerInvalid or MemberNumberTaken if the player cannot be stored like this."""
    if not player.name:
        raise PlayerInvalid(_("A player needs a name."), field="name")
    for field, most in (("name", LONGEST_NAME), ("sort_name", LONGEST_NAME)):
        if len(getattr(player, field)) > most:
            raise PlayerInvalid(
                _("A name can have %(most)d characters at most.") % {"most": most}, field=field
            )
    if len(player.member_number) > LONGEST_NUMBER:
        raise PlayerInvalid(
            _("A member number can have %(most)d characters at most.") % {"most": LONGEST_NUMBER},
            field="member_number",
        )
    if not player.member_number:
        return
    same = Player.objects.filter(
        club=player.club, member_number=player.member_number, merged_into=None
    ).exclude(pk=player.pk)
    if other := same.first():
        raise MemberNumberTaken(
            _("The member number %(number)s belongs to %(player)s already.")
            % {"number": player.member_number, "player": other.name},
            field="member_number",
        )


def note_player(
    kind: str, player: Player, actor: Actor, at: datetime, *, name_then: str = "", **data: Any
) -> None:
    """Write a journal entry about a player, under the name that the player had before it."""
    journal.append(
        kind=kind,
        actor=actor,
        at=at,
        club_id=player.club_id,
        subject=player,
        data={"player": name_then or player.name} | data,
    )


# Pairs of players whom draws keep apart. The draws of rounds read them.

LONGEST_REASON = 120


class CannotKeepApart(Refused):
    """The two are one person, or of different clubs, or the reason is too long."""

    code = "cannot_keep_apart"


@transaction.atomic
def keep_apart(
    *, player: Player, other: Player, reason: str = "", actor: Actor, at: datetime
) -> KeptApart:
    """Let draws of events that begin from now on keep the two apart where they can.

    Of two who are kept apart already only the reason is changed, if another one is given.
    Raises CannotKeepApart or PlayerMerged.
    """
    player, other = lock_player(player), lock_player(other)
    if player.pk == other.pk:
        raise CannotKeepApart(_("Choose two different players."), field="other")
    if player.club_id != other.club_id:
        raise CannotKeepApart(_("The two players are of different clubs."), field="other")
    reason = " ".join(reason.split())
    if len(reason) > LONGEST_REASON:
        raise CannotKeepApart(
            _("A reason can have %(most)d characters at most.") % {"most": LONGEST_REASON},
            field="reason",
        )
    known = apart_from(player).get(other.pk)
    if known is not None:
        if reason and known[0].reason != reason:
            known[0].reason = reason
            known[0].save(update_fields=["reason"])
        return known[0]
    lower, higher = sorted((player, other), key=lambda row: row.pk)
    apart = KeptApart.objects.create(
        club_id=player.club_id, one=lower, other=higher, reason=reason, noted_at=at
    )
    note_player("player.kept_apart", player, actor, at, other=other.name)
    return apart


@transaction.atomic
def let_meet(*, player: Player, other: Player, actor: Actor, at: datetime) -> None:
    """Let draws of events that begin from now on put the two together again."""
    player, other = lock_player(player), lock_player(other)
    rows = apart_from(player).get(other.pk, [])
    for row in rows:
        row.ended_at = max(at, row.noted_at)
        row.save(update_fields=["ended_at"])
    if rows:
        note_player("player.may_meet", player, actor, at, other=other.name)
