"""A championship is filled with the first places of events of the clubs."""

import pytest

from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.refusal import OutOfDate
from league.office.associations import services as associations
from league.office.associations.championship_field import Source
from league.office.associations.selectors import entry_clubs
from league.play.events import services as events
from league.play.events.models import Event
from tests.league.factories import make_club
from tests.league.office.associations.factories import (
    NOW,
    SECRETARY,
    Championship,
    register,
)
from tests.league.tables.seasons.factories import make_night, make_season

pytestmark = pytest.mark.django_db
BY = Act(SECRETARY, NOW)


@pytest.mark.long
def test_filled_twice_it_is_the_same_field_with_seeds_by_place():
    final = Championship()
    final.fill(expected_digest=final.preview().digest)
    assert final.seeds == {"Ann": 1, "Bob": 2, "Eve": 3, "Flo": 4}
    assert set(entry_clubs(final.event).values()) == {final.harbour, final.mill}
    final.fill()
    assert final.seeds == {"Ann": 1, "Bob": 2, "Eve": 3, "Flo": 4}
    assert Happening.objects.filter(kind="championship.filled").count() == 1


@pytest.mark.long
def test_who_withdrew_stays_out_when_it_is_filled_again():
    final = Championship()
    final.fill()
    events.withdraw_entry(entry=final.event.entries.get(seed=1), by=BY)
    field = final.fill()
    assert field.qualified[0].stays_out == "Withdrew from the championship."
    assert final.event.entries.filter(state="accepted").count() == 3


@pytest.mark.long
def test_a_preview_that_is_out_of_date_fills_nothing():
    final = Championship()
    digest = final.preview().digest
    register(final.season, final.mill, "Dan")
    with pytest.raises(OutOfDate):
        final.fill(expected_digest=digest)
    assert not final.event.entries.exists()


@pytest.mark.long
@pytest.mark.parametrize(
    "change", [{"state": "running"}, {"visibility": "members"}, {"visibility": "hidden"}]
)
def test_only_public_events_that_are_over_feed_it(change):
    final = Championship()
    Event.objects.filter(pk=final.of_mill.pk).update(**change)
    with pytest.raises(associations.CannotFillChampionship, match="public events that are over"):
        final.preview()


def test_events_of_other_clubs_do_not_feed_it():
    final = Championship()
    night = make_night(make_season(make_club("Elsewhere")), {"Gus": 9, "Hal": 7})
    with pytest.raises(associations.CannotFillChampionship):
        final.fill(sources=[Source(night, 1)])


def test_a_full_championship_says_how_many_places_lack():
    final = Championship(most_entries=2)
    with pytest.raises(associations.CannotFillChampionship, match=r"4 more .* and 2 places"):
        final.fill()
    assert not final.event.entries.exists()


@pytest.mark.long
def test_an_event_that_has_begun_keeps_its_field():
    final = Championship()
    Event.objects.filter(pk=final.event.pk).update(state="running", started_at=NOW)
    with pytest.raises(associations.CannotFillChampionship, match="has begun"):
        final.fill()
