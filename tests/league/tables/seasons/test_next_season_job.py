"""The next season as a job: with its events, once, and nothing of it when it is cancelled."""

import pytest

from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import Cancelled, SharedProgress
from league.foundation.jobs.models import Job, JobState
from league.play.events.services import EventInvalid
from league.tables.seasons import services as seasons
from league.tables.seasons.services import next_season
from tests.league.tables.seasons.factories import NOW, make_night, make_season
from tests.league.tables.seasons.signed_season import NEXT, by_a_director

pytestmark = pytest.mark.django_db


@pytest.fixture
def by():
    return by_a_director()


@pytest.fixture
def season():
    season = make_season()
    make_night(season, {"Ann": 9, "Bob": 8})
    make_night(season, {"Ann": 9, "Cy": 8})
    return season


@pytest.mark.long
def test_cancelled_between_two_events_nothing_is_made(season, by):
    progress = SharedProgress()
    steps = []

    def at(done):
        steps.append((progress.now[0], done, progress.now[2]))
        progress.cancel()
        SharedProgress.report(progress, done)

    progress.report = at
    with pytest.raises(Cancelled):
        seasons.make_next_season(season=season, **NEXT, draw_lot=lambda: 5, progress=progress, **by)
    assert steps == [("Making the events again", 1, 2)]
    assert season.club.seasons.count() == 1


def test_a_worker_makes_the_season_with_its_events(season, by):
    asked = [seasons.request_next_season(season=season, **NEXT, seed=7, **by) for _ in range(2)]
    assert len({job.pk for job in asked}) == 1
    job = jobs.carry_out(job_id=asked[0].pk, at=NOW)
    assert (job.state, job.sentence) == (JobState.DONE, "Summer created, with 2 events.")
    made = season.club.seasons.get(pk=job.result["season"])
    assert [event.entries.count() for event in made.events.order_by("starts_on")] == [2, 2]


def test_a_season_that_cannot_be_is_refused_before_a_worker_sees_it(season, by):
    with pytest.raises(EventInvalid, match="cannot end before"):
        seasons.request_next_season(
            season=season, **NEXT | {"ends_on": NEXT["starts_on"].replace(year=2000)}, seed=7, **by
        )
    wanted = [seasons.DivisionSettings("First", 0, 0)]
    seasons.set_divisions(season=season, divisions=wanted, **by)
    with pytest.raises(seasons.NotSigned):
        seasons.request_next_season(season=season, **NEXT, seed=7, **by)
    assert not Job.objects.exists()


def test_many_events_are_not_made_while_a_request_waits(season, by, monkeypatch):
    monkeypatch.setattr(next_season, "MOST_EVENTS", 1)
    with pytest.raises(seasons.TakesLong, match="more than 1 events or 400 entries"):
        seasons.copy_season_at_once(season=season, **NEXT, draw_lot=lambda: 5, **by)
    assert season.club.seasons.count() == 1
    # without its events it is made at once, and asked for again it is that one
    made = seasons.copy_season_at_once(season=season, **NEXT, draw_lot=None, **by)
    season.refresh_from_db()
    again = seasons.copy_season_at_once(season=season, **NEXT, draw_lot=lambda: 5, **by)
    assert again.season == made.season
