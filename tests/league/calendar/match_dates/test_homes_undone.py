"""Entries have the homes again that they had before a change, unless something changed since."""

from datetime import time

import pytest

from league.calendar.match_dates import services as match_dates
from league.calendar.match_dates.models import EntryHome
from league.calendar.match_dates.services import HomeTerms
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.records import services as records
from league.foundation.refusal import OutOfDate
from tests.league.calendar.match_dates.factories import make_drawn_league, make_venue
from tests.league.play.events.factories import DIRECTOR, NOW

pytestmark = pytest.mark.django_db

BY = Act(DIRECTOR, NOW)


def home(venue, *weekdays, blocked=()):
    return HomeTerms(venue=venue, weekdays=weekdays, begins_at=time(19, 30), blocked=blocked)


@pytest.fixture
def event():
    return make_drawn_league().event


@pytest.fixture
def venue(event):
    return make_venue(event.club)


@pytest.fixture
def entries(event):
    return list(event.entries.order_by("number"))


def set_homes(event, homes):
    match_dates.set_homes(event=event, homes=homes, by=BY)
    return Happening.objects.filter(kind="homes.changed").latest("id")


def undo(event, change):
    return match_dates.undo_homes(event=event, change=change.pk, by=BY)


def homes():
    names = ("entry", "venue", "weekdays", "begins_at", "blocked")
    return sorted(EntryHome.objects.values_list(*names))


def test_undone_twice_it_is_done_once(event, venue, entries):
    change = set_homes(event, {entries[0]: home(venue, 1)})
    undo(event, change)
    happened = Happening.objects.count()

    assert undo(event, change) == 0
    assert Happening.objects.count() == happened


def test_a_home_that_changed_since_stays_and_so_do_the_others(event, venue, entries):
    one, two = entries[:2]
    change = set_homes(event, {one: home(venue, 1), two: home(venue, 1)})
    set_homes(event, {two: home(venue, 5)})
    before = homes()

    with pytest.raises(OutOfDate, match=r"the home of .* has changed since then"):
        undo(event, change)
    assert homes() == before


def test_a_venue_that_is_gone_is_no_home_again(event, venue, entries):
    old = make_venue(event.club, name="Old mill")
    set_homes(event, {entries[0]: home(old, 1)})
    change = set_homes(event, {entries[0]: home(venue, 1)})
    records.remove(old, by=BY)

    with pytest.raises(OutOfDate, match=r"the earlier venue of .* no longer exists"):
        undo(event, change)
