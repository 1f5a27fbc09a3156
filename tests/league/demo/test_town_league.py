"""The demo's league in play: dated matches of teams, captains, and what is certain by now."""

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from league.calendar.match_dates.models import EntryHome, MatchDate, Venue
from league.demo import season_behind, town_league
from league.demo.club import open_demo
from league.demo.season_behind import evenings_of, season_to_play
from league.play.events.models import Captain, Event, EventState
from league.play.results.models import TableResult, TableState
from league.play.rounds.models import Round, RoundState, Table
from league.tables.outlook.models import EntryOutlook, StageOutlook
from league.tables.outlook.services import work_out
from league.tables.seasons.selectors import division_of_event

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture
def town():
    now = timezone.now()
    open_demo(now=now)
    evenings = evenings_of(season_behind._behind(season_to_play()))
    for evening in evenings:
        if evening.name.startswith("town-league"):
            assert not evening.is_over()
            evening.play(Random(evening.name))
            assert evening.is_over()
    return now


def test_both_divisions_are_in_play_with_dates_places_and_captains(town):
    first, second = (Event.objects.get(slug=slug) for slug in town_league.DIVISIONS)

    assert [division_of_event(event).number for event in (first, second)] == [1, 2]
    assert {first.state, second.state} == {EventState.RUNNING}
    assert [rounds_left(event) for event in (first, second)] == [2, 1]
    assert (
        MatchDate.objects.count()
        == Table.objects.filter(round__stage__event__in=[first, second]).count()
        == 7 * 4 + 5 * 3
    )
    assert Captain.objects.count() == EntryHome.objects.count() == 14
    assert Venue.objects.count() == 5
    # what is played was played by now, and what is left is still to come or under way
    played = MatchDate.objects.filter(round__state=RoundState.CLOSED)
    assert played.latest("begins_at").begins_at < town
    to_come = MatchDate.objects.exclude(round__state=RoundState.CLOSED)
    assert to_come.earliest("begins_at").begins_at > town - timedelta(days=7)


def rounds_left(event):
    return Round.objects.filter(stage__event=event).exclude(state=RoundState.CLOSED).count()


def test_a_venue_has_room_for_all_matches_of_an_evening(town):
    for venue in Venue.objects.all():
        days = [one.begins_at.date() for one in venue.match_dates.all()]
        assert max(days.count(day) for day in days) <= venue.matches


def test_every_result_is_confirmed_and_something_is_certain_by_now(town):
    assert set(
        TableResult.objects.filter(
            table__round__stage__event__slug__in=town_league.DIVISIONS,
        ).values_list("state", flat=True)
    ) == {TableState.CONFIRMED}
    marks = {}
    for slug in town_league.DIVISIONS:
        stage = Event.objects.get(slug=slug).stages.get()
        work_out(stage_id=stage.pk, at=town, from_scratch=True)
        rows = EntryOutlook.objects.filter(stage=stage).select_related("entry")
        marks[slug] = {row.entry.name: row.mark for row in rows}
    outlooks = StageOutlook.objects.order_by("stage")
    assert [next(iter(one.groups.values())) for one in outlooks] == [
        {"size": 8, "up": 0, "down": 2},
        {"size": 6, "up": 2, "down": 0},
    ]
    assert set(marks[town_league.FIRST].values()) == {"", "safe", "relegated"}
    assert set(marks[town_league.SECOND].values()) == {"", "out"}
    assert {one["aim"] for one in outlooks.last().last_round} == {"win", "promotion"}
