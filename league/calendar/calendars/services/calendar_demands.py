"""What the calendar of a stage must keep and should, as a director says it."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.calendar.calendars.league_demands import WISHES
from league.calendar.calendars.models import (
    MOST_REST_DAYS,
    MOST_SECONDS,
    MOST_WEIGHT,
    LeagueCalendar,
)
from league.calendar.fixtures.fixtures_request import MOST_DAYS, MOST_RETURN_DAYS
from league.calendar.match_dates.typed_days import check_days
from league.foundation.journal.actor import Actor
from league.foundation.journal.models import Happening
from league.foundation.journal.undoing import change_made, change_to_undo, is_undone
from league.foundation.refusal import OutOfDate, Refused
from league.play.events.journaling import journal_stage
from league.play.events.models import Stage
from league.play.rounds.services.round_locks import lock_stage

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
def save_demands(
    *, stage: Stage, fields: Mapping[str, Any], actor: Actor, at: datetime
) -> LeagueCalendar:
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
        journal_stage(CHANGED, stage, actor=actor, at=at, was=was)
    return demands


def demands_change(stage: Stage, *, actor: Actor, at: datetime) -> Happening | None:
    """Return what somebody's change of the demands at a moment wrote, if anything."""
    return change_made("stage", stage.pk, (CHANGED,), actor=actor, at=at)


@transaction.atomic
def undo_demands(*, stage: Stage, change: int, actor: Actor, at: datetime) -> None:
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
    journal_stage(CHANGED, stage, actor=actor, at=at, undoes=made.pk)


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
