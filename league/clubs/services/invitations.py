"""Invitations: an offer by mail to become a member, good for one person and two weeks."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache

from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from league.clubs.models import Club, Invitation, Member, Player, Role, User
from league.clubs.services.clubs import lock_club
from league.clubs.services.members import add_member, change_role
from league.clubs.services.players import (
    LONGEST_NAME,
    AccountTaken,
    add_players,
    link_player_to_account,
)
from league.clubs.services.rate_limits import (
    INVITATIONS_BY_LIST,
    INVITATIONS_BY_SENDER,
    INVITATIONS_TO_ADDRESS,
    count,
)
from league.foundation.club_limits import services as club_limits
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act
from league.foundation.languages import CODES
from league.foundation.names import alike_key, clean_name, name_key
from league.foundation.refusal import OutOfDate, Refused

GOOD_FOR = timedelta(days=14)
SALT = "clubs.invitation"  # signs the link that the inviter sees: it only names the invitation
MAILED_SALT = "clubs.invitation.mailed"  # signs the mailed link: it also proves the address
RANKS = {role: rank for rank, role in enumerate(reversed(Role))}


class InvitationRefused(Refused):
    """The invitation cannot be made."""

    code = "invitation_refused"


class InvitationOver(Refused):
    """The invitation was used, withdrawn or has expired, or there never was one."""

    code = "invitation_over"


@transaction.atomic
def invite(
    *,
    club: Club,
    email: str,
    role: str,
    invited_by: User,
    by: Act,
    player: Player | None = None,
) -> Invitation:
    """Invite an address; the mail follows the commit.

    An address that was invited and has not answered is invited again: there is one open
    invitation, with the new role, and the mail goes out once more.
    Raises InvitationRefused, TooOften or LimitReached.
    """
    email = email.strip().lower()
    _check_address(club, email)
    if player is not None and (player.club_id != club.pk or player.merged_into_id):
        raise InvitationRefused(_("The player does not belong to this club."), field="player")
    count(INVITATIONS_BY_SENDER, invited_by.pk, by.at)
    count(INVITATIONS_TO_ADDRESS, email, by.at)
    lock_club(club.pk)
    return store_invitation(
        club=club, email=email, role=role, player=player, invited_by=invited_by, by=by
    )


def store_invitation(
    *,
    club: Club,
    email: str,
    role: str,
    player: Player | None,
    invited_by: User,
    by: Act,
) -> Invitation:
    """Store an invitation of an address that was checked and counted; its mail follows.

    Call it with the club locked. Raises LimitReached.
    """
    club_limits.count(club_limits.MAILS, club.pk, by.at)
    invitation, _created = Invitation.objects.update_or_create(
        club=club,
        email=email,
        accepted_at=None,
        withdrawn_at=None,
        defaults={
            "role": Role(role),
            "player": player,
            "invited_by": invited_by,
            "invited_at": by.at,
            "expires_at": by.at + GOOD_FOR,
            "mailed_at": None,
        },
    )
    _journal("member.invited", invitation, by)
    return invitation


def _check_address(club: Club, email: str) -> None:
    try:
        validate_email(email)
    except ValidationError:
        raise InvitationRefused(
            _("“%(email)s” is not an e-mail address.") % {"email": email}, field="email"
        ) from None
    if member := club.members.filter(user__email=email).select_related("user").first():
        raise InvitationRefused(
            _("%(name)s is a member of the club already, as %(role)s; change the role instead.")
            % {"name": member.user, "role": member.get_role_display()},
            field="email",
        )


@transaction.atomic
def withdraw_invitation(*, invitation: Invitation, sent_at: str = "", by: Act) -> Invitation:
    """Take an invitation back: its link stops working. Raises InvitationOver when it was used.

    With `sent_at`, the moment in ISO text, one that was sent again since is not: OutOfDate.
    """
    invitation = _locked(invitation.pk)
    if invitation.withdrawn_at is not None:
        return invitation
    if sent_at and sent_at != invitation.invited_at.isoformat():
        raise OutOfDate(
            _("This can no longer be undone: %(email)s has been invited again since then.")
            % {"email": invitation.email}
        )
    if invitation.accepted_at is not None:
        raise InvitationOver(
            _("The invitation to %(email)s has already been accepted; remove the member instead.")
            % {"email": invitation.email}
        )
    invitation.withdrawn_at = by.at
    invitation.save(update_fields=["withdrawn_at"])
    _journal("invitation.withdrawn", invitation, by)
    return invitation


@transaction.atomic
def restore_invitation(*, invitation: Invitation, by: Act) -> Invitation:
    """Make the link of a withdrawn invitation work again, as long as it would have.

    Raises InvitationOver when it has expired since, and InvitationRefused when the address was
    invited again or is a member's by now.
    """
    lock_club(invitation.club_id)
    invitation = _locked(invitation.pk)
    if invitation.withdrawn_at is None:
        return invitation
    if invitation.expires_at <= by.at:
        raise InvitationOver(
            _("The invitation to %(email)s has expired in the meantime; send a new one.")
            % {"email": invitation.email}
        )
    _check_address(invitation.club, invitation.email)
    newer = Invitation.objects.filter(
        club_id=invitation.club_id,
        email=invitation.email,
        accepted_at__isnull=True,
        withdrawn_at__isnull=True,
    )
    if newer.exists():
        raise InvitationRefused(
            _("%(email)s has been invited again since then; the newer invitation is the valid one.")
            % {"email": invitation.email}
        )
    invitation.withdrawn_at = None
    invitation.save(update_fields=["withdrawn_at"])
    _journal("invitation.restored", invitation, by)
    return invitation


@transaction.atomic
def accept_invitation(*, invitation: Invitation, user: User, by: Act) -> Member:
    """Make the person a member. Somebody who is one already keeps the greater of the two roles.

    Accepting twice with the same account changes nothing. Raises InvitationOver.
    """
    lock_club(invitation.club_id)
    invitation = _locked(invitation.pk)
    if invitation.accepted_at is not None and invitation.accepted_by_id == user.pk:
        return Member.objects.get(club_id=invitation.club_id, user=user)
    check_open(invitation, by.at)
    invitation.accepted_at, invitation.accepted_by = by.at, user
    invitation.save(update_fields=["accepted_at", "accepted_by"])
    member = add_member(club=invitation.club, user=user, role=invitation.role, by=by)
    if RANKS[Role(invitation.role)] > RANKS[Role(member.role)]:
        member = change_role(member=member, role=invitation.role, by=by)
    _link(invitation, user, by)
    return member


def _link(invitation: Invitation, user: User, by: Act) -> None:
    player = invitation.player
    if player is None or player.merged_into_id:
        return
    try:
        with transaction.atomic():
            link_player_to_account(player=player, user=user, by=by)
    except AccountTaken:
        # the person becomes a member all the same; a director links the player by hand
        return


def check_open(invitation: Invitation, at: datetime) -> None:
    """Raise InvitationOver, saying why, unless the invitation can still be accepted."""
    if invitation.accepted_at is not None:
        raise InvitationOver(
            _("This invitation was used already. Sign in with the account it was used for.")
        )
    if invitation.withdrawn_at is not None:
        raise InvitationOver(_("The club has withdrawn this invitation; ask for a new one."))
    if invitation.expires_at <= at:
        raise InvitationOver(
            _("This invitation has expired: it was valid for %(days)d days. Ask for a new one.")
            % {"days": GOOD_FOR.days}
        )


def token_of(invitation: Invitation) -> str:
    """Return what stands in the invitation's link, as the inviter sees it."""
    return signing.Signer(salt=SALT).sign(str(invitation.pk))


