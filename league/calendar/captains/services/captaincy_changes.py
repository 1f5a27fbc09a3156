"""Naming the captain of an entry, and taking that back."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.foundation.journal.actor import Actor
from league.foundation.journal.models import Happening
from league.foundation.journal.undoing import change_made, change_to_undo, is_undone
from league.foundation.refusal import OutOfDate, Refused
from league.play.events.captaincy import captain_of
from league.play.events.entry_rules import eligible_for
from league.play.events.journaling import journal_event
from league.play.events.locking import locked
from league.play.events.models import Captain, Entry, EntryState
from league.play.events.names import called_after, name_by_number, name_of

NAMED = "captain.named"


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
    named = Captain.objects.filter(entry=entry).values_list("player", flat=True).first()
    captain, is_new = Captain.objects.update_or_create(entry=entry, defaults={"player": player})
    if is_new or before is None or before.pk != player.pk:
        words = {
            "player": player,
            "entry": name_by_number(entry),
            "was": {"before": named, "after": player.pk},
        }
        journal_event(NAMED, entry.event, subject=entry, actor=actor, at=at, **words)
    return captain


def captain_change(entry: Entry, *, actor: Actor, at: datetime) -> Happening | None:
    """Return what somebody's naming of a captain at a moment wrote, if anything."""
    return change_made("entry", entry.pk, (NAMED,), actor=actor, at=at)


@transaction.atomic
def undo_captain(*, entry: Entry, change: int, actor: Actor, at: datetime) -> Player | None:
    """Take back who was named captain, a happening by its number; twice it is done once.

    The captain before is it again, or nobody is named. Returns who is the captain now. Raises
    OutOfDate where somebody else was named since, and NotACaptain.
    """
    entry = locked(Entry.objects.select_related("event"), pk=entry.pk)
    made = change_to_undo("entry", entry.pk, (NAMED,), change)
    if made is not None and is_undone(made):
        return captain_of(entry)
    now = Captain.objects.select_related("player__merged_into").filter(entry=entry).first()
    if (
        made is None
        or now is None
        or called_after(now.player) != _called_by(made.data["was"]["after"])
    ):
        raise OutOfDate(
            _("This can no longer be undone: somebody has named another captain since then.")
        )
    before = _called_by(made.data["was"]["before"])
    if before is None:
        now.delete()
    else:
        _check(entry, before)
        Captain.objects.filter(pk=now.pk).update(player=before)
    words = {"player": made.data["player"], "entry": name_by_number(entry), "undoes": made.pk}
    journal_event("captain.naming_undone", entry.event, subject=entry, actor=actor, at=at, **words)
    return captain_of(entry)


def _called_by(number: int | None) -> Player | None:
    rows = Player.objects.select_related("merged_into").filter(pk=number or 0)
    return next((called_after(player) for player in rows), None)


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
    condition = eligible_for(entry)
    if condition is not None and not Player.objects.filter(condition, pk=player.pk).exists():
        raise NotACaptain(
            _(
                "%(name)s is not registered for the club of %(entry)s: choose somebody of that "
                "club, or register %(name)s for it first."
            )
            % {"name": player.name, "entry": name_of(entry)},
            field="player",
        )
