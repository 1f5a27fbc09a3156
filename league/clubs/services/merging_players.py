"""Duplicate players, two rows of one person, are merged; a merge can be previewed and undone.

Here `goes` is the duplicate and `stays` the player who remains. A duplicate is kept as a row that
names the other one (`merged_into`), because results refer to it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.wording import join_sentences
from league.clubs.models import Invitation, JoinRequest, Player
from league.clubs.selectors import is_undone, merge_of
from league.clubs.services.clubs import lock_club
from league.clubs.services.players import is_forgotten, journal_player
from league.foundation.journal.actor import Act
from league.foundation.refusal import Refused

# What other subjects do in a merge.
#
# Clubs know nothing of the events and rounds above them: a subject whose rows refer to players
# registers here what a merge moves in them, and what forbids it.

# (stays, goes) -> sentences that name what is in the way
Obstacles: TypeAlias = Callable[[Player, Player], Sequence[str]]
# (stays, goes) -> sentences that name what will move, and what stays as it was
Preview: TypeAlias = Callable[[Player, Player], Sequence[str]]
# (stays, goes) -> what was moved, as JSON, for the journal
Move: TypeAlias = Callable[[Player, Player], Mapping[str, Any]]
# (stays, goes, what was moved) -> puts all of it back; raises CannotUndoMerge
PutBack: TypeAlias = Callable[[Player, Player, Mapping[str, Any]], None]


class CannotUndoMerge(Refused):
    """Something that the merge moved has changed since, so it cannot be put back as it was."""

    code = "cannot_undo_merge"


class Keeper(NamedTuple):
    """A subject whose rows refer to players.

    `move` runs in the transaction of the merge, `put_back` in that of taking it back: the lowest
    subject first, as they were registered.
    """

    name: str
    obstacles: Obstacles
    preview: Preview
    move: Move
    put_back: PutBack


_KEEPERS: dict[str, Keeper] = {}


def register(keeper: Keeper) -> None:
    _KEEPERS[keeper.name] = keeper


def keepers() -> tuple[Keeper, ...]:
    return tuple(_KEEPERS.values())


# the fields that the player who stays takes over where they are empty
TAKEN_OVER = ("sort_name", "family_name", "member_number", "email", "phone")


class CannotMerge(Refused):
    """The two cannot be merged; the sentence says all that forbids it."""

    code = "cannot_merge"


@dataclass(frozen=True, slots=True)
class MergePreview:
    """What a merge would move, and what is in its way."""

    moves: tuple[str, ...]
    obstacles: tuple[str, ...]

    @property
    def is_possible(self) -> bool:
        return not self.obstacles


def preview_merge(*, stays: Player, goes: Player) -> MergePreview:
    """Say what merging would do; nothing is changed."""
    obstacles = _own_obstacles(stays, goes)
    if not obstacles:
        obstacles = [sentence for keeper in keepers() for sentence in keeper.obstacles(stays, goes)]
    moves = [] if obstacles else _own_moves(stays, goes)
    if not obstacles:
        moves += [sentence for keeper in keepers() for sentence in keeper.preview(stays, goes)]
    return MergePreview(tuple(moves), tuple(obstacles))


@transaction.atomic
def merge_players(*, stays: Player, goes: Player, by: Act) -> Player:
    """Merge the duplicate `goes` into `stays`, and return `stays`. Raises CannotMerge.

    Results stay with the duplicate's row; what is still to be played moves to `stays`, and is
    written into the journal for `undo_merge`. Merging the same two again changes nothing.
    """
    lock_club(stays.club_id)
    stays, goes = _reload_player(stays), _reload_player(goes)
    if goes.merged_into_id is not None and goes.merged_into_id == stays.pk:
        return stays
    if obstacles := preview_merge(stays=stays, goes=goes).obstacles:
        raise CannotMerge(join_sentences(obstacles))
    try:
        with transaction.atomic():
            moved = {keeper.name: keeper.move(stays, goes) for keeper in keepers()}
            moved["player"] = _hand_over(stays, goes)
    except IntegrityError:
        raise CannotMerge(
            _(
                "While you were looking, %(stays)s and %(goes)s were entered or seated "
                "together. Check once more what merging them moves."
            )
            % {"stays": stays.name, "goes": goes.name}
        ) from None
    journal_player(
        "player.merged",
        stays,
        by,
        goes=goes,
        goes_id=goes.pk,
        stays_id=stays.pk,
        moved=moved,
    )
    return stays


def _reload_player(player: Player) -> Player:
    return Player.objects.select_related("club", "user", "merged_into").get(pk=player.pk)


def _own_obstacles(stays: Player, goes: Player) -> list[str]:
    if stays.club_id != goes.club_id:
        return [_("The two players are of different clubs.")]
    if stays.pk == goes.pk:
        return [_("Choose two different players.")]
    for player in (stays, goes):
        if player.merged_into is not None:
            return [
                _("%(double)s has already been merged into %(player)s.")
                % {"double": player.name, "player": player.merged_into.name}
            ]
        if is_forgotten(player):
            return [_("%(player)s was forgotten and cannot be merged.") % {"player": player.name}]
    if stays.user_id and goes.user_id:
        return [
            _(
                "Both players are linked to an account: %(one)s and %(other)s. "
                "Take one of the links away first."
            )
            % {"one": stays.user, "other": goes.user}
        ]
    return []


def _own_moves(stays: Player, goes: Player) -> list[str]:
    moves = []
    for field in TAKEN_OVER:
        if not getattr(stays, field) and getattr(goes, field):
            moves.append(
                _("%(player)s takes over the %(field)s “%(value)s”.")
                % {
                    "player": stays.name,
                    "field": Player._meta.get_field(field).verbose_name,  # type: ignore[union-attr]
                    "value": getattr(goes, field),
                }
            )
    if goes.user_id:
        moves.append(
            _("%(player)s is linked to the account of %(account)s.")
            % {"player": stays.name, "account": goes.user}
        )
    return moves


def _hand_over(stays: Player, goes: Player) -> dict[str, Any]:
    doubles = Player.objects.filter(merged_into=goes)
    invitations = Invitation.objects.filter(player=goes)
    joined = JoinRequest.objects.filter(player=goes)
    moved = {
        # the duplicate keeps its values, so only the names of the fields are noted
        "took": [name for name in TAKEN_OVER if not getattr(stays, name) and getattr(goes, name)],
        "account": goes.user_id,
        "active": goes.is_active and not stays.is_active,
        "doubles": list(doubles.values_list("pk", flat=True)),
        "invitations": list(invitations.values_list("pk", flat=True)),
        "joined": list(joined.values_list("pk", flat=True)),
    }
    for field in TAKEN_OVER:
        setattr(stays, field, getattr(stays, field) or getattr(goes, field))
    stays.user_id = stays.user_id or goes.user_id
    stays.is_active = stays.is_active or goes.is_active
    # saved first: numbers and accounts are unique among players who are not duplicates
    goes.merged_into, goes.user = stays, None
    goes.save(update_fields=["merged_into", "user"])
    stays.save(update_fields=[*TAKEN_OVER, "user", "is_active"])
    doubles.update(merged_into=stays)
    invitations.update(player=stays)
    joined.update(player=stays)
    return moved


# A merge undone: what it moved goes back to the duplicate, which is a player again.
#
# The journal says what the merge moved. What happened after it stays with `stays`; where the two
# cannot be distinguished any more, the merge cannot be undone and the refusal says why.


@transaction.atomic
def undo_merge(*, stays: Player, goes: Player, by: Act) -> Player:
    """Make the duplicate `goes` a player again, with what the merge had moved; return that player.

    Undoing a merge twice changes nothing. Raises CannotUndoMerge, and changes nothing, when
    something has changed since so that it cannot be put back.
    """
    lock_club(stays.club_id)
    stays, goes = _reload_player(stays), _reload_player(goes)
    merge = merge_of(stays, goes)
    is_over = merge is not None and is_undone(merge)
    if is_over and goes.merged_into_id is None and stays.merged_into_id is None:
        return goes
    # it may be a player again by another way: undoing a later merge of `stays` into somebody
    if merge is None or is_over or goes.merged_into_id != stays.pk or is_forgotten(stays):
        raise CannotUndoMerge(
            _("The merge of %(goes)s into %(stays)s cannot be undone.")
            % {"goes": goes.name, "stays": stays.name}
        )
    moved = merge.data["moved"]
    try:
        with transaction.atomic():
            for keeper in keepers():
                keeper.put_back(stays, goes, moved.get(keeper.name, {}))
            _hand_back(stays, goes, moved["player"])
    except IntegrityError:
        raise CannotUndoMerge(
            _("The details of %(stays)s have changed since then, so this can no longer be undone.")
            % {"stays": stays.name}
        ) from None
    # the subject is `goes`: subscribers that show what this player played look again
    journal_player("player.merge_undone", goes, by, stays=stays, undoes=merge.pk)
    return goes


def _hand_back(stays: Player, goes: Player, moved: Mapping[str, Any]) -> None:
    """Give back the fields that were taken over, except those changed since the merge."""
    if goes.member_number:
        _check_number(stays, goes, moved)
    for field in moved["took"]:
        if getattr(stays, field) == getattr(goes, field):
            setattr(stays, field, "")
    if moved["account"] and stays.user_id == moved["account"]:
        stays.user_id, goes.user_id = None, moved["account"]
    if moved["active"]:
        stays.is_active = False
    goes.merged_into = None
    # `stays` is saved first: a number and an account can belong to one player only
    stays.save(update_fields=[*moved["took"], "user", "is_active"])
    goes.save(update_fields=["merged_into", "user"])
    Player.objects.filter(pk__in=moved["doubles"], merged_into=stays).update(merged_into=goes)
    Invitation.objects.filter(pk__in=moved["invitations"], player=stays).update(player=goes)
    joined = JoinRequest.objects.filter(pk__in=moved.get("joined", []), player=stays)
    joined.update(player=goes)


def _check_number(stays: Player, goes: Player, moved: Mapping[str, Any]) -> None:
    """Refuse when somebody else was given the member number that the duplicate still has."""
    same = Player.objects.filter(
        club_id=goes.club_id, member_number=goes.member_number, merged_into__isnull=True
    )
    if "member_number" in moved["took"]:
        same = same.exclude(pk=stays.pk)
    other = same.first()
    if other is not None:
        raise CannotUndoMerge(
            _("%(other)s now has the member number %(number)s: change it there first.")
            % {"other": other.name, "number": goes.member_number}
        )