def mailed_token_of(invitation: Invitation) -> str:
    """Return what stands in the link that is mailed, and nowhere else.

    Whoever has it reads the mail of the invited address: no page shows it.
    """
    return signing.Signer(salt=MAILED_SALT).sign(str(invitation.pk))


def invitation_from(token: str) -> Invitation:
    """Return a link's invitation, whatever its state. Raises InvitationOver for a forged one."""
    return _signed(token, SALT)


def mailed_invitation_from(token: str) -> Invitation:
    """Return the invitation of a link that was mailed. Raises InvitationOver for a forged one."""
    return _signed(token, MAILED_SALT)


def _signed(token: str, salt: str) -> Invitation:
    try:
        pk = int(signing.Signer(salt=salt).unsign(token))
        return Invitation.objects.select_related("club", "invited_by", "player").get(pk=pk)
    except (signing.BadSignature, ValueError, Invitation.DoesNotExist):
        raise InvitationOver(
            _("This is not the address of an invitation; use the whole link from your e-mail.")
        ) from None


def _locked(pk: int) -> Invitation:
    # only the invitation is locked: inviter and player may be null, and PostgreSQL cannot lock
    # the nullable side of an outer join
    return (
        Invitation.objects.select_for_update(of=("self",))
        .select_related("club", "player", "invited_by")
        .get(pk=pk)
    )


def _journal(kind: str, invitation: Invitation, by: Act) -> None:
    journal.append(
        kind=kind,
        by=by,
        club_id=invitation.club_id,
        subject=invitation,
        data={"email": invitation.email, "role": str(invitation.role)},
    )


