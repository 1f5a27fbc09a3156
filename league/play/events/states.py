"""The states of an event, the moves from one to another, and what forbids a move."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.wording import join_sentences
from league.foundation.lists import listed
from league.play.events.models import Entry, EntryState, Event, EventState, Stage
from league.play.events.selectors import entries_of
from league.play.events.setup_problems import Problem, rounds, setup_problems

Find = Callable[[Event], list[Problem]]
OVER = (EventState.FINISHED, EventState.ARCHIVED)


def _nothing(event: Event) -> list[Problem]:
    return []


def start_problems(event: Event) -> list[Problem]:
    """Return why the event cannot start with the entries it has."""
    entries = list(entries_of(event).filter(state=EntryState.ACCEPTED))
    return start_problems_of(event.stages.order_by("number").first(), entries)


def start_problems_of(stage: Stage | None, entries: Sequence[Entry]) -> list[Problem]:
    """Return why an event cannot start with this first stage and those who take part."""
    if stage is None:
        sentence = _("The event has no format yet; choose one in the set-up.")
        return [Problem(code="no_stage", step="rounds", sentence=sentence)]
    return list(rounds().start_problems(stage, entries))


def finish_problems(event: Event) -> list[Problem]:
    """Return why the event cannot end: rounds still being played.

    Open ones in which every table is confirmed are closed as it ends.
    """
    being_played = rounds().rounds_being_played(event)
    if not being_played:
        return []
    sentence = ngettext(
        "Round %(numbers)s is still open; close it first.",
        "Rounds %(numbers)s are still open; close them first.",
        len(being_played),
    ) % {"numbers": listed(being_played)}
    return [Problem(code="round_open", step="rounds", sentence=sentence)]


def finish_questions(event: Event) -> list[Problem]:
    """Return what is not settled yet; whoever knows it may end the event all the same."""
    return list(rounds().unsettled(event))


def archive_questions(event: Event) -> list[Problem]:
    return list(rounds().never_opened(event))


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A way from one state to another. `label` is its button, `done` the journal's kind for it.

    `problems` gives what forbids the move, `questions` what should be settled first, but need not.
    """

    name: str
    label: str | Promise
    before: EventState
    after: EventState
    done: str
    problems: Find = _nothing
    questions: Find = _nothing


MOVES: dict[str, Move] = {
    move.name: move
    for move in (
        Move(
            name="open",
            label=gettext_lazy("Open for entries"),
            before=EventState.DRAFT,
            after=EventState.OPEN,
            done="event.opened",
            problems=setup_problems,
        ),
        Move(
            name="set_up_again",
            label=gettext_lazy("Back to the set-up"),
            before=EventState.OPEN,
            after=EventState.DRAFT,
            done="event.setup_reopened",
        ),
        Move(
            name="start",
            label=gettext_lazy("Start the event"),
            before=EventState.OPEN,
            after=EventState.RUNNING,
            done="event.started",
            problems=start_problems,
        ),
        Move(
            name="finish",
            label=gettext_lazy("Finish the event"),
            before=EventState.RUNNING,
            after=EventState.FINISHED,
            done="event.finished",
            problems=finish_problems,
            questions=finish_questions,
        ),
        Move(
            name="resume",
            label=gettext_lazy("Go on playing"),
            before=EventState.FINISHED,
            after=EventState.RUNNING,
            done="event.resumed",
        ),
        Move(
            name="archive",
            label=gettext_lazy("Put into the archive"),
            before=EventState.FINISHED,
            after=EventState.ARCHIVED,
            done="event.archived",
            questions=archive_questions,
        ),
        Move(
            name="bring_back",
            label=gettext_lazy("Bring back from the archive"),
            before=EventState.ARCHIVED,
            after=EventState.FINISHED,
            done="event.brought_back",
        ),
    )
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PossibleMove:
    """A move out of the present state of an event, and what forbids it now."""

    move: Move
    problems: list[Problem]

    @property
    def is_possible(self) -> bool:
        return not self.problems

    @property
    def reason(self) -> str:
        return join_sentences(str(problem.sentence) for problem in self.problems)


def moves_from(event: Event) -> list[PossibleMove]:
    """Return the moves out of the event's state, in the order in which an event goes forward."""
    return [
        PossibleMove(move=move, problems=move.problems(event))
        for move in MOVES.values()
        if move.before == event.state
    ]


def why_not(move: Move, event: Event) -> str | None:
    """Return why the event is in the wrong state for the move, and what to do, or None."""
    if event.state == move.before:
        return None
    if event.state == move.after:
        return _("The event is already %(state)s.") % {"state": event.get_state_display()}
    sentence = _("“%(move)s” is for events that are %(before)s; this one is %(state)s.") % {
        "move": move.label,
        "before": EventState(move.before).label,
        "state": event.get_state_display(),
    }
    return join_sentences([sentence, str(ADVICE[EventState(event.state)])])


ADVICE: dict[EventState, str | Promise] = {
    EventState.DRAFT: gettext_lazy("Open it for entries first."),
    EventState.OPEN: gettext_lazy("Start it, or move it back to set-up."),
    EventState.RUNNING: gettext_lazy("Finish it first."),
    EventState.FINISHED: gettext_lazy("Resume it first if something is still to be played."),
    EventState.ARCHIVED: gettext_lazy("Bring it back from the archive first."),
}
