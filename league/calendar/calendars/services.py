"""Everything that changes calendars: their demands, and the jobs that make them."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.calendar.calendars.league_demands import (
    WISHES,
    DatedMatch,
    begins_at,
    dates_from,
    home_of,
    request_from,
)
from league.calendar.calendars.league_matches import League, check_league, league_of
from league.calendar.calendars.models import (
    MOST_REST_DAYS,
    MOST_SECONDS,
    MOST_WEIGHT,
    LeagueCalendar,
)
from league.calendar.fixtures import calendar_for
from league.calendar.fixtures.fixtures_request import MOST_DAYS, MOST_RETURN_DAYS, FixturesRequest
from league.calendar.match_dates.models import DateState, MatchDate
from league.calendar.match_dates.selectors import first_sequences
from league.calendar.match_dates.services import set_date
from league.calendar.match_dates.typed_days import check_days
from league.foundation.date_formats.days_in_words import with_days_in_words
from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import Progress
from league.foundation.jobs.kinds import Kind, Outcome
from league.foundation.jobs.models import Job
from league.foundation.journal.actor import Act, Actor
from league.foundation.journal.models import Happening
from league.foundation.journal.versions import change_made, change_to_undo, is_undone
from league.foundation.refusal import OutOfDate, Refused
from league.play.events.journaling import journal_stage
from league.play.events.models import Stage
from league.play.rounds.services.running_rounds import check_running, lock_stage

# --- What the calendar of a stage must keep and should, as a director says it ---

FIELDS = (
    *("starts_on", "ends_on", "blocked", "rest_days", "return_days"),
    *("same_club_first", "wishes"),
    *("keeps_published", "seconds"),
)
DAYS = ("starts_on", "ends_on")
CHANGED = "calendar.demands_changed"
FIRST_YEAR, LAST_YEAR = 1900, 2199


class DemandsInvalid(Refused):
    code = "demands_invalid"


@transaction.atomic
def save_demands(*, stage: Stage, fields: Mapping[str, Any], by: Act) -> LeagueCalendar:
    """Store the demands that are given; the same again is no change.

    Raises DemandsInvalid with the field, and DaysUnclear.
    """
    stage = lock_stage(stage)
    demands = LeagueCalendar.objects.filter(stage=stage).first() or LeagueCalendar(stage=stage)
    before = _demands_for_undo(demands) if demands.pk else None
    for name in FIELDS:
        if name in fields:
            setattr(demands, name, fields[name])
    demands.blocked = check_days(demands.blocked)
    _check(demands)
    after = _demands_for_undo(demands)
    if before != after:
        demands.save()
        was = {"before": before, "after": after}
        journal_stage(CHANGED, stage, by=by, was=was)
    return demands


def demands_change(stage: Stage, *, by: Act) -> Happening | None:
    """Return what somebody's change of the demands at a moment wrote, if anything."""
    return change_made("stage", stage.pk, (CHANGED,), by=by)


@transaction.atomic
def undo_demands(*, stage: Stage, change: int, by: Act) -> None:
    """Store the demands that there were before a change, a happening by its number.

    A calendar that was made meanwhile stays as it is. Undone twice it is done once. Raises
    OutOfDate where somebody has changed the demands since.
    """
    stage = lock_stage(stage)
    made = change_to_undo("stage", stage.pk, (CHANGED,), change)
    if made is not None and is_undone(made):
        return
    demands = LeagueCalendar.objects.filter(stage=stage).first()
    if made is None or demands is None or _demands_for_undo(demands) != made.data["was"]["after"]:
        raise OutOfDate(
            _(
                "This can no longer be undone: somebody has changed what the calendar must keep "
                "since then."
            )
        )
    _write(demands, made.data["was"]["before"])
    journal_stage(CHANGED, stage, by=by, undoes=made.pk)


def _demands_for_undo(demands: LeagueCalendar) -> dict[str, Any]:
    """Return the demands as the journal keeps them."""
    values = {name: getattr(demands, name) for name in FIELDS}
    return values | {name: values[name].isoformat() for name in DAYS}


def _write(demands: LeagueCalendar, before: dict[str, Any] | None) -> None:
    if before is None:
        demands.delete()
        return
    days = {name: date.fromisoformat(before[name]) for name in DAYS}
    for name, value in (before | days).items():
        setattr(demands, name, value)
    demands.save(update_fields=FIELDS)


def _check(demands: LeagueCalendar) -> None:
    if demands.starts_on is None or demands.ends_on is None:
        raise DemandsInvalid(_("Say the first and the last day."), field="starts_on")
    if not FIRST_YEAR <= demands.starts_on.year <= demands.ends_on.year <= LAST_YEAR:
        raise DemandsInvalid(_("The last day must not be before the first one."), field="ends_on")
    if not 0 <= (demands.ends_on - demands.starts_on).days < MOST_DAYS:
        raise DemandsInvalid(
            _(
                "The last day must not be before the first one, and a season has at most %(most)d "
                "days."
            )
            % {"most": MOST_DAYS},
            field="ends_on",
        )
    _check_number(demands.rest_days, 0, MOST_REST_DAYS, "rest_days")
    _check_number(demands.return_days, 0, MOST_RETURN_DAYS, "return_days")
    _check_number(demands.same_club_first, 1, 1_000, "same_club_first")
    _check_number(demands.seconds, 1, MOST_SECONDS, "seconds")
    for name, weight in demands.wishes.items():
        if name not in WISHES:
            raise DemandsInvalid(_("There is no such wish."), field="wishes")
        _check_number(weight, 0, MOST_WEIGHT, "wishes")


def _check_number(value: Any, least: int, most: int, field: str) -> None:
    if not isinstance(value, int) or not least <= value <= most:
        raise DemandsInvalid(
            _("Give a number from %(least)d to %(most)d.") % {"least": least, "most": most},
            field=field,
        )


