"""The next season of an association: its events have the clubs' entries, its players a club."""

from datetime import date

import pytest

from league.foundation.journal.actor import Act
from league.office.associations import services as associations
from league.office.associations.models import Registration
from league.office.associations.selectors import entry_clubs
from league.tables.seasons import services as seasons
from tests.league.office.associations.factories import (
    NOW,
    SECRETARY,
    join,
    make_association,
    register,
    season_of,
)
from tests.league.tables.seasons.factories import make_night

pytestmark = pytest.mark.django_db
AUTUMN = {"name": "Autumn", "starts_on": date(2026, 9, 1), "ends_on": date(2026, 12, 31)}
BY = Act(SECRETARY, NOW)


@pytest.fixture
def season():
    """Ann plays for Harbour Street, Bob for Mill Lane, and both came to a night."""
    association = make_association()
    season = season_of(association, ends_on=date(2026, 6, 30))
    for club, name in [("Harbour Street", "Ann"), ("Mill Lane", "Bob")]:
        register(season, join(association, club), name)
    make_night(season, {"Ann": 9, "Bob": 7})
    return season


def follow(season, **how):
    how = {"draw_lot": lambda: 1} | AUTUMN | how
    return seasons.copy_season(season=season, **how, by=BY)


def registered(season):
    rows = Registration.objects.filter(season=season, ended_at=None)
    return dict(rows.values_list("player__name", "club__name"))


@pytest.mark.long
def test_the_entries_of_clubs_are_in_the_events_of_the_next_season(season):
    following = follow(season)

    event = following.events.get()
    entered = {e.members.get().player.name: club.name for e, club in by_entry(event)}
    assert entered == {"Ann": "Harbour Street", "Bob": "Mill Lane"} == registered(following)


def by_entry(event):
    clubs = entry_clubs(event)
    return [(entry, clubs[entry.pk]) for entry in event.entries.all()]


def test_who_could_not_be_entered_again_is_named_by_event(season):
    associations.end_registration(registration=Registration.objects.get(player__name="Bob"), by=BY)

    made = seasons.make_next_season(season=season, **AUTUMN, draw_lot=lambda: 1, by=BY)

    (left_out,) = made.left_out
    assert left_out.event == made.season.events.get()
    assert left_out.names == ("Bob",)
