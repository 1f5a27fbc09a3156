"""Two rows of one person made one: looked at first, then merged."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.wording import one_after_another
from league.clubs.doubles import keepers
from league.clubs.models import Invitation, Player
from league.clubs.services.clubs import lock_club
from league.clubs.services.players import note_player
from league.journal.actor import Actor
from league.refusal import Refused

# what the player who stays takes over where he has nothing himself
TAKEN_OVER = ("sort_name", "member_number", "email")


class CannotMerge(Refused):
    """The two cannot be one person."""

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
        obstacles = [sentence for one in keepers() for sentence in one.obstacles(stays, goes)]
    moves = [] if obstacles else _own_moves(stays, goes)
    if not obstacles:
        moves += [sentence for one in keepers() for sentence in one.preview(stays, goes)]
    return MergePreview(tuple(moves), tuple(obstacles))


@transaction.atomic
def merge_players(*, stays: Player, goes: Player, actor: Actor, at: datetime) -> Player:
    """Make two rows of one person one: who goes remains as a double, so that results keep theirs.

    What is still to be played moves to who stays. Asked for twice, it is done once. What was moved
    goes into the journal, for `undo_merge`. Raises CannotMerge.
    """
    lock_club(stays.club_id)
    stays, goes = _fresh(stays), _fresh(goes)
    if goes.merged_into_id is not None and goes.merged_into_id == stays.pk:
        return stays
    if obstacles := preview_merge(stays=stays, goes=goes).obstacles:
        raise CannotMerge(one_after_another(obstacles))
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
    note_player(
        "player.merged",
        stays,
        actor,
        at,
        goes=goes.name,
        goes_id=goes.pk,
        stays_id=stays.pk,
        moved=moved,
    )
    return stays


def _fresh(player: Player) -> Player:
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
    moved = {
        # what is taken over is read again from who goes, who keeps it
        "took": [one for one in TAKEN_OVER if not getattr(stays, one) and getattr(goes, one)],
        "account": goes.user_id,
        "active": goes.is_active and not stays.is_active,
        "doubles": list(doubles.values_list("pk", flat=True)),
        "invitations": list(invitations.values_list("pk", flat=True)),
    }
    for field in TAKEN_OVER:
        setattr(stays, field, getattr(stays, field) or getattr(goes, field))
    stays.user_id = stays.user_id or goes.user_id
    stays.is_active = stays.is_active or goes.is_active
    # the numbers and accounts of doubles do not count, so who goes must go first
    goes.merged_into, goes.user = stays, None
    goes.save(update_fields=["merged_into", "user"])
    stays.save(update_fields=[*TAKEN_OVER, "user", "is_active"])
    doubles.update(merged_into=stays)
    invitations.update(player=stays)
    return moved
