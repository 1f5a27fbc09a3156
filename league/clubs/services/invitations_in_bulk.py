"""Many people invited at once: what would become of each line of a list, and all invited."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import cache

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from league.clubs.models import Club, Player, Role, User
from league.clubs.services.clubs import lock_club
from league.clubs.services.invitations import store_invitation
from league.clubs.services.players import LONGEST_NAME, add_players
from league.clubs.services.rate_limits import INVITATIONS_BY_LIST, INVITATIONS_TO_ADDRESS, count
from league.foundation.journal.actor import Actor
from league.foundation.languages import CODES
from league.foundation.names import alike_key, clean_name, name_key
from league.foundation.refusal import Refused

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
    actor: Actor,
    at: datetime,
) -> InvitedList:
    """Invite everybody on a list whom `plan_invitations` says to invite; bad lines are left out.

    Sent twice, nobody is invited twice: the second time all are invited already.
    Raises TooManyInvited, TooOften, LimitReached or TooManyPlayers; nobody is invited then.
    """
    lock_club(club.pk)
    planned = plan_invitations(club, lines, add_people=add_people, at=at)
    wanted = [one for one in planned if one.fate == InvitationFate.INVITE]
    if len(wanted) > MOST_INVITED:
        raise TooManyInvited(
            _("The list invites %(count)d people; invite %(most)d at a time.")
            % {"count": len(wanted), "most": MOST_INVITED}
        )
    if wanted:
        count(INVITATIONS_BY_LIST, invited_by.pk, at, more=len(wanted))
    players = _players(club, wanted, actor, at)
    for one, player in zip(wanted, players, strict=True):
        count(INVITATIONS_TO_ADDRESS, one.line.email, at)
        store_invitation(
            club=club,
            email=one.line.email,
            role=one.role,
            player=player,
            invited_by=invited_by,
            actor=actor,
            at=at,
        )
    return _counted(planned)


def _players(
    club: Club, wanted: Sequence[PlannedInvitation], actor: Actor, at: datetime
) -> list[Player | None]:
    """Return the player of each line, with those added who are new."""
    names = [one.line.name for one in wanted if one.is_new]
    added = iter(add_players(club=club, names=names, actor=actor, at=at))
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