# --- Many people invited at once: what would become of each line of a list, and all invited ---

MOST_INVITED = 500


class TooManyInvited(Refused):
    """A list invites more people than one may."""

    code = "too_many_invited"


class InvitationFate(StrEnum):
    """What becomes of a line."""

    INVITE = "invite"
    MEMBER = "member"  # is a member of the club already
    INVITED = "invited"  # has an invitation that is still good
    BAD = "bad"


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitationLine:
    """A line as it was read; `role` as somebody wrote it, empty for a player."""

    line: int
    email: str
    name: str = ""
    role: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedInvitation:
    """What becomes of a line: `player` is linked to who accepts; `is_new` adds a player."""

    line: InvitationLine
    fate: InvitationFate
    role: Role = Role.PLAYER
    player: Player | None = None
    is_new: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitedList:
    """How many lines were invited, were members, were invited before, and were left out."""

    invited: int
    members: int
    invited_before: int
    left_out: int


@dataclass(slots=True)
class _Known:
    """Who is a member, is invited, or plays in the club, and the lines that were read before.

    Players are there by their ids, so that one of very many namesakes is left out at once.
    """

    members: set[str]
    invited: set[str]
    by_email: dict[str, dict[int, Player]]
    by_name: dict[str, dict[int, Player]]
    line_of: dict[str, int]

    @classmethod
    def of(cls, club: Club, at: datetime) -> "_Known":
        open_ones = club.invitations.filter(accepted_at=None, withdrawn_at=None, expires_at__gt=at)
        known = cls(
            members=set(club.members.values_list("user__email", flat=True)),
            invited=set(open_ones.values_list("email", flat=True)),
            by_email={},
            by_name={},
            line_of={},
        )
        for player in club.players.filter(merged_into=None, user=None, is_active=True):
            known.by_name.setdefault(name_key(player.name), {})[player.pk] = player
            if player.email:
                known.by_email.setdefault(player.email, {})[player.pk] = player
        return known


def plan_invitations(
    club: Club, lines: Iterable[InvitationLine], *, add_people: bool, at: datetime
) -> list[PlannedInvitation]:
    """Say what becomes of each line; three queries, nothing is stored.

    A line is linked to the one player of the address or else of the name who has no account; with
    `add_people` a name that no player has becomes a new player.
    """
    known = _Known.of(club, at)
    names = club.players.filter(merged_into=None).order_by("id").values_list("name", flat=True)
    taken = {key: name for name in names for key in _keys_of(name)}
    return [_plan(known, taken, _tidied(line), add_people) for line in lines]


def _tidied(line: InvitationLine) -> InvitationLine:
    return replace(
        line,
        email=line.email.strip().lower(),
        name=clean_name(line.name),
        role=clean_name(line.role),
    )


def _plan(
    known: _Known, taken: dict[str, str], line: InvitationLine, add_people: bool
) -> PlannedInvitation:
    role = role_called(line.role)
    if problem := _problem(known, line, role):
        return PlannedInvitation(line=line, fate=InvitationFate.BAD, problem=problem)
    assert role is not None  # noqa: S101  else it is a problem
    known.line_of[line.email] = line.line
    if line.email in known.members:
        return PlannedInvitation(line=line, fate=InvitationFate.MEMBER, role=role)
    if line.email in known.invited:
        return PlannedInvitation(line=line, fate=InvitationFate.INVITED, role=role)
    player = _player_of(known, line)
    is_unknown = bool(line.name) and player is None and name_key(line.name) not in taken
    if is_unknown and (other := taken.get(f"alike {alike_key(line.name)}")):
        problem = _(
            "%(name)s looks like %(other)s: write the name as it is there, or leave it out."
        )
        problem %= {"name": line.name, "other": other}
        return PlannedInvitation(line=line, fate=InvitationFate.BAD, problem=problem)
    is_new = add_people and is_unknown
    if is_new:
        taken |= _keys_of(line.name)
    return PlannedInvitation(
        line=line, fate=InvitationFate.INVITE, role=role, player=player, is_new=is_new
    )


def _keys_of(name: str) -> dict[str, str]:
    """Return the keys by which a name is taken: its own, and of those alike."""
    return {name_key(name): name, f"alike {alike_key(name)}": name}


def _problem(known: _Known, line: InvitationLine, role: Role | None) -> str:
    """Return why a line cannot be understood, or nothing."""
    if not line.email:
        return _("The e-mail address is missing; write one or remove the line.")
    try:
        validate_email(line.email)
    except ValidationError:
        return _("“%(email)s” is not an e-mail address; correct it.") % {"email": line.email[:100]}
    if before := known.line_of.get(line.email):
        return _("%(email)s is already in line %(before)d; remove one of the two.") % {
            "email": line.email,
            "before": before,
        }
    if role is None:
        return _("“%(role)s” is no role; write owner, director, scorer or player.") % {
            "role": line.role[:60]
        }
    return _problem_of_name(line.name)


