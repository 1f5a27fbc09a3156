"""A stage that follows another: taken away before it begins, and put back as it was."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.events.locking import Gone, locked
from league.events.models import Event, EventState, Qualifying, Stage, StageEntry
from league.events.names import stage_name
from league.events.selectors import stage_removal_of
from league.events.services.chains import (
    check_can_be_drawn,
    check_going_on,
    check_not_begun,
    check_qualifying,
    note_stage,
)
from league.events.services.field import field_changed
from league.events.services.removal import CannotRestore
from league.journal.actor import Actor
from league.journal.kept_rows import kept, put_rows_back
from league.refusal import Refused

# what goes with a stage and is kept in the journal; what is worked out comes back by itself
KEPT = frozenset({"events.Stage", "events.Qualifying", "events.StageEntry"})
WORKED_OUT = ("standings.", "statistics.")


class StageIsNeeded(Refused):
    """It is the first stage, or another one is filled from it."""

    code = "stage_is_needed"


@transaction.atomic
def remove_stage(*, stage: Stage, actor: Actor, at: datetime) -> None:
    """Take away a stage that follows another, while it has not begun and none is filled from it.

    `restore_stage` takes it back, unless a round of it was drawn or deals were prepared for it.
    Removing it twice changes nothing.
    """
    event = locked(Event.objects.all(), pk=stage.event_id)
    check_going_on(event)
    try:
        stage = locked(Stage.objects.all(), pk=stage.pk)
    except Gone:
        return
    stage.event = event
    qualifying = Qualifying.objects.filter(stage=stage).first()
    if qualifying is None:
        raise StageIsNeeded(_("An event has at least one stage: change its format instead."))
    follower = event.stages.filter(qualifying__source=stage).order_by("number").first()
    if follower is not None:
        raise StageIsNeeded(
            _("%(follower)s is filled from %(stage)s: remove %(follower)s first.")
            % {"follower": stage_name(follower), "stage": stage_name(stage)}
        )
    check_not_begun(stage)
    was = kept([stage, qualifying, *StageEntry.objects.filter(stage=stage).order_by("id")])
    _count, gone = Stage.objects.filter(pk=stage.pk).delete()
    lost = {label for label in gone.keys() - KEPT if not label.startswith(WORKED_OUT)}
    data = {} if lost else {"was": was}
    note_stage("stage.removed", stage, event, actor=actor, at=at, data=data)


@transaction.atomic
def restore_stage(*, event: Event, stage_id: int, actor: Actor, at: datetime) -> Stage:
    """Put a stage back that was removed, with who goes through to it and who was in it.

    Putting it back twice changes nothing. Raises CannotRestore when its number is taken or the
    entries have changed since, EventInvalid when it cannot be filled so any more, and Frozen;
    then nothing is changed.
    """
    event = locked(Event.objects.all(), pk=event.pk)
    if there := event.stages.filter(pk=stage_id).first():
        return there
    check_going_on(event)
    removal = stage_removal_of(event, stage_id)
    if removal is None:
        raise CannotRestore(_("There is no removed stage that could be put back: add it again."))
    stage, qualifying, *inside = [row["fields"] for row in removal.data["was"]]
    if event.stages.filter(number=stage["number"]).exists():
        raise CannotRestore(
            _("Another stage now has number %(number)d: add the removed one again.")
            % {"number": stage["number"]}
        )
    entries = {row["entry"] for row in inside}
    if event.entries.filter(pk__in=entries).count() < len(entries):
        raise CannotRestore(
            _("An entry of the removed stage is not in the event any more: add the stage again.")
        )
    if not event.stages.filter(pk=qualifying["source"]).exists():
        raise CannotRestore(
            _("The stage that fed the removed one no longer exists: add the removed one again.")
        )
    put_rows_back(removal.data["was"])
    restored = Stage.objects.get(pk=stage_id)
    restored.event = event
    check_qualifying(Qualifying.objects.select_related("stage", "source").get(stage=restored))
    if event.state != EventState.DRAFT:
        check_can_be_drawn(restored)
    field_changed(event)
    note_stage("stage.restored", restored, event, actor=actor, at=at)
    return restored
