"""An event moves from state to state: draft, open, running, finished, archived.

A move that is not possible is refused with the reason and with what to do.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games.wording import join_sentences
from league.clubs.models import Player
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act
from league.foundation.journal.versions import kept, put_rows_back
from league.foundation.records.rules import Gone
from league.foundation.refusal import Refused
from league.play.events.entry_rules import entries_seated
from league.play.events.journaling import journal_event, locked
from league.play.events.models import (
    Entry,
    EntryState,
    Event,
    EventState,
    Qualifying,
    Stage,
    StageEntry,
    StruckDate,
    Visibility,
)
from league.play.events.names import stage_name
from league.play.events.selectors import places_left, removal_of, stage_removal_of
from league.play.events.services.entries import NoPlaceLeft, check_name, move_up, withdraw_entry
from league.play.events.services.field import (
    check_players,
    field_changed,
    journal_entry_change,
    lock_entry,
    lock_field,
    noted_name,
)
from league.play.events.services.stages import (
    check_can_be_drawn,
    check_going_on,
    check_not_begun,
    check_qualifying,
    journal_stage_of_event,
)
from league.play.events.setup_problems import rounds
from league.play.events.states import MOVES, why_not


class WrongState(Refused):
    """The event is in a state from which this move does not lead."""

    code = "event_in_wrong_state"


class NotReady(Refused):
    """The move is not possible yet; the sentence says everything that has to be done before."""

    code = "event_not_ready"


class Unsettled(Refused):
    """Something should be settled first; with `anyway` the move is made all the same."""

    code = "event_unsettled"


@transaction.atomic
def move_event(*, event: Event, name: str, anyway: bool = False, by: Act) -> Event:
    """Make the named move of `states.MOVES` and write it into the journal.

    Raises WrongState, also when the move was made before; NotReady with everything that forbids
    it; and Unsettled with what should be settled first, unless it is to be made `anyway`.
    """
    move = MOVES[name]
    event = locked(Event.objects.all(), pk=event.pk)
    wrong = why_not(move, event)
    if wrong is not None:
        raise WrongState(wrong)
    problems = move.problems(event)
    if problems:
        raise NotReady(join_sentences(str(problem.sentence) for problem in problems))
    questions = move.questions(event) if not anyway else []
    if questions:
        raise Unsettled(join_sentences(str(question.sentence) for question in questions))
    _keep_struck_date(event, name, by.at)
    if name == "finish":
        rounds().close_played(event, by=by)
    ended_at, event.state = event.finished_at, move.after
    _note_time(event, by.at)
    event.save(update_fields=["state", "opened_at", "started_at", "finished_at"])
    if name == "start":
        _seat_the_field(event)
    if name == "resume" and ended_at is not None:
        rounds().reopen_closed(event, ended_at=ended_at, by=by)
    journal_event(move.done, event, by=by)
    return event


def _keep_struck_date(event: Event, name: str, at: datetime) -> None:
    """Store the date of a public event that goes back to set-up: calendar feeds must cancel it.

    Opened again, the event is announced again, and the struck date is forgotten.
    """
    if name == "set_up_again" and event.visibility == Visibility.PUBLIC:
        StruckDate.objects.create(
            club_id=event.club_id,
            season_id=event.season_id,
            event_number=event.pk,
            name=event.name,
            starts_on=event.starts_on,
            struck_at=at,
        )
    elif name == "open":
        StruckDate.objects.filter(event_number=event.pk).delete()


def _note_time(event: Event, at: datetime) -> None:
    match event.state:
        case EventState.DRAFT:
            event.opened_at = None
        case EventState.OPEN:
            event.opened_at = at
        case EventState.RUNNING:
            event.started_at = event.started_at or at
            event.finished_at = None
        case EventState.FINISHED:
            event.finished_at = event.finished_at or at


def _seat_the_field(event: Event) -> None:
    """Put everybody who takes part into the first stage."""
    stage: Stage = event.stages.order_by("number")[:1].get()
    accepted = event.entries.filter(state=EntryState.ACCEPTED).order_by("number")
    StageEntry.objects.bulk_create(
        [StageEntry(stage=stage, entry=entry) for entry in accepted], ignore_conflicts=True
    )


def open_event(*, event: Event, by: Act) -> Event:
    """Freeze the rules and let entries in. Raises NotReady where the set-up is not complete."""
    return move_event(event=event, name="open", by=by)


def reopen_setup(*, event: Event, by: Act) -> Event:
    """Take an open event back to the set-up; nothing is drawn yet, and entries stay."""
    return move_event(event=event, name="set_up_again", by=by)


def start_event(*, event: Event, by: Act) -> Event:
    """Begin with those who take part: from now on rounds can be drawn."""
    return move_event(event=event, name="start", by=by)


def finish_event(*, event: Event, anyway: bool = False, by: Act) -> Event:
    """End the event. Raises NotReady while a round is open.

    Raises Unsettled, unless it is to be ended `anyway`, where rounds are not drawn or opened, or
    tables not confirmed.
    """
    return move_event(event=event, name="finish", anyway=anyway, by=by)


def resume_event(*, event: Event, by: Act) -> Event:
    return move_event(event=event, name="resume", by=by)


def archive_event(*, event: Event, anyway: bool = False, by: Act) -> Event:
    """Put the event into the archive. Raises Unsettled, unless `anyway`, if no round was opened."""
    return move_event(event=event, name="archive", anyway=anyway, by=by)


def bring_back_event(*, event: Event, by: Act) -> Event:
    return move_event(event=event, name="bring_back", by=by)


# --- An entry or a stage that was a mistake is removed before it is played, and can be put back ---
# The journal keeps the rows that are deleted. They come back with their ids, so that removing and
# putting back leave no trace but two entries of the journal.

# the models whose rows are deleted with an entry and kept in the journal; when rows of any other
# model go too, the entry cannot be put back
# (a club of an entry follows from its players and comes back by itself)
KEPT = frozenset(
    {"events.Entry", "events.EntryClub", "events.EntryMember", "events.PartnerRequest"}
)


class EntryHasPlayed(Refused):
    """The entry has places in rounds, so it can only be withdrawn."""

    code = "entry_has_played"


class CannotRestore(Refused):
    """What was removed cannot be put back, because of what has changed since."""

    code = "cannot_restore"


@transaction.atomic
def remove_entry(*, entry: Entry, by: Act) -> None:
    """Delete an entry that was a mistake, before the event runs. `restore_entry` takes it back.

    Removing it twice changes nothing.
    """
    try:
        entry = lock_entry(entry)
    except Gone:
        return
    event = entry.event
    if event.state == EventState.RUNNING:
        raise EntryHasPlayed(_("The event is running: withdraw the entry instead."))
    name, was = noted_name(entry), kept([entry, *entry.members.order_by("id")])
    _count, gone = Entry.objects.filter(pk=entry.pk).delete()
    journal.append(
        kind="entry.removed",
        by=by,
        club_id=event.club_id,
        event_id=event.pk,
        subject=entry,
        data={"event": event.name, "entry": name} | ({"was": was} if gone.keys() <= KEPT else {}),
    )
    field_changed(event)
    if entry.state == EntryState.ACCEPTED and event.state == EventState.OPEN:
        move_up(event, by=by)


@transaction.atomic
def take_out(*, event: Event, entries: Iterable[Entry], by: Act) -> int:
    """Take out entries that were just added: withdrawn while the event runs, else removed.

    Returns how many.
    """
    event = lock_field(event)
    entries = list(entries)
    for entry in entries:
        if event.state == EventState.RUNNING:
            withdraw_entry(entry=entry, by=by)
        else:
            remove_entry(entry=entry, by=by)
    return len(entries)


@transaction.atomic
def restore_entry(*, event: Event, entry_id: int, by: Act) -> Entry:
    """Put an entry back that was removed, with its number, seed, state and members.

    Putting it back twice changes nothing. Raises CannotRestore when its number or seed is taken or
    the event runs by now, NoPlaceLeft, EventInvalid for its name, PlayerAlreadyEntered or
    FieldClosed; then nothing is changed.
    """
    event = lock_field(event)
    if there := event.entries.filter(pk=entry_id).first():
        return there
    removal = removal_of(event, entry_id)
    if removal is None:
        raise CannotRestore(_("There is no removed entry that could be put back: enter it again."))
    _check(event, removal.data["was"], removal.said["entry"])
    put_rows_back(removal.data["was"])
    field_changed(event)
    entry = event.entries.get(pk=entry_id)
    entry.event = event
    entries_seated(event, [entry])
    journal_entry_change("entry.restored", entry, by=by)
    return entry


def _check(event: Event, was: Sequence[Mapping[str, Any]], name: str) -> None:
    if event.state == EventState.RUNNING:
        raise CannotRestore(
            _("The event is running now, so %(entry)s cannot simply be put back: enter it again.")
            % {"entry": name}
        )
    entry, *members = [row["fields"] for row in was]
    same = Q(number=entry["number"]) | (Q(seed=entry["seed"]) if entry["seed"] else Q())
    if event.entries.filter(same).exists():
        raise CannotRestore(
            _("Another entry now has the number or the seed of %(entry)s: enter it again.")
            % {"entry": name}
        )
    if entry["state"] == EntryState.ACCEPTED and places_left(event) == 0:
        raise NoPlaceLeft(
            _("All %(places)d places are now taken: enter %(entry)s for the waiting list.")
            % {"places": event.most_entries, "entry": name}
        )
    check_name(event, entry["name"])
    players = Player.objects.in_bulk([member["player"] for member in members])
    if any(player.merged_into_id for player in players.values()):
        raise CannotRestore(
            _("A player of %(entry)s has since been merged into another one: enter it again.")
            % {"entry": name}
        )
    if entry["state"] != EntryState.WITHDRAWN:
        inside = [players[member["player"]] for member in members if member["left_at"] is None]
        check_players(event, inside, partner_missing=True)


# A stage that follows another, removed before it begins, and put back.

# what goes with a stage and is kept in the journal; what is worked out comes back by itself
KEPT_OF_STAGE = frozenset({"events.Stage", "events.Qualifying", "events.StageEntry"})
WORKED_OUT = ("standings.", "statistics.", "outlook.")


class StageIsNeeded(Refused):
    """It is the first stage, or another one is filled from it."""

    code = "stage_is_needed"


@transaction.atomic
def remove_stage(*, stage: Stage, by: Act) -> None:
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
    lost = {label for label in gone.keys() - KEPT_OF_STAGE if not label.startswith(WORKED_OUT)}
    data = {} if lost else {"was": was}
    journal_stage_of_event("stage.removed", stage, event, by=by, data=data)


@transaction.atomic
def restore_stage(*, event: Event, stage_id: int, by: Act) -> Stage:
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
    journal_stage_of_event("stage.restored", restored, event, by=by)
    return restored
