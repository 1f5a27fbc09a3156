"""Members of a club and their roles. A club always keeps an owner."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Club, Member, Role, User
from league.clubs.services.clubs import lock_club
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Actor
from league.foundation.refusal import Refused


class LastOwner(Refused):
    """The club would be left without an owner."""

    code = "last_owner"


class NotAMember(Refused):
    """The person has left the club meanwhile."""

    code = "not_a_member"


@transaction.atomic
def add_member(*, club: Club, user: User, role: str, actor: Actor, at: datetime) -> Member:
    """Give a person a role in the club. A person who is a member already keeps the role."""
    member, created = Member.objects.get_or_create(
        club=club, user=user, defaults={"role": Role(role)}
    )
    if created:
        _journal("member.joined", member, actor, at)
    return member


@transaction.atomic
def change_role(*, member: Member, role: str, actor: Actor, at: datetime) -> Member:
    """Give a member another role. Raises LastOwner or NotAMember."""
    member = _locked(member)
    before = member.role
    if before == role:
        return member
    if before == Role.OWNER:
        _check_another_owner(member)
    member.role = Role(role)
    member.save(update_fields=["role"])
    _journal("member.role_changed", member, actor, at, before=before)
    return member


@transaction.atomic
def remove_member(*, member: Member, actor: Actor, at: datetime) -> None:
    """Take a person out of the club; players and results stay. Raises LastOwner.

    Nothing happens where the person is no member any more.
    """
    try:
        member = _locked(member)
    except NotAMember:
        return
    if member.role == Role.OWNER:
        _check_another_owner(member)
    leaves = actor.user_id == member.user_id
    _journal("member.left" if leaves else "member.removed", member, actor, at)
    member.delete()


def _locked(member: Member) -> Member:
    """Return the member as stored now, with the club locked: one role is changed at a time."""
    lock_club(member.club_id)
    stored = Member.objects.select_related("user", "club").filter(pk=member.pk).first()
    if stored is None:
        raise NotAMember(_("This person is no longer a member of the club; nothing was changed."))
    return stored


def _check_another_owner(member: Member) -> None:
    others = Member.objects.filter(club_id=member.club_id, role=Role.OWNER).exclude(pk=member.pk)
    if not others.exists():
        raise LastOwner(
            _("%(name)s is the only owner of the club. Make somebody else an owner first.")
            % {"name": member.user}
        )


def _journal(kind: str, member: Member, actor: Actor, at: datetime, before: str = "") -> None:
    data = {"member": member.user, "role": str(member.role)}
    journal.append(
        kind=kind,
        actor=actor,
        at=at,
        club_id=member.club_id,
        subject=member,
        data=data | ({"before": str(before)} if before else {}),
    )
