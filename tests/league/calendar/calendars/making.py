"""Leagues with homes and demands, and their calendars made as the worker does."""

from datetime import UTC, date, datetime
from typing import Any

from league.calendar.calendars import services as calendars
from league.calendar.calendars.league_demands import WISHES
from league.calendar.calendars.models import LeagueCalendar
from league.foundation.jobs import services as jobs
from league.foundation.jobs.models import Job
from league.foundation.journal.actor import Act
from league.play.events.models import Stage
from tests.league.calendar.match_dates.factories import give_homes, make_drawn_league, make_venue
from tests.league.play.events.factories import DIRECTOR, NOW

SEASON: dict[str, Any] = {
    "starts_on": date(2026, 3, 9),
    "ends_on": date(2026, 6, 30),
    "rest_days": 3,
    "seconds": 1,
    "wishes": dict.fromkeys(WISHES, 0),
}
LATER = datetime(2026, 3, 8, 9, tzinfo=UTC)


def demand(stage: Stage, **fields: Any) -> LeagueCalendar:
    return calendars.save_demands(stage=stage, fields={**SEASON, **fields}, by=Act(DIRECTOR, NOW))


def make_ready(entries: int = 4, places: int = 2, **fields: Any) -> Stage:
    """Make a drawn league whose entries are all at home on Tuesdays in one venue."""
    stage = make_drawn_league(entries, **fields)
    give_homes(stage.event, make_venue(stage.event.club, matches=places))
    demand(stage)
    return stage


def make_calendar(stage: Stage, at: datetime = LATER) -> Job:
    job = calendars.request_calendar(stage=stage, by=Act(DIRECTOR, at))
    jobs.carry_out(job_id=job.pk, at=at)
    job.refresh_from_db()
    return job
