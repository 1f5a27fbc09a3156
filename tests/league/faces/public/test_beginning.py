"""The time at which an event begins: set at the desk or by a program, shown wherever its day is."""

import json
import re
from datetime import time

import pytest
from django.urls import reverse
from icalendar import Calendar

from league.faces.public.feeds.calendars import EVENING
from league.foundation.journal.actor import Act
from league.play.events import services as events
from tests.league.factories import make_club
from tests.league.play.events.factories import DIRECTOR, NOW, add_pairs, make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club(time_zone="Europe/Berlin")


@pytest.fixture
def event(club):
    event = make_event(club, begins_at=time(19, 30))
    add_pairs(events.open_event(event=event, by=Act(DIRECTOR, NOW)), 2)
    return event


def page(client, name, *args):
    answer = client.get(reverse(f"public:{name}", args=args))
    assert answer.status_code == 200
    return answer.content.decode()


def test_pages_and_programs_say_it(client, club, event):
    of_event = page(client, "event", club.slug, event.slug)
    data = json.loads(re.search(r'ld\+json">(.*?)</script>', of_event)[1])
    (entry,) = Calendar.from_ical(page(client, "club_calendar", club.slug)).walk("VEVENT")

    assert "Sat 7 Mar 2026, 19:30" in of_event
    assert "Sat 7 Mar 2026, 19:30" in page(client, "club", club.slug)
    assert data["startDate"] == "2026-03-07T19:30:00+01:00"
    assert (entry.start, entry.end) == (event.beginning, event.beginning + EVENING)
