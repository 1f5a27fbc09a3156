"""Players whom draws keep apart: noted, and no more."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import KeptApart, Player
from league.clubs.selectors import apart_from
from league.clubs.services.players import lock_player, note_player
from league.journal.actor import Actor
from league.refusal import Refused

LONGEST_REASON = 120


class CannotKeepApart(Refused):
    """The two are one person, or of different clubs, or the reason is too long."""

    code = "cannot_keep_apart"


@transaction.atomic
def keep_apart(
    *, player: Player, other: Player, reason: str = "", actor: Actor, at: datetime
) -> KeptApart:
    """Let draws of events that begin from now on keep the two apart where they can.

    Said again, it is said once; another reason takes the place of the one before.
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
    one, second = sorted((player, other), key=lambda one: one.pk)
    apart = KeptApart.objects.create(
        club_id=player.club_id, one=one, other=second, reason=reason, noted_at=at
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
