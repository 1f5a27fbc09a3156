"""Naming the captain of an entry."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.events.captaincy import captain_of
from league.events.locking import locked
from league.events.models import Captain, Entry, EntryState
from league.events.names import name_of
from league.events.noting import note_event
from league.journal.actor import Actor
from league.refusal import Refused


class NotACaptain(Refused):
    """The player cannot speak for the entry."""

    code = "not_a_captain"


@transaction.atomic
def name_captain(*, entry: Entry, player: Player, actor: Actor, at: datetime) -> Captain:
    """Make a player of the club the captain of an entry; the same again changes nothing.

    A captain need not play. Raises NotACaptain.
    """
    entry = locked(Entry.objects.select_related("event"), pk=entry.pk)
    _check(entry, player)
    before = captain_of(entry)
    captain, is_new = Captain.objects.update_or_create(entry=entry, defaults={"player": player})
    if is_new or before is None or before.pk != player.pk:
        words = {"player": player.name, "entry": name_of(entry)}
        note_event("captain.named", entry.event, subject=entry, actor=actor, at=at, **words)
    return captain


def _check(entry: Entry, player: Player) -> None:
    if entry.state == EntryState.WITHDRAWN:
        raise NotACaptain(
            _("%(entry)s has withdrawn, so it needs no captain.") % {"entry": name_of(entry)}
        )
    if player.club_id != entry.event.club_id or player.merged_into_id is not None:
        raise NotACaptain(
            _("%(name)s is not a player of this club: add %(name)s to its players first.")
            % {"name": player.name},
            field="player",
        )
