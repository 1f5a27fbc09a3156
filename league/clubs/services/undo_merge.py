"""A merge taken back: what it moved goes back to the double, who is a player of his own again.

The journal says what the merge moved. What came after it stays with the player who stayed; where
that cannot be told apart any more, the merge stays as it is and says why.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.clubs.doubles import CannotUndoMerge, keepers
from league.clubs.models import Invitation, Player
from league.clubs.selectors import is_undone, merge_of
from league.clubs.services.clubs import lock_club
from league.clubs.services.players import note_player
from league.journal.actor import Actor


@transaction.atomic
def undo_merge(*, stays: Player, goes: Player, actor: Actor, at: datetime) -> Player:
    """Make a double a player of his own again, with what the merge had moved; return him.

    Taken back twice, it is done once. Raises CannotUndoMerge when something has changed since that
    leaves no way back; then nothing is changed.
    """
    lock_club(stays.club_id)
    stays, goes = (Player.objects.select_related("club").get(pk=one.pk) for one in (stays, goes))
    merge = merge_of(stays, goes)
    is_over = merge is not None and is_undone(merge)
    if is_over and goes.merged_into_id is None and stays.merged_into_id is None:
        return goes
    # a double may have come back by another way: through a player who was merged in turn
    if merge is None or is_over or goes.merged_into_id != stays.pk:
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
    # about who comes back: whoever shows what he played looks again
    note_player("player.merge_undone", goes, actor, at, stays=stays.name, undoes=merge.pk)
    return goes


def _hand_back(stays: Player, goes: Player, moved: Mapping[str, Any]) -> None:
    """Give back what was taken over, unless it was changed since: then it is the newer word."""
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
    # who stays first: a number and an account are of one player only
    stays.save(update_fields=[*moved["took"], "user", "is_active"])
    goes.save(update_fields=["merged_into", "user"])
    Player.objects.filter(pk__in=moved["doubles"], merged_into=stays).update(merged_into=goes)
    Invitation.objects.filter(pk__in=moved["invitations"], player=stays).update(player=goes)


def _check_number(stays: Player, goes: Player, moved: Mapping[str, Any]) -> None:
    """Refuse when somebody else was given the member number that the double still has."""
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
