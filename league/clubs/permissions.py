"""Who may do what in a club, for django-rules. The permissions are `clubs.<verb>_<noun>`.

The predicates take a club or anything with a `club`. Each role can do what the next one can:
an owner is also a director, a director a scorer, a scorer a member. Staff of the site may do
everything.
"""

from typing import Any

import rules

from league.clubs.models import Club, Member, Player, Role, User
from league.clubs.selectors import role_of

DIRECTORS = (Role.OWNER, Role.DIRECTOR)
SCORERS = (*DIRECTORS, Role.SCORER)


def club_of(subject: Any) -> Club:
    club = subject if isinstance(subject, Club) else subject.club
    assert isinstance(club, Club), f"{subject!r} belongs to no club"  # noqa: S101
    return club


def _has_role(user: Any, subject: Any, roles: tuple[Role, ...]) -> bool:
    if subject is None or not isinstance(user, User) or not user.is_active:
        return False
    return user.is_staff or role_of(user, club_of(subject)) in roles


@rules.predicate
def is_owner(user: Any, subject: Any) -> bool:
    return _has_role(user, subject, (Role.OWNER,))


@rules.predicate
def is_director(user: Any, subject: Any) -> bool:
    return _has_role(user, subject, DIRECTORS)


@rules.predicate
def is_scorer(user: Any, subject: Any) -> bool:
    return _has_role(user, subject, SCORERS)


@rules.predicate
def is_member(user: Any, subject: Any) -> bool:
    return _has_role(user, subject, tuple(Role))


@rules.predicate
def is_signed_in(user: Any) -> bool:
    return isinstance(user, User) and user.is_active


@rules.predicate
def is_own_membership(user: Any, member: Member) -> bool:
    return isinstance(user, User) and member.user_id == user.pk


@rules.predicate
def is_own_player(user: Any, player: Player) -> bool:
    return isinstance(user, User) and user.is_active and player.user_id == user.pk


rules.add_perm("clubs.add_club", is_signed_in)
rules.add_perm("clubs.view_desk", is_scorer)
rules.add_perm("clubs.change_club", is_owner)
rules.add_perm("clubs.view_members", is_director)
rules.add_perm("clubs.change_members", is_owner)
rules.add_perm("clubs.invite_player", is_director)
rules.add_perm("clubs.leave_club", is_own_membership)
rules.add_perm("clubs.view_people", is_director)
rules.add_perm("clubs.change_people", is_director)
rules.add_perm("clubs.change_public_name", is_director | is_own_player)
rules.add_perm("clubs.forget_player", is_owner)
rules.add_perm("clubs.close_club", is_owner)
rules.add_perm("clubs.change_house_rules", is_director)
rules.add_perm("clubs.view_journal", is_director)