def _problem_of_name(name: str) -> str:
    if len(name) > LONGEST_NAME:
        return _("A name can have %(most)d characters at most.") % {"most": LONGEST_NAME}
    if name and not (name.isprintable() and any(letter.isalpha() for letter in name)):
        return _("“%(name)s” is not a name: it has no letters.") % {"name": name}
    return ""


def _player_of(known: _Known, line: InvitationLine) -> Player | None:
    """Return the one player without an account whom a line means; a player is meant once."""
    by_name = known.by_name.get(name_key(line.name), {})
    by_email = known.by_email.get(line.email, {})
    meant = next((people for people in (by_email, by_name) if len(people) == 1), None)
    if meant is None:
        return None
    (player,) = meant.values()
    for people in (known.by_email.get(player.email, {}), known.by_name[name_key(player.name)]):
        people.pop(player.pk, None)
    return player


def role_called(text: str) -> Role | None:
    """Return the role of a word, in any language of the site; an empty one is a player."""
    return Role.PLAYER if not text else _roles().get(name_key(text))


@cache
def _roles() -> dict[str, Role]:
    words = {role.value: role for role in Role}
    for code in CODES:
        with override(code):
            words |= {name_key(str(role.label)): role for role in Role}
    return words


@transaction.atomic
def invite_list(
    *,
    club: Club,
    lines: Sequence[InvitationLine],
    add_people: bool,
    invited_by: User,
    by: Act,
) -> InvitedList:
    """Invite everybody on a list whom `plan_invitations` says to invite; bad lines are left out.

    Sent twice, nobody is invited twice: the second time all are invited already.
    Raises TooManyInvited, TooOften, LimitReached or TooManyPlayers; nobody is invited then.
    """
    lock_club(club.pk)
    planned = plan_invitations(club, lines, add_people=add_people, at=by.at)
    wanted = [one for one in planned if one.fate == InvitationFate.INVITE]
    if len(wanted) > MOST_INVITED:
        raise TooManyInvited(
            _("The list invites %(count)d people; invite %(most)d at a time.")
            % {"count": len(wanted), "most": MOST_INVITED}
        )
    if wanted:
        count(INVITATIONS_BY_LIST, invited_by.pk, by.at, more=len(wanted))
    players = _players(club, wanted, by)
    for one, player in zip(wanted, players, strict=True):
        count(INVITATIONS_TO_ADDRESS, one.line.email, by.at)
        store_invitation(
            club=club,
            email=one.line.email,
            role=one.role,
            player=player,
            invited_by=invited_by,
            by=by,
        )
    return _counted(planned)


def _players(club: Club, wanted: Sequence[PlannedInvitation], by: Act) -> list[Player | None]:
    """Return the player of each line, with those added who are new."""
    names = [one.line.name for one in wanted if one.is_new]
    added = iter(add_players(club=club, names=names, by=by))
    return [next(added) if one.is_new else one.player for one in wanted]


def _counted(planned: Sequence[PlannedInvitation]) -> InvitedList:
    fates = [one.fate for one in planned]
    return InvitedList(
        invited=fates.count(InvitationFate.INVITE),
        members=fates.count(InvitationFate.MEMBER),
        invited_before=fates.count(InvitationFate.INVITED),
        left_out=fates.count(InvitationFate.BAD),
    )


# Addresses as mail programs write them, one a line: Ann Lee <ann@example.org>

WORD = re.compile(r"[^\s<>,;:\"()]+")
LONGEST_LINE = 1_000  # letters; what is behind them is not read


def written_line(number: int, text: str) -> InvitationLine:
    """Return what a line says: an address, what stands around it as the name, and a role."""
    text = text[:LONGEST_LINE]
    email = next((word for word in WORD.findall(text) if "@" in word[1:-1]), "")
    rest = text.replace(email, " ", 1) if email else text
    parts = [clean_name(part.strip(" \"'<>()")) for part in re.split(r"[,;\t]|(?<=>)|<|>", rest)]
    parts = [part for part in parts if part]
    roles = [part for part in parts if role_called(part)]
    names = [part for part in parts if part not in roles[:1]]
    return InvitationLine(
        line=number,
        email=email,
        # a family name with a comma behind it stands first
        name=" ".join(reversed(names)) if len(names) == 2 else " ".join(names),
        role=roles[0] if roles else "",
    )
