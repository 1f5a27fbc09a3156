"""Events of one division: tied to it, untied with the season, and moved with it to the next."""

import pytest
from django.db import IntegrityError, transaction

from league.foundation.journal.actor import SYSTEM, Act
from league.play.events.services import EventInvalid
from league.tables.seasons import services as seasons
from league.tables.seasons.models import Division, DivisionEvent
from tests.league.factories import make_club
from tests.league.tables.seasons.factories import NOW, make_night, make_season
from tests.league.tables.seasons.signed_season import (
    by_a_director,
    make_divided_season,
)

pytestmark = pytest.mark.django_db
BY = Act(SYSTEM, NOW)


@pytest.fixture
def by():
    return by_a_director()


@pytest.fixture
def season(by):
    return make_divided_season(by)


def divided(club=None, slug="autumn"):
    season = make_season(club, slug=slug, name=slug.title())
    wanted = [seasons.DivisionSettings("First", 0, 1), seasons.DivisionSettings("Second", 1, 0)]
    seasons.set_divisions(season=season, divisions=wanted, by=BY)
    return season


def put(event, number):
    seasons.put_into_division(event, number, by=BY)


def test_a_division_that_the_season_has_not_is_refused():
    event = make_night(divided(), {"Ann": 9, "Bob": 8})
    with pytest.raises(EventInvalid, match="no division 3; the season has 2") as refused:
        put(event, 3)
    assert refused.value.field == "division"
    event.season = None
    event.save()
    with pytest.raises(EventInvalid, match="Choose the season of the event first"):
        put(event, 1)


@pytest.mark.long
def test_the_database_refuses_a_division_of_another_season():
    club = make_club()
    event = make_night(divided(club), {"Ann": 9, "Bob": 8})
    other = divided(club, "winter").divisions.get(number=1)
    with pytest.raises(IntegrityError, match="not of the season"), transaction.atomic():
        DivisionEvent.objects.create(event=event, division=other)


def test_a_division_with_an_event_stays():
    season = divided()
    event = make_night(season, {"Ann": 9, "Bob": 8}, name="Cup")
    put(event, 2)
    with pytest.raises(seasons.DivisionInUse, match="“Second” still plays Cup"):
        seasons.set_divisions(
            season=season, divisions=[seasons.DivisionSettings("First", 0, 0)], by=BY
        )
    assert Division.objects.filter(season=season).count() == 2
