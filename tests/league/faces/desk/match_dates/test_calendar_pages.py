"""Venues, homes and calendars at the desk: what is typed is kept, what breaks is shown first."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from league.calendar.match_dates.models import DateState, MatchDate, Venue
from league.clubs.models import Role
from league.foundation.jobs.models import Job
from league.play.rounds.models import RoundState
from tests.league.calendar.calendars.making import make_calendar, make_ready
from tests.league.calendar.match_dates.factories import make_drawn_league
from tests.league.faces.desk.clients import client_of

pytestmark = pytest.mark.django_db


def at(stage, name, *more):
    event = stage.event
    return reverse(f"desk:{name}", args=[event.club.slug, event.slug, *more])


def director_of(stage):
    return client_of(stage.event.club, Role.DIRECTOR)


def test_a_venue_is_added_changed_and_removed():
    club = make_drawn_league().event.club
    client = client_of(club, Role.DIRECTOR)
    url = reverse("desk:venues", args=[club.slug])
    typed = {
        "venue-name": "Mill",
        "venue-matches": "2",
        "venue-closed_on": "2026-12-24..2026-12-26",
        "venue-is_in_use": "on",
    }
    assert client.post(url, typed).status_code == 302
    venue = Venue.objects.get()
    assert venue.closed_on == ["2026-12-24", "2026-12-25", "2026-12-26"]
    page = reverse("desk:venue", args=[club.slug, venue.pk])
    assert "24 Dec 2026 – 26 Dec 2026" in client.get(page).content.decode()
    changed = {**typed, "venue-name": "Old mill", "venue-seen": venue.version}
    client.post(page, changed)
    stale = client.post(page, {**changed, "venue-name": "New mill"})
    assert "While you had this page open" in stale.content.decode()
    assert reverse("desk:venue_remove", args=[club.slug, venue.pk]) in stale.content.decode()
    assert Venue.objects.get().name == "Old mill"
    client.post(reverse("desk:venue_remove", args=[club.slug, venue.pk]))
    assert not Venue.objects.exists()


def test_the_calendar_is_asked_for_with_its_demands():
    stage = make_ready(4)
    form = {
        "starts_on": "2026-03-09",
        "ends_on": "2026-06-30",
        "blocked": "2026-04-06",
        "rest_days": "3",
        "same_club_first": "3",
        "seconds": "1",
        "return_days": "42",
        "keeps_published": "on",
        **{f"wish_{name}": "0" for name in ("alternate", "even_spread", "same_club_first")},
        "wish_no_three_in_a_row": "0",
    }
    client = director_of(stage)
    url = at(stage, "calendar_demands", 1)
    assert client.get(url).status_code == 200
    answer = client.post(url, form)
    job = Job.objects.get(kind="calendar")
    assert answer["Location"] == reverse("desk:job", args=[stage.event.club.slug, job.pk])
    assert b"The calendar" in client.get(answer["Location"]).content
    assert client.post(url, form | {"ends_on": "2026-01-01"}).status_code == 422


def test_drafts_are_listed_and_published_with_their_rounds():
    stage = make_ready(4)
    make_calendar(stage)
    client, url = director_of(stage), at(stage, "calendar_stage", 1)
    page = client.get(url).content.decode()
    assert "6 dates are drafts" in page
    assert page.count("Sailors’ Hall") >= 6
    one = client.get(url, {"entry": "1"}).context["rows"]
    assert len(one) == 3
    client.post(at(stage, "calendar_publish", 1))
    assert set(stage.rounds.values_list("state", flat=True)) == {RoundState.OPEN}
    assert set(MatchDate.objects.values_list("state", flat=True)) == {DateState.PUBLISHED}


def test_a_move_that_breaks_something_is_shown_before_it_is_saved():
    stage = make_ready(4)
    make_calendar(stage)
    date = MatchDate.objects.get(round__number=1, number=1)
    client, url = director_of(stage), at(stage, "match_date", 1, 1, 1)
    assert client.get(url).status_code == 200
    moment = date.begins_at + timedelta(days=1)
    typed = {
        "begins_at": timezone.localtime(moment).strftime("%Y-%m-%dT%H:%M"),
        "venue": date.venue_id,
        "home_side": date.home_side,
    }
    shown = client.post(url, typed)
    assert b"none of the home evenings" in shown.content
    assert MatchDate.objects.get(pk=date.pk).begins_at == date.begins_at
    client.post(url, typed | {"anyway": shown.context["anyway"]})
    assert MatchDate.objects.get(pk=date.pk).begins_at != date.begins_at
    assert MatchDate.objects.get(pk=date.pk).state == DateState.DRAFT


def test_the_calendar_is_a_spreadsheet_and_strangers_read_no_draft_in_theirs(client):
    stage = make_ready(4)
    make_calendar(stage)
    director = director_of(stage)
    seen = director.get(at(stage, "calendar_stage", 1), {"format": "csv"}).content
    public = reverse("public:event_calendar", args=[stage.event.club.slug, stage.event.slug])
    assert seen.decode().count("Sailors’ Hall") == 6
    assert client.get(public, {"format": "csv"}).content.count(b"\n") == 1
    director.post(at(stage, "calendar_publish", 1))
    assert client.get(public, {"format": "csv"}).content.decode().count("Sailors’ Hall") == 6