# --- A calendar made by a worker: the search with its progress, and its answer as drafted dates ---


class CalendarImpossible(Refused):
    """There is no calendar that keeps all demands; the sentence names those that cannot hold."""

    code = "calendar_impossible"


@transaction.atomic
def request_calendar(*, stage: Stage, by: Act) -> Job:
    """Ask a worker for the calendar of a stage whose demands are stored.

    Asked for twice, it is made once. Raises NotRunning, and NoCalendar where none can be made.
    """
    stage = lock_stage(stage)
    check_running(stage.event)
    check_league(league_of(stage))
    demands_of(stage)
    return jobs.enqueue(
        kind=CALENDAR.name,
        club_id=stage.event.club_id,
        subject_id=stage.pk,
        by=by,
    )


def demands_of(stage: Stage) -> LeagueCalendar:
    demands = LeagueCalendar.objects.filter(stage=stage).first()
    if demands is None:
        raise CalendarImpossible(_("Say first from when to when the league is played."))
    return demands


def carry_out(job: Job, progress: Progress, at: datetime) -> Outcome:
    """Make the calendar that was asked for.

    It is searched for without a lock; if something changed meanwhile that it stands on, it is
    refused. Cancelled at whatever step, no date changes.
    """
    stage = Stage.objects.select_related("event__club").filter(pk=job.subject_id).first()
    if stage is None:
        raise OutOfDate(_("What was to be dated no longer exists."))
    progress.step(_("Reading homes and matches"))
    _league, asked = _read(stage, at)
    answer = calendar_for(asked, _JobProgress(progress))
    if "matches" not in answer:
        raise CalendarImpossible(_why(answer))
    progress.step(_("Saving the dates"))
    with transaction.atomic():
        made = _store(stage, asked, answer, progress, Act(job.asked_by, at))
    return _outcome(stage, answer, made)


CALENDAR = Kind(
    name="calendar",
    label=gettext_lazy("The calendar"),
    permission="events.change_event",
    carry_out=carry_out,
)


class _JobProgress:
    """Hands the search's progress on to the job; raises Cancelled when nobody wants it any more."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.total: int | None = None

    def __call__(self, done: int, total: int, _missing: int, _cost: int) -> None:
        if total != self.total:
            self.progress.step(self._step(total), total)
            self.total = total
        self.progress.report(done)

    def _step(self, total: int) -> str:
        if total:
            return _("Looking for the best calendar")
        return _("Looking for the demands that cannot hold together")


def _read(stage: Stage, at: datetime) -> tuple[League, FixturesRequest]:
    league = league_of(stage)
    check_league(league)
    today = at.astimezone(league.zone).date()
    return league, request_from(league, demands_of(stage), today=today)


def _why(answer: dict[str, Any]) -> str:
    if "impossible" in answer:
        return with_days_in_words(str(answer["impossible"]["text"]))
    return str(answer["error"]["message"])


def _store(
    stage: Stage,
    asked: FixturesRequest,
    answer: dict[str, Any],
    progress: Progress,
    by: Act,
) -> int:
    """Write the dates as drafts; published ones that were to move, move. Return how many."""
    stage = lock_stage(stage)
    check_running(stage.event)
    league, now = _read(stage, by.at)
    if now != asked:
        raise OutOfDate(
            _("Something the calendar stands on has changed in the meantime. Make it again.")
        )
    made = dates_from(league, demands_of(stage), answer)
    _draft(league, [one for one in made if not _is_seen(one)], by.actor)
    for one in made:
        if _is_seen(one):
            _move(league, one, by)
    progress.step("")  # the last moment at which nothing need be dated
    LeagueCalendar.objects.filter(stage=stage).update(bound=answer["bound"], made_at=by.at)
    journal_stage("calendar.drafted", stage, by=by, count=len(made))
    return len(made)


def _is_seen(dated: DatedMatch) -> bool:
    return dated.match.date is not None and dated.match.date.state != DateState.DRAFT


def _draft(league: League, made: list[DatedMatch], actor: Actor) -> None:
    old = [one.match.date.pk for one in made if one.match.date is not None]
    MatchDate.objects.filter(pk__in=old).delete()
    sequences = first_sequences(made[0].match.round.stage.event) if made else {}
    MatchDate.objects.bulk_create(
        MatchDate(
            round=one.match.round,
            number=one.match.number,
            sequence=sequences.get((one.match.round.pk, one.match.number), 0),
            begins_at=begins_at(league, one),
            venue=home_of(league, one).venue,
            home_side=one.home_side,
            changed_by_id=actor.user_id,
        )
        for one in made
    )


def _move(league: League, dated: DatedMatch, by: Act) -> None:
    set_date(
        round=dated.match.round,
        number=dated.match.number,
        begins_at=begins_at(league, dated),
        venue=home_of(league, dated).venue,
        home_side=dated.home_side,
        state=DateState.PUBLISHED,
        by=by,
    )


def _outcome(stage: Stage, answer: dict[str, Any], made: int) -> Outcome:
    broken = [one for one in answer["wishes"] if one["broken"]]
    sentence = ngettext(
        "%(count)d match has a date. Nobody but you sees it before you publish it.",
        "%(count)d matches have dates. Nobody but you sees them before you publish them.",
        made,
    ) % {"count": made}
    if broken:
        count = sum(one["broken"] for one in broken)
        wishes = ngettext(
            "Wishes are broken at %(count)d place.", "Wishes are broken at %(count)d places.", count
        )
        sentence = f"{sentence} {wishes % {'count': count}}"
    result = {"event_id": stage.event_id, "stage": stage.number, "matches": made}
    return Outcome(sentence=sentence, result=result)
