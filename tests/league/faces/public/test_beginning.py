"""The time at which an event begins: set at the desk or by a program, shown wherever its day is."""

import json
import re
from datetime import date, time

import pytest
from django.urls import reverse
from icalendar import Calendar

from league.faces.public.feeds.calendars import EVENING
from league.play.events import services as events
from tests.league.faces.api.factories import V1, client_of
from tests.league.factories import make_club, make_member
from tests.league.play.events.factories import DIRECTOR, NOW, add_pairs, make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club(time_zone="Europe/Berlin")


@pytest.fixture
def event(club):
    event = make_event(club, begins_at=time(19, 30))
    add_pairs(events.open_event(event=event, actor=DIRECTOR, at=NOW), 2)
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


def test_it_is_set_at_the_desk_and_goes_along_to_the_next_event(client, club):
    event = make_event(club)
    client.force_login(make_member(club, role="director").user)
    address = reverse("desk:event_setup", args=[club.slug, event.slug, "game"])
    typed = client.get(address).context["form"].initial
    typed = {name: value for name, value in typed.items() if value is not None}

    answer = client.post(address, {**typed, "begins_at": "19:30"})
    event.refresh_from_db()
    copied = events.copy_event(
        event=event,
        name="Next cup",
        starts_on=date(2026, 3, 14),
        season=None,
        with_entries=False,
        draw_lot=lambda: 1,
        actor=DIRECTOR,
        at=NOW,
    ).event

    assert answer.status_code == 302
    assert event.begins_at == copied.begins_at == time(19, 30)


def test_a_program_sets_it(club, event):
    program = client_of(make_member(club, role="director").user)
    changed = program.patch(f"{V1}/events/{event.pk}", {"begins_at": "20:15"})

    assert (changed.status_code, changed.json()["begins_at"]) == (200, "20:15")
