"""Draws that take long: requested at a page, made by a worker as a job."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import Progress
from league.foundation.jobs.kinds import Kind, Outcome
from league.foundation.jobs.models import Job
from league.foundation.jobs.selectors import unfinished
from league.foundation.journal.actor import Act
from league.foundation.refusal import OutOfDate, Refused
from league.play.events.models import EntryState, EventState, Stage
from league.play.events.services import start_event
from league.play.rounds.drawing.work import MOST_AT_ONCE
from league.play.rounds.models import Round, Table
from league.play.rounds.rooms import draws_all_rounds
from league.play.rounds.selectors import numbers_in_words
from league.play.rounds.services.draw import Preview, TakesLong, draw_rounds, preview_draw
from league.play.rounds.services.redraw import redraw_round
from league.play.rounds.services.running_rounds import check_running, lock_stage

LARGE_FIELD = 300  # entries from which on nobody should wait for a page to work out a draw
LARGE_DRAW = 16_384  # entries times rounds that take about a second to be worked out
MOST_WORK = MOST_AT_ONCE
MANY_TABLES = 500  # tables that take about a second to be stored


def draws_take_long(stage: Stage, active: int | None = None) -> bool:
    """Say whether it is so much to work out that nobody should wait for a page to draw it.

    `active` is how many take part in the event, where that is known.
    """
    if active is None:
        active = stage.event.entries.filter(state=EntryState.ACCEPTED).count()
    rounds = (stage.rounds_planned or active) if draws_all_rounds(stage) else 1
    return active > LARGE_FIELD or active * rounds > LARGE_DRAW


def check_draw_is_short(stage: Stage) -> None:
    """Refuse a draw that would take longer than a request may. Raises TakesLong."""
    if draws_take_long(stage):
        raise _too_long_to_wait()


def check_redraw_is_short(round: Round) -> None:
    """Refuse to draw so much again while a request waits for it. Raises TakesLong."""
    if redraws_take_long(round):
        raise _too_long_to_wait()


def _too_long_to_wait() -> TakesLong:
    return TakesLong(
        _(
            "This draw takes longer than a request may take: more than %(entries)d entries, more "
            "than %(places)d entries times rounds, or more than %(tables)d tables. Draw it on the "
            "event's page “Draw” at the desk, where it is made in the background."
        )
        % {"entries": LARGE_FIELD, "places": LARGE_DRAW, "tables": MANY_TABLES}
    )


def preview_in_request(stage: Stage, *, even_unfinished: bool = False) -> Preview:
    """Return the preview of a draw while a request waits. Raises as `preview_draw` does."""
    return preview_draw(stage=stage, even_unfinished=even_unfinished, most_work=MOST_WORK)


def draw_in_request(*, stage: Stage, **asked: Any) -> list[Round]:
    """Do what `draw_rounds` does while a request waits. Raises TakesLong too, and changes nothing.

    What has been drawn already is returned however long the draw would take.
    """
    return draw_rounds(stage=stage, most_work=MOST_WORK, **asked)


@transaction.atomic
def start_and_draw(
    *,
    stage: Stage,
    expected_version: int | None,
    prepared: Preview | None,
    by: Act,
    **asked: Any,
) -> list[Round]:
    """Start the event if it is open, and draw as `draw_in_request` does.

    What starts the event is what was looked at: it has another version, and another field than
    the entries that were previewed.
    """
    if stage.event.state == EventState.OPEN:
        start_event(event=stage.event, by=by)
        expected_version = prepared = None
    return draw_in_request(
        stage=stage,
        expected_version=expected_version,
        prepared=prepared,
        by=by,
        **asked,
    )


def redraw_in_request(*, round: Round, seed: int, by: Act) -> list[Round]:
    """Do what `redraw_round` does while a request waits. Raises TakesLong too."""
    return redraw_round(round=round, seed=seed, most_work=MOST_WORK, by=by)


def storing_takes_long(preview: Preview) -> bool:
    """Say whether what would be drawn has so many tables that a worker should store them."""
    return sum(len(round.tables) for round in preview.rounds) > MANY_TABLES


def redraws_take_long(round: Round) -> bool:
    """Say whether drawing this round and the later ones again is work for a worker."""
    again = Table.objects.filter(round__stage=round.stage, round__number__gte=round.number)
    return draws_take_long(round.stage) or again.count() > MANY_TABLES


@transaction.atomic
def request_draw(
    *,
    stage: Stage,
    expected_version: int | None = None,
    number: int | None = None,
    deadlines: Mapping[int, datetime] | None = None,
    even_unfinished: bool = False,
    redraw_with: int | None = None,
    by: Act,
) -> Job:
    """Ask for what `draw_rounds` draws; with `redraw_with`, a seed, round `number` is drawn again.

    Asked for twice it is drawn once: the job that waits is returned. Raises NotRunning, and
    OutOfDate when the entries changed since `expected_version`; everything else is said by the
    job when it is carried out.
    """
    stage = lock_stage(stage)
    check_running(stage.event)
    waiting = unfinished(DRAW.name, stage.pk)
    if waiting is not None:
        return waiting
    if expected_version not in (None, stage.event.entries_version):
        raise OutOfDate(
            _("The entries have changed in the meantime. Check the draw again before you make it.")
        )
    return jobs.enqueue(
        kind=DRAW.name,
        club_id=stage.event.club_id,
        subject_id=stage.pk,
        data={
            "expected_version": stage.event.entries_version,
            "number": number,
            "deadlines": {str(n): moment.isoformat() for n, moment in (deadlines or {}).items()},
            "even_unfinished": even_unfinished,
            "redraw_with": redraw_with,
        },
        by=by,
    )


@transaction.atomic
def request_start_and_draw(
    *, stage: Stage, expected_version: int | None, by: Act, **asked: Any
) -> Job:
    """Do what `request_draw` does; an event that is open starts with it."""
    if stage.event.state == EventState.OPEN:
        start_event(event=stage.event, by=by)
        expected_version = None
    return request_draw(stage=stage, expected_version=expected_version, by=by, **asked)


def carry_out(job: Job, progress: Progress, at: datetime) -> Outcome:
    """Make the draw that was asked for.

    It is worked out without a lock; if the event changed meanwhile it is refused, so that the
    director looks again. Cancelled at whatever step, nothing is drawn.
    """
    stage = Stage.objects.select_related("event").filter(pk=job.subject_id).first()
    if stage is None:
        raise OutOfDate(_("What was to be drawn no longer exists."))
    drawn = [round.number for round in _draw(stage, job, progress, at)]
    sentence = ngettext("Round %(numbers)s is drawn.", "Rounds %(numbers)s are drawn.", len(drawn))
    return Outcome(
        sentence=sentence % {"numbers": numbers_in_words(drawn)},
        result={"event_id": stage.event_id, "stage": stage.number, "rounds": drawn},
    )


DRAW = Kind(
    name="draw",
    label=gettext_lazy("The draw"),
    permission="events.change_event",
    carry_out=carry_out,
)


def _draw(stage: Stage, job: Job, progress: Progress, at: datetime) -> list[Round]:
    data: dict[str, Any] = job.data
    by = Act(job.asked_by, at)
    progress.step(_("Working out the pairings"))
    if data["redraw_with"] is not None:
        round = stage.rounds.filter(number=data["number"]).first()
        if round is None:
            raise OutOfDate(_("This round no longer exists: look at the draw again."))
        with transaction.atomic():
            drawn = redraw_round(round=round, seed=data["redraw_with"], progress=progress, by=by)
            progress.step("")  # the last moment at which nothing need be drawn
        return drawn
    if stage.event.entries_version != data["expected_version"]:
        raise OutOfDate(
            _("The entries have changed in the meantime. Check the draw again before you make it.")
        )
    try:
        prepared = preview_draw(stage=stage, even_unfinished=data["even_unfinished"])
    except Refused:
        prepared = None  # refused below, unless it has been drawn already
    with transaction.atomic():
        drawn = draw_rounds(
            stage=stage,
            expected_version=data["expected_version"],
            number=data["number"],
            deadlines={
                int(n): datetime.fromisoformat(moment) for n, moment in data["deadlines"].items()
            },
            even_unfinished=data["even_unfinished"],
            prepared=prepared,
            progress=progress,
            by=by,
        )
        progress.step("")
    return drawn
