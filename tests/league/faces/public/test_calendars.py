"""Calendars to subscribe to: which dates, in whose time, under which names, with which ids."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.urls import reverse
from icalendar import Calendar

from league.foundation.journal.actor import Act
from league.play.events import services as events
from tests.league.factories import make_club
from tests.league.play.events.factories import DIRECTOR, make_event, make_people
from tests.league.play.events.factories import NOW as DESK_NOW
from tests.league.tables.seasons.factories import make_season
from tests.league.tables.standings.factories import (
    NOW,
    make_round,
    make_stage,
    make_table,
    player_named,
)

pytestmark = pytest.mark.django_db


def dates(client, name, *args, status=200):
    answer = client.get(reverse(f"public:{name}_calendar", args=args))
    assert answer.status_code == status
    return Calendar.from_ical(answer.content).walk("VEVENT") if status == 200 else []


@pytest.fixture
def stage():
    stage = make_stage("Ann Lee", "Bob Ray", "Cy Fox", "Di Orr")
    club = stage.event.club
    club.where_we_play = "Sailors’ Hall, 3 Quay Street; the door is green"
    club.save()
    return stage


def of_player(client, name="Ann Lee"):
    player = player_named(name)
    return dates(client, "player", player.club.slug, player.pk)


@pytest.mark.long
def test_an_event_that_moves_is_the_same_date(client, stage):
    event = stage.event
    (before,) = dates(client, "club", event.club.slug)
    event.starts_on += timedelta(days=7)
    event.save()
    cache.clear()  # no journal says so
    (after,) = dates(client, "club", event.club.slug)

    assert before["uid"] == after["uid"]
    assert (before.start, after.start) == (date(2026, 3, 7), date(2026, 3, 14))
    assert str(after["summary"]) == "Spring league"
    assert str(after["location"]) == event.club.where_we_play
    assert after["url"].startswith("http")


@pytest.mark.long
def test_only_what_everybody_finds_in_lists(client, stage):
    stage.event.visibility = "unlisted"
    stage.event.save()
    assert dates(client, "club", stage.event.club.slug) == []
    assert of_player(client) == []


def test_a_players_tables_are_in_the_clubs_time_with_the_opponents(client, stage):
    club = stage.event.club
    club.time_zone = "Asia/Tokyo"
    club.save()
    club.players.filter(name="Bob Ray").update(public_name="initials")
    round_ = make_round(stage)
    round_.closed_at = NOW + timedelta(hours=3)
    round_.save()
    make_table(round_, "Ann Lee", "Bob Ray")
    (found,) = of_player(client)

    assert str(found["summary"]) == "Spring league: round 1, table 1"
    assert str(found["status"]) == "CONFIRMED"
    assert str(found["description"]) == "Ann Lee – B. R."
    tokyo = ZoneInfo("Asia/Tokyo")
    assert found.start == datetime(2026, 3, 15, 5, tzinfo=tokyo)
    assert found.end == datetime(2026, 3, 15, 8, tzinfo=tokyo)
    assert found["dtstart"].params["TZID"] == "Asia/Tokyo"


def test_a_round_that_is_only_drawn_is_the_directors(client, stage):
    make_table(make_round(stage, state="drawn"), "Ann Lee", "Bob Ray")
    (found,) = of_player(client)
    assert str(found["summary"]) == "Spring league"


@pytest.mark.long
def test_a_date_that_is_taken_back_is_struck_until_it_is_announced_again(client):
    club = make_club("Harbour")
    season = make_season(club)
    event = events.open_event(
        event=make_event(club, "Cup", season=season), by=Act(DIRECTOR, DESK_NOW)
    )
    ann, bob = make_people(club, 2)
    events.add_entry(event=event, players=[ann, bob], by=Act(DIRECTOR, DESK_NOW))
    calendars = [("club",), ("season", season.slug), ("player", ann.pk)]

    def dates_shown():
        found = [dates(client, name, club.slug, *more) for name, *more in calendars]
        return [
            [(str(one["uid"]), str(one["status"]), one.start) for one in all_] for all_ in found
        ]

    ((announced,), *_others) = dates_shown()
    event = events.reopen_setup(event=event, by=Act(DIRECTOR, DESK_NOW + timedelta(hours=1)))
    event = events.change_event(
        event=event, changes={"name": "Secret cup"}, by=Act(DIRECTOR, DESK_NOW)
    )
    struck = (announced[0], "CANCELLED", announced[2])
    assert announced[1] == "CONFIRMED"
    assert dates_shown() == [[struck]] * 3
    assert b"Secret" not in client.get(reverse("public:club_calendar", args=[club.slug])).content

    events.open_event(event=event, by=Act(DIRECTOR, DESK_NOW))
    assert dates_shown() == [[announced]] * 3


def test_an_event_that_was_announced_and_thrown_away_is_struck(client):
    event = events.open_event(event=make_event(), by=Act(DIRECTOR, DESK_NOW))
    club = event.club
    event = events.reopen_setup(event=event, by=Act(DIRECTOR, DESK_NOW))
    events.discard_event(event=event, by=Act(DIRECTOR, DESK_NOW))
    (struck,) = dates(client, "club", club.slug)
    assert (str(struck["summary"]), str(struck["status"])) == ("Spring cup", "CANCELLED")


def test_what_nobody_could_read_is_not_shown_when_it_is_taken_back(client):
    event = make_event(visibility="members")
    events.open_event(event=event, by=Act(DIRECTOR, DESK_NOW))
    events.reopen_setup(event=event, by=Act(DIRECTOR, DESK_NOW))
    assert dates(client, "club", event.club.slug) == []
