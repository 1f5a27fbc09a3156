"""The calendar of an event as the public sees it, and its files to subscribe to."""

from datetime import timedelta

import pytest
from django.urls import reverse
from icalendar import Calendar

from league.match_dates import services as match_dates
from league.match_dates.models import DateState, MatchDate
from tests.league.calendars.making import LATER, make_calendar, make_ready
from tests.league.events.factories import DIRECTOR

pytestmark = pytest.mark.django_db
WHO = {"actor": DIRECTOR, "at": LATER}


@pytest.fixture
def stage():
    stage = make_ready(4)
    make_calendar(stage)
    venue = MatchDate.objects.first().venue
    fields = {"map_link": "https://maps.example/hall", "address": "3 Quay Street"}
    match_dates.save_venue(club=stage.event.club, venue=venue, fields=fields, **WHO)
    return stage


def at(stage, name, *more):
    event = stage.event
    return reverse(f"public:{name}", args=[event.club.slug, event.slug, *more])


def publish(stage):
    match_dates.publish_dates(stage=stage, **WHO)


def items(client, stage, *entry):
    name = "entry_calendar_file" if entry else "event_calendar_file"
    answer = client.get(at(stage, name, *entry))
    assert answer.status_code == 200
    return {str(one["uid"]): one for one in Calendar.from_ical(answer.content).walk("VEVENT")}


def move(date, state, begins_at):
    match_dates.set_date(
        round=date.round,
        number=date.number,
        begins_at=begins_at,
        venue=date.venue,
        state=state,
        **WHO,
    )


def test_drafts_are_nowhere(client, stage):
    assert b"No match has a date yet" in client.get(at(stage, "event_calendar")).content
    assert items(client, stage) == {}


def test_published_matches_are_on_all_pages_with_their_place(client, stage):
    publish(stage)
    table = stage.rounds.get(number=1).tables.get(number=1)
    for name, more in [("event_calendar", []), ("round", [1, 1]), ("table", [table.pk])]:
        page = client.get(at(stage, name, *more)).content.decode()
        assert "https://maps.example/hall" in page, name
        assert "3 Quay Street" in page, name
    assert at(stage, "event_calendar") in client.get(at(stage, "event")).content.decode()
    shown = client.get(at(stage, "event_calendar"), {"entry": "2"})
    assert len(shown.context["rows"]) == 3


def test_an_event_without_dates_says_nothing_of_a_calendar(client, stage):
    MatchDate.objects.all().delete()
    assert at(stage, "event_calendar") not in client.get(at(stage, "event")).content.decode()


def test_a_match_keeps_its_uid_and_counts_up_when_it_moves_and_is_cancelled(client, stage):
    publish(stage)
    date = MatchDate.objects.select_related("round", "venue").get(round__number=1, number=1)
    uid = next(uid for uid in items(client, stage) if uid.startswith(f"match-{date.round_id}-1@"))
    first = items(client, stage)[uid]
    move(date, DateState.RULED, date.begins_at + timedelta(days=3))
    second = items(client, stage)[uid]
    move(date, DateState.POSTPONED, None)
    third = items(client, stage)[uid]
    assert [int(one["sequence"]) for one in (first, second, third)] == [0, 1, 2]
    assert [str(one["status"]) for one in (first, second, third)] == [
        "CONFIRMED",
        "CONFIRMED",
        "CANCELLED",
    ]
    assert second.start == first.start + timedelta(days=3) == third.start
    assert str(first["location"]) == "Sailors’ Hall, 3 Quay Street"


def test_the_file_of_an_entry_has_its_matches(client, stage):
    publish(stage)
    assert len(items(client, stage)) == 6
    assert len(items(client, stage, 1)) == 3
    assert client.get(at(stage, "entry_calendar_file", 99)).status_code == 404
