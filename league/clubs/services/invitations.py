"""Invitations: an offer by mail to become a member, good for one person and two weeks."""

from datetime import datetime, timedelta

from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Club, Invitation, Member, Player, Role, User
from league.clubs.services.clubs import lock_club
from league.clubs.services.members import add_member, change_role
from league.clubs.services.players import AccountTaken, link_player_to_account
from league.clubs.services.rate_limits import INVITATIONS_BY_SENDER, INVITATIONS_TO_ADDRESS, count
from league.foundation.club_limits import services as club_limits
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Actor
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
    actor: Actor,
    at: datetime,
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
    count(INVITATIONS_BY_SENDER, invited_by.pk, at)
    count(INVITATIONS_TO_ADDRESS, email, at)
    lock_club(club.pk)
    return store_invitation(
        club=club, email=email, role=role, player=player, invited_by=invited_by, actor=actor, at=at
    )


def store_invitation(
    *,
    club: Club,
    email: str,
    role: str,
    player: Player | None,
    invited_by: User,
    actor: Actor,
    at: datetime,
) -> Invitation:
    """Store an invitation of an address that was checked and counted; its mail follows.

    Call it with the club locked. Raises LimitReached.
    """
    club_limits.count(club_limits.MAILS, club.pk, at)
    invitation, _created = Invitation.objects.update_or_create(
        club=club,
        email=email,
        accepted_at=None,
        withdrawn_at=None,
        defaults={
            "role": Role(role),
            "player": player,
            "invited_by": invited_by,
            "invited_at": at,
            "expires_at": at + GOOD_FOR,
            "mailed_at": None,
        },
    )
    _journal("member.invited", invitation, actor, at)
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
def withdraw_invitation(
    *, invitation: Invitation, sent_at: str = "", actor: Actor, at: datetime
) -> Invitation:
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
    invitation.withdrawn_at = at
    invitation.save(update_fields=["withdrawn_at"])
    _journal("invitation.withdrawn", invitation, actor, at)
    return invitation


@transaction.atomic
def restore_invitation(*, invitation: Invitation, actor: Actor, at: datetime) -> Invitation:
    """Make the link of a withdrawn invitation work again, as long as it would have.

    Raises InvitationOver when it has expired since, and InvitationRefused when the address was
    invited again or is a member's by now.
    """
    lock_club(invitation.club_id)
    invitation = _locked(invitation.pk)
    if invitation.withdrawn_at is None:
        return invitation
    if invitation.expires_at <= at:
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
    _journal("invitation.restored", invitation, actor, at)
    return invitation


@transaction.atomic
def accept_invitation(*, invitation: Invitation, user: User, actor: Actor, at: datetime) -> Member:
    """Make the person a member. Somebody who is one already keeps the greater of the two roles.

    Accepting twice with the same account changes nothing. Raises InvitationOver.
    """
    lock_club(invitation.club_id)
    invitation = _locked(invitation.pk)
    if invitation.accepted_at is not None and invitation.accepted_by_id == user.pk:
        return Member.objects.get(club_id=invitation.club_id, user=user)
    check_open(invitation, at)
    invitation.accepted_at, invitation.accepted_by = at, user
    invitation.save(update_fields=["accepted_at", "accepted_by"])
    member = add_member(club=invitation.club, user=user, role=invitation.role, actor=actor, at=at)
    if RANKS[Role(invitation.role)] > RANKS[Role(member.role)]:
        member = change_role(member=member, role=invitation.role, actor=actor, at=at)
    _link(invitation, user, actor, at)
    return member


def _link(invitation: Invitation, user: User, actor: Actor, at: datetime) -> None:
    player = invitation.player
    if player is None or player.merged_into_id:
        return
    try:
        with transaction.atomic():
            link_player_to_account(player=player, user=user, actor=actor, at=at)
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


def _journal(kind: str, invitation: Invitation, actor: Actor, at: datetime) -> None:
    journal.append(
        kind=kind,
        actor=actor,
        at=at,
        club_id=invitation.club_id,
        subject=invitation,
        data={"email": invitation.email, "role": str(invitation.role)},
    )
