"""Chances follow ratings that moved, once an hour, and only where a strength is another one."""

from datetime import timedelta

import pytest

from games import services as games
from league.tables.outlook.models import EntryOutlook, StageOutlook
from league.tables.outlook.services import follow_ratings, work_out
from league.tables.ratings.models import ClubRatings, Rating
from tests.league.tables.outlook.last_rounds import four_in_the_last_round
from tests.league.tables.standings.factories import NOW, entry_of, player_named

pytestmark = [pytest.mark.django_db, pytest.mark.long]
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


@pytest.fixture
def stage():
    stage = four_in_the_last_round()
    work_out(stage_id=stage.pk, at=NOW, from_scratch=True)
    return stage


def rate(stage, at):
    club = stage.event.club
    ClubRatings.objects.update_or_create(club=club, defaults={"built_at": at})
    Rating.objects.update_or_create(
        club=club,
        player=player_named("Bob"),
        family=games.family_of(stage.event.variant).id,
        defaults={"mu": 45.0, "sigma": 2.0, "tables": 9, "deals": 99, "last_at": at},
    )


def likely(stage, name):
    return EntryOutlook.objects.get(stage=stage, entry=entry_of(stage, name)).likely["win"]


@pytest.mark.long
def test_chances_are_others_when_only_ratings_have_moved(stage):
    before = likely(stage, "Bob")
    rate(stage, NOW + MINUTE)

    assert follow_ratings(at=NOW + HOUR + MINUTE) == [stage.pk]
    assert work_out(stage_id=stage.pk, at=NOW + HOUR + MINUTE)

    assert likely(stage, "Bob") > before


@pytest.mark.long
def test_they_are_looked_at_once_an_hour(stage):
    rate(stage, NOW + MINUTE)

    assert follow_ratings(at=NOW + 59 * MINUTE) == []
    follow_ratings(at=NOW + 61 * MINUTE)
    work_out(stage_id=stage.pk, at=NOW + 61 * MINUTE)
    assert follow_ratings(at=NOW + 3 * HOUR) == []


def test_ratings_that_give_the_same_strengths_leave_the_outlook_alone(stage):
    version = StageOutlook.objects.get(pk=stage.pk).version
    ClubRatings.objects.create(club=stage.event.club, built_at=NOW + MINUTE)

    assert follow_ratings(at=NOW + 2 * HOUR) == [stage.pk]
    assert not work_out(stage_id=stage.pk, at=NOW + 2 * HOUR)

    assert StageOutlook.objects.get(pk=stage.pk).version == version


@pytest.mark.long
def test_an_event_that_is_over_is_left_alone(stage):
    rate(stage, NOW + MINUTE)
    stage.event.state = "finished"
    stage.event.save()

    assert follow_ratings(at=NOW + 2 * HOUR) == []
