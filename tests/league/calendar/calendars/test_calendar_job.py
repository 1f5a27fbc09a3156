"""A league's calendar made by a worker: what it keeps, what stays, what it says."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta

import pytest

from league.calendar.calendars import services
from league.calendar.calendars import services as calendars
from league.calendar.calendars.calendar_breaks import breaks_after, breaks_now
from league.calendar.calendars.league_matches import NoCalendar, league_of
from league.calendar.calendars.models import LeagueCalendar
from league.calendar.match_dates import services as match_dates
from league.calendar.match_dates.models import DateState, EntryHome, MatchDate
from league.foundation.jobs.models import JobState
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from tests.league.calendar.calendars.making import demand, make_calendar, make_ready
from tests.league.calendar.match_dates.factories import give_homes, make_drawn_league, make_venue
from tests.league.play.events.factories import DIRECTOR, NOW
from tests.league.play.rounds.factories import make_played

pytestmark = pytest.mark.django_db
BY = Act(DIRECTOR, NOW)
TUESDAY = datetime(2026, 4, 7, 19, tzinfo=UTC)
WEDNESDAY = TUESDAY + timedelta(days=1)


def dates(stage):
    return {
        (match_date.round.number, match_date.number): match_date
        for match_date in MatchDate.objects.filter(round__stage=stage).select_related("round")
    }


def set_first(stage, state, begins_at=TUESDAY, number=1, **fields):
    round = stage.rounds.get(number=number)
    return match_dates.set_date(
        round=round, number=1, begins_at=begins_at, state=state, **fields, by=BY
    )


@pytest.mark.parametrize("format", ["round_robin", "double_round_robin"])
def test_every_match_gets_a_drafted_date_that_keeps_the_demands(format):
    stage = make_ready(4, format=format)
    job = make_calendar(stage)
    assert (job.state, job.sentence.split(".")[0]) == (
        JobState.DONE,
        f"{6 if format == 'round_robin' else 12} matches have dates",
    )
    found = dates(stage)
    assert {row.state for row in found.values()} == {DateState.DRAFT}
    assert {row.begins_at.astimezone(UTC).weekday() for row in found.values()} <= {1, 2}
    league = league_of(stage)
    assert breaks_now(league, LeagueCalendar.objects.get()).demands == []
    at_home = Counter(league.names[match.home] for match in league.matches)
    assert max(at_home.values()) - min(at_home.values()) <= league.meetings % 2


def test_made_again_what_is_played_agreed_or_ruled_stays_and_the_rest_comes_after_today():
    stage = make_ready(4)
    make_calendar(stage)
    match_dates.publish_dates(stage=stage, by=BY)
    played = set_first(stage, DateState.PUBLISHED, TUESDAY)
    make_played(stage.rounds.get(number=1).tables.get(number=1))
    ruled = set_first(stage, DateState.RULED, WEDNESDAY, number=2)
    demand(stage, keeps_published=False)
    job = make_calendar(stage, at=TUESDAY + timedelta(days=2))
    found = dates(stage)
    assert job.state == JobState.DONE, job.sentence
    assert found[1, 1].begins_at == played.begins_at
    assert found[2, 1].begins_at == ruled.begins_at
    free = [one for key, one in found.items() if key not in [(1, 1), (2, 1)]]
    assert min(one.begins_at for one in free) > TUESDAY + timedelta(days=2)
    assert {one.state for one in free} == {DateState.PUBLISHED}
    moved = Happening.objects.filter(kind="match.moved", data__state="published").count()
    assert sum(one.sequence for one in free) == moved - played.sequence > 0


@pytest.mark.long
def test_an_evening_that_another_league_has_in_the_hall_is_not_used():
    stage = make_ready(4, places=1)
    hall = EntryHome.objects.first().venue
    other = make_drawn_league(4, club=stage.event.club, name="Other league")
    taken = [TUESDAY + timedelta(days=7 * week) for week in range(3)]
    for number, moment in enumerate(taken, start=1):
        set_first(other, DateState.PUBLISHED, moment, number=number, venue=hall)
    demand(stage, ends_on=(TUESDAY + timedelta(days=50)).date())
    assert make_calendar(stage).state == JobState.DONE
    days = {row.begins_at.date() for row in dates(stage).values()}
    assert len(days) == 6
    assert days.isdisjoint(moment.date() for moment in taken)


def test_what_is_impossible_is_said_with_the_demands_and_changes_nothing():
    stage = make_ready(4, places=1)
    demand(stage, ends_on=date(2026, 3, 27))
    job = make_calendar(stage)
    assert job.state == JobState.REFUSED
    assert "Sailors’ Hall" in job.sentence or "must play" in job.sentence
    assert not dates(stage)


def test_a_stage_that_is_not_drawn_all_at_once_has_no_calendar():
    stage = make_drawn_league(6, format="swiss")
    give_homes(stage.event, make_venue(stage.event.club))
    demand(stage)
    with pytest.raises(NoCalendar, match="by hand"):
        calendars.request_calendar(stage=stage, by=BY)


def test_a_home_that_changed_meanwhile_refuses_what_was_found(monkeypatch):
    stage = make_ready(4)
    search = services.calendar_for

    def change_meanwhile(asked, progress):
        EntryHome.objects.filter(entry__event=stage.event).update(weekdays=[3])
        return search(asked, progress)

    monkeypatch.setattr(services, "calendar_for", change_meanwhile)
    job = make_calendar(stage)
    assert (job.state, "has changed in the meantime" in job.sentence) == (JobState.REFUSED, True)
    assert not dates(stage)


def test_a_change_by_hand_says_what_it_breaks_and_nothing_else():
    stage = make_ready(4)
    make_calendar(stage)
    league, demands = league_of(stage), LeagueCalendar.objects.get()
    match = league.matches[0]
    day = match.date.begins_at
    assert breaks_after(league, demands, match, day, match.date.home_side).demands == []
    found = breaks_after(league, demands, match, day + timedelta(days=1), match.date.home_side)
    assert any("none of the home evenings" in text for text in found.demands)
    assert match.key in found.marks
