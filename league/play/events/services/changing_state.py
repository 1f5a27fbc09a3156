"""An event moves from state to state: draft, open, running, finished, archived.

A move that is not possible is refused with the reason and with what to do.
"""

from datetime import datetime

from django.db import transaction

from games.wording import join_sentences
from league.foundation.journal.actor import Actor
from league.foundation.refusal import Refused
from league.play.events.journaling import journal_event
from league.play.events.locking import locked
from league.play.events.models import (
    EntryState,
    Event,
    EventState,
    Stage,
    StageEntry,
    StruckDate,
    Visibility,
)
from league.play.events.round_plan import rounds
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
def move_event(
    *, event: Event, name: str, anyway: bool = False, actor: Actor, at: datetime
) -> Event:
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
    _keep_struck_date(event, name, at)
    if name == "finish":
        rounds().close_played(event, actor=actor, at=at)
    ended_at, event.state = event.finished_at, move.after
    _note_time(event, at)
    event.save(update_fields=["state", "opened_at", "started_at", "finished_at"])
    if name == "start":
        _seat_the_field(event)
    if name == "resume" and ended_at is not None:
        rounds().reopen_closed(event, ended_at=ended_at, actor=actor, at=at)
    journal_event(move.done, event, actor=actor, at=at)
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


def open_event(*, event: Event, actor: Actor, at: datetime) -> Event:
    """Freeze the rules and let entries in. Raises NotReady where the set-up is not complete."""
    return move_event(event=event, name="open", actor=actor, at=at)


def reopen_setup(*, event: Event, actor: Actor, at: datetime) -> Event:
    """Take an open event back to the set-up; nothing is drawn yet, and entries stay."""
    return move_event(event=event, name="set_up_again", actor=actor, at=at)


def start_event(*, event: Event, actor: Actor, at: datetime) -> Event:
    """Begin with those who take part: from now on rounds can be drawn."""
    return move_event(event=event, name="start", actor=actor, at=at)


def finish_event(*, event: Event, anyway: bool = False, actor: Actor, at: datetime) -> Event:
    """End the event. Raises NotReady while a round is open.

    Raises Unsettled, unless it is to be ended `anyway`, where rounds are not drawn or opened, or
    tables not confirmed.
    """
    return move_event(event=event, name="finish", anyway=anyway, actor=actor, at=at)


def resume_event(*, event: Event, actor: Actor, at: datetime) -> Event:
    return move_event(event=event, name="resume", actor=actor, at=at)


def archive_event(*, event: Event, anyway: bool = False, actor: Actor, at: datetime) -> Event:
    """Put the event into the archive. Raises Unsettled, unless `anyway`, if no round was opened."""
    return move_event(event=event, name="archive", anyway=anyway, actor=actor, at=at)


def bring_back_event(*, event: Event, actor: Actor, at: datetime) -> Event:
    return move_event(event=event, name="bring_back", actor=actor, at=at)
