"""Members of a club and their roles. A club always keeps an owner."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Club, Member, Player, Role, User
from league.clubs.services.clubs import changed_fields, lock_club
from league.clubs.services.players import CHANGEABLE, journal_player, lock_player, named, noted
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act
from league.foundation.refusal import OutOfDate, Refused


class LastOwner(Refused):
    """The club would be left without an owner."""

    code = "last_owner"


class NotAMember(Refused):
    """The person has left the club meanwhile."""

    code = "not_a_member"


@transaction.atomic
def add_member(*, club: Club, user: User, role: str, by: Act) -> Member:
    """Give a person a role in the club. A person who is a member already keeps the role."""
    member, created = Member.objects.get_or_create(
        club=club, user=user, defaults={"role": Role(role)}
    )
    if created:
        _journal("member.joined", member, by)
    return member


@transaction.atomic
def change_role(*, member: Member, role: str, by: Act) -> Member:
    """Give a member another role. Raises LastOwner or NotAMember."""
    member = _locked(member)
    before = member.role
    if before == role:
        return member
    if before == Role.OWNER:
        _check_another_owner(member)
    member.role = Role(role)
    member.save(update_fields=["role"])
    _journal("member.role_changed", member, by, before=before)
    return member


@transaction.atomic
def remove_member(*, member: Member, by: Act) -> None:
    """Take a person out of the club; players and results stay. Raises LastOwner.

    Nothing happens where the person is no member any more.
    """
    try:
        member = _locked(member)
    except NotAMember:
        return
    if member.role == Role.OWNER:
        _check_another_owner(member)
    leaves = by.actor.user_id == member.user_id
    _journal("member.left" if leaves else "member.removed", member, by)
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


def _journal(kind: str, member: Member, by: Act, before: str = "") -> None:
    data = {"member": member.user, "role": str(member.role)}
    journal.append(
        kind=kind,
        by=by,
        club_id=member.club_id,
        subject=member,
        data=data | ({"before": str(before)} if before else {}),
    )


# --- Undo of words that tell players apart: each is called as before whom nobody renamed since ---
# Whoever was called like somebody else is so again.


@dataclass(frozen=True, slots=True)
class WordsBack:
    """Who is called as before, and who was changed since and is left."""

    back: list[Player] = field(default_factory=list)
    changed: list[Player] = field(default_factory=list)


@transaction.atomic
def undo_words(*, club: Club, words: Mapping[int, tuple[str, str]], by: Act) -> WordsBack:
    """Give players back the words they had: by their ids what was before and what was written.

    Undone twice it is done once. Raises OutOfDate where all of them were changed since.
    """
    lock_club(club.pk)
    undone = WordsBack()
    for player in club.players.filter(pk__in=words).order_by("pk"):
        before, after = words[player.pk]
        if player.told_apart_by == before:
            continue
        if player.told_apart_by != after or not _give_back(player, before, by):
            undone.changed.append(player)
        else:
            undone.back.append(player)
    if undone.changed and not undone.back:
        raise OutOfDate(_("This can no longer be undone: the names have been changed since then."))
    return undone


def _give_back(player: Player, word: str, by: Act) -> bool:
    """Say whether it was done; who was merged or forgotten since has no word of their own."""
    try:
        player = lock_player(player)
    except Refused:
        return False
    changes = changed_fields(player, CHANGEABLE, named(player, {"told_apart_by": word}))
    player.save(update_fields=list(changes))
    journal_player("player.changed", player, by, changes=noted(changes))
    return True
