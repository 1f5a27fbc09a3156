"""The calendar of an event as the public sees it, and its files to subscribe to."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from league.calendar.match_dates import services as match_dates
from league.calendar.match_dates.models import DateState, MatchDate
from league.calendar.match_dates.selectors import is_home_second
from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.results import services as results
from league.play.rounds.models import Room, Round, Table
from league.play.rounds.selectors import side_names
from tests.league.calendar.calendars.making import LATER, make_calendar, make_ready
from tests.league.play.events.factories import DIRECTOR
from tests.league.play.results.factories import make_director
from tests.league.tables.seasons.factories import make_season

pytestmark = pytest.mark.django_db
BY = Act(DIRECTOR, LATER)


@pytest.fixture
def stage():
    stage = make_ready(4)
    make_calendar(stage)
    venue = MatchDate.objects.first().venue
    venue.map_link, venue.address = "https://maps.example/hall", "3 Quay Street"
    venue.save()
    return stage


def at(stage, name, *more):
    event = stage.event
    return reverse(f"public:{name}", args=[event.club.slug, event.slug, *more])


def publish(stage):
    match_dates.publish_dates(stage=stage, by=BY)


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
        by=BY,
    )


@pytest.mark.long
def test_drafts_are_nowhere(client, stage):
    assert b"No match has a date yet" in client.get(at(stage, "event_calendar")).content
    assert items(client, stage) == {}


@pytest.mark.long
def test_published_matches_are_on_all_pages_with_their_place(client, stage):
    publish(stage)
    table = stage.rounds.get(number=1).tables.get(number=1)
    for name, more in [("event_calendar", []), ("round", [1, 1]), ("table", [table.pk])]:
        page = client.get(at(stage, name, *more)).content.decode()
        assert "https://maps.example/hall" in page, name
        assert "3 Quay Street" in page, name
    for name in ("event", "standings"):
        assert (
            f'href="{at(stage, "event_calendar")}"' in client.get(at(stage, name)).content.decode()
        )
    shown = client.get(at(stage, "event_calendar"), {"entry": "2"})
    assert len(shown.context["rows"]) == 3


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


def withdraw(stage, entry):
    entries = stage.event.entries.order_by("number")
    events.withdraw_entry(entry=entries.get(number=entry), by=BY)


@pytest.mark.long
def test_a_match_that_is_off_is_cancelled_and_dated_again_counts_on(client, stage):
    publish(stage)
    before = items(client, stage)
    withdraw(stage, 1)

    after = items(client, stage)

    assert before.keys() == after.keys()
    off = {uid for uid, one in after.items() if str(one["status"]) == "CANCELLED"}
    assert len(off) == len(items(client, stage, 1))
    assert off
    for uid in off:
        assert int(after[uid]["sequence"]) == int(before[uid]["sequence"]) + 1
        assert after[uid].start == before[uid].start

    events.reinstate_entry(entry=stage.event.entries.get(number=1), by=BY)
    uid = sorted(off)[0]
    round_id, number = map(int, uid.split("@")[0].split("-")[1:])
    match_dates.set_date(
        round=Round.objects.get(pk=round_id),
        number=number,
        begins_at=before[uid].start,
        state=DateState.PUBLISHED,
        by=BY,
    )
    again = items(client, stage)[uid]
    assert str(again["status"]) == "CONFIRMED"
    assert int(again["sequence"]) > int(after[uid]["sequence"])


def feed(client, stage, name, *more):
    answer = client.get(reverse(f"public:{name}_calendar", args=[stage.event.club.slug, *more]))
    return {str(one["uid"]): one for one in Calendar.from_ical(answer.content).walk("VEVENT")}


@pytest.fixture
def feeds(client, stage):
    """Read the calendars of the club, of the season, and of a player of the second entry."""
    event = stage.event
    event.season = make_season(event.club)
    event.save(update_fields=["season"])
    publish(stage)
    player = event.entries.get(number=2).members.first().player

    def read():
        return [
            feed(client, stage, "club"),
            feed(client, stage, "season", event.season.slug),
            feed(client, stage, "player", player.pk),
        ]

    return read


@pytest.mark.long
def test_a_match_that_is_off_is_cancelled_in_every_calendar_that_had_it(stage, feeds):
    before = feeds()
    withdraw(stage, 1)

    after = feeds()

    cancelled = [
        [uid for uid, one in found.items() if str(one["status"]) == "CANCELLED"] for found in after
    ]
    assert [len(uids) for uids in cancelled] == [3, 3, 1]
    for old, new, uids in zip(before, after, cancelled, strict=True):
        assert old.keys() == new.keys()
        for uid in uids:
            assert int(new[uid]["sequence"]) == int(old[uid]["sequence"]) + 1
            assert new[uid].start == old[uid].start


@pytest.mark.long
@pytest.mark.parametrize(
    ("zone", "wall", "days", "moments"),
    [
        (
            "Europe/London",
            time(19, 30),
            [date(2027, 3, 23), date(2027, 3, 30)],
            ["20270323T193000Z", "20270330T183000Z"],
        ),
        (
            "America/New_York",
            time(19),
            [date(2027, 3, 9), date(2027, 3, 16)],
            ["20270310T000000Z", "20270316T230000Z"],
        ),
        (
            "Asia/Kolkata",
            time(19),
            [date(2027, 3, 23), date(2027, 3, 30)],
            ["20270323T133000Z", "20270330T133000Z"],
        ),
    ],
)
def test_a_match_keeps_its_time_of_day_over_a_change_of_the_clock(
    client, stage, zone, wall, days, moments
):
    club = stage.event.club
    club.time_zone = zone
    club.save()
    publish(stage)
    dates_ = list(MatchDate.objects.order_by("pk")[: len(days)])
    for one, day in zip(dates_, days, strict=True):
        move(one, DateState.RULED, datetime.combine(day, wall, ZoneInfo(zone)))

    found = items(client, stage)

    for one, day, moment in zip(dates_, days, moments, strict=True):
        item = next(i for uid, i in found.items() if f"-{one.round_id}-{one.number}@" in uid)
        assert item["dtstart"].params["TZID"] == zone
        assert item.start.replace(tzinfo=None) == datetime.combine(day, wall)
        assert f"{item.start.astimezone(UTC):%Y%m%dT%H%M%SZ}" == moment
    page = client.get(at(stage, "event_calendar")).content.decode()
    assert f"{wall:%H:%M}" in page or f"{wall.hour - 12}" in page
    assert b"BEGIN:VTIMEZONE" in client.get(at(stage, "event_calendar_file")).content


def test_the_page_says_what_came_out_with_the_home_side_first(client, stage):
    publish(stage)
    date_ = MatchDate.objects.order_by("begins_at", "pk").first()
    MatchDate.objects.filter(pk=date_.pk).update(home_side=1)
    table = date_.round.tables.get(number=date_.number)
    by = Act(make_director(table), LATER)
    results.award(table=table, points=[5, 3], reason="As played.", by=by)

    MatchDate.objects.exclude(pk=date_.pk).update(begins_at=timezone.now() + timedelta(days=3))

    page = client.get(at(stage, "event_calendar"))

    (to_come, coming), (played, over) = page.context["parts"]
    assert (to_come, played) == ("To come", "Played")
    (match,) = over
    assert match["result"] == "3:5"
    assert match["home"] == side_names(table, public=True)[1]
    assert len(coming) == MatchDate.objects.count() - 1


@pytest.mark.parametrize(
    ("room", "home_side", "is_second"),
    [
        (Room.ONLY, 1, True),
        (Room.ONLY, 0, False),
        (Room.OPEN, 1, True),
        (Room.CLOSED, 1, False),
        (Room.CLOSED, 0, True),
        (Room.CLOSED, None, False),
    ],
)
def test_in_a_closed_room_the_sides_are_turned(room, home_side, is_second):
    table, match = Table(room=room), MatchDate(home_side=home_side)
    assert is_home_second(table, match) is is_second
    assert not is_home_second(table, None)
