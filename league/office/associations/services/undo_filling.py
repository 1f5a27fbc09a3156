"""Undo of a championship that was filled: whoever it entered leaves, unless somebody changed it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.foundation.journal.actor import Actor
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import happenings_about
from league.foundation.journal.versions import change_made, change_to_undo, is_undone
from league.foundation.refusal import OutOfDate
from league.office.associations.services.championships import (
    FILLED,
    CannotFillChampionship,
    has_begun,
    seeds_of,
)
from league.play.events.journaling import journal_event
from league.play.events.models import Entry, Event
from league.play.events.services import set_seeds, take_out
from league.play.events.services.field import lock_field

UNDONE = "championship.filling_undone"


@dataclass(frozen=True, slots=True)
class Unfilled:
    """How many entries were removed, and those that somebody has changed since, which stay."""

    removed: int = 0
    changed: Sequence[Entry] = field(default_factory=list)


def filling_made(event: Event, *, actor: Actor, at: datetime) -> Happening | None:
    """Return what somebody's filling of a championship at a moment wrote, if anything."""
    return change_made("event", event.pk, (FILLED,), actor=actor, at=at)


@transaction.atomic
def undo_filling(*, event: Event, change: int, actor: Actor, at: datetime) -> Unfilled:
    """Remove the entries that a filling made, a happening by its number; twice it is done once.

    The seeds are as before, unless somebody has changed entries or seeds since. Raises OutOfDate
    where it was filled again or every entry was changed since, and CannotFillChampionship when it
    has begun.
    """
    event = lock_field(event)
    made = change_to_undo("event", event.pk, (FILLED,), change)
    if made is not None and is_undone(made):
        return Unfilled()
    if made is None or _is_filled_again(made):
        raise OutOfDate(
            _("This can no longer be undone: the championship has been filled again since then.")
        )
    if has_begun(event):
        raise CannotFillChampionship(
            _("%(event)s has begun: its field stays as it is.") % {"event": event.name}
        )
    was, seeds = made.data["was"], seeds_of(event)
    entered = list(event.entries.filter(pk__in=was["entered"]).order_by("number"))
    changed = [entry for entry in entered if _is_changed(entry, made)]
    leaving = [entry for entry in entered if entry not in changed]
    if not leaving and (changed or seeds != was["after"]):
        raise OutOfDate(
            _("This can no longer be undone: the entries have been changed since then.")
        )
    take_out(event=event, entries=leaving, actor=actor, at=at)
    if not changed and seeds == was["after"]:
        there = set(event.entries.values_list("pk", flat=True))
        before = [pk for pk, _seed in was["before"] if pk in there]
        set_seeds(event=event, order=before, actor=actor, at=at)
    journal_event(UNDONE, event, actor=actor, at=at, count=len(leaving), undoes=made.pk)
    return Unfilled(len(leaving), changed)


def _is_filled_again(made: Happening) -> bool:
    later = happenings_about(made.subject_type, made.subject_id or 0)
    return any(not is_undone(one) for one in later.filter(kind=FILLED, pk__gt=made.pk))


def _is_changed(entry: Entry, made: Happening) -> bool:
    """Say whether the entry has another seed, or anything happened to it since."""
    seeds = dict(made.data["was"]["after"])
    since = happenings_about("entry", entry.pk).filter(pk__gt=made.pk)
    return entry.seed != seeds.get(entry.pk) or since.exists()
