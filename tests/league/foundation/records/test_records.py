"""Plain things are saved, removed, undone and sent by one service, whatever their model is."""

from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from league.calendar.captains.models import MatchRules
from league.calendar.match_dates.models import Venue
from league.clubs.models import Role
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.foundation.records import services as records
from league.foundation.records.rules import ChangedMeanwhile, NotUndone, TooMany, limit_rows
from league.office.webhooks.models import Webhook
from tests.league.calendar.match_dates.factories import make_drawn_league, make_venue
from tests.league.faces.desk.clients import client_of
from tests.league.faces.desk.undoing import undo
from tests.league.factories import make_club
from tests.league.office.webhooks.receivers import make_webhook
from tests.league.play.events.factories import DIRECTOR, NOW

pytestmark = pytest.mark.django_db
BY = Act(DIRECTOR, NOW)
JSON = "application/json"


def test_the_journal_has_what_changed_before_and_after_and_says_it():
    venue = make_venue(make_club(), "Mill", matches=2)
    venue.matches, venue.closed_on = 4, ["2026-12-24"]

    change = records.save(venue, by=BY)

    assert change.data["before"] == {"matches": 2, "closed_on": []}
    assert change.data["after"] == {"matches": 4, "closed_on": ["2026-12-24"]}
    assert "Mill" in sentence_of(change)
    assert "Matches at once: 2 → 4" in sentence_of(change)
    assert "Days on which it is closed: – → 24 Dec 2026" in sentence_of(change)
    assert records.save(venue, by=BY) is None


def test_who_saves_second_is_refused_and_learns_by_whom_and_what():
    venue = make_venue(make_club(), "Mill", matches=2)
    mine, theirs = Venue.objects.get(pk=venue.pk), Venue.objects.get(pk=venue.pk)
    theirs.matches = 4
    records.save(theirs, by=BY)
    mine.note = "side entrance"

    with pytest.raises(ChangedMeanwhile, match="Matches at once is now “4”") as refused:
        records.save(mine, by=BY)

    assert DIRECTOR.name in str(refused.value)
    mine.version = refused.value.version
    assert records.save(mine, by=BY).data["changed"] == ["matches", "note"]


def test_a_change_is_undone_once_and_only_while_nothing_came_after():
    venue = make_venue(make_club(), "Mill", matches=2)
    venue.matches = 4
    change = records.save(venue, by=BY)

    records.undo(Venue, change, by=BY)

    assert Venue.objects.get().matches == 2
    with pytest.raises(NotUndone):
        records.undo(Venue, change, by=BY)
    venue = Venue.objects.get()
    venue.note = "new"
    second = records.save(venue, by=BY)
    venue.note = "newer"
    records.save(venue, by=BY)
    with pytest.raises(ChangedMeanwhile):
        records.undo(Venue, second, by=BY)


def test_what_was_added_goes_and_what_was_removed_comes_again():
    venue = Venue(club=make_club(), name="Mill", matches=3, closed_on=["2026-12-24"])
    added = records.save(venue, by=BY)
    records.undo(Venue, added, by=BY)
    assert not Venue.objects.exists()

    venue = make_venue(venue.club, "Mill", matches=3, closed_on=["2026-12-24"])
    records.undo(Venue, records.remove(venue, by=BY), by=BY)

    again = Venue.objects.get()
    assert (again.name, again.matches, again.closed_on) == ("Mill", 3, ["2026-12-24"])


def test_a_constraint_of_the_database_is_refused_in_the_models_words():
    club = make_club()
    make_venue(club, "Mill")

    with pytest.raises(ValidationError, match="a venue of this name already"):
        records.save(Venue(club=club, name="Mill"), by=BY)
    assert Happening.objects.filter(kind="venue.added").count() == 1


def test_a_club_has_so_many():
    club = make_club()
    make_venue(club, "Mill")

    with pytest.raises(TooMany, match="there can be 1"):
        limit_rows(1, of="club")(Venue(club=club, name="Hall"), BY)


def test_what_may_be_a_secret_is_not_in_the_journal_and_comes_back_all_the_same():
    webhook = make_webhook(make_club(), "https://a.example/x?key=hidden")
    client = client_of(webhook.club, Role.OWNER)
    page = reverse("desk:webhook", args=[webhook.club.slug, webhook.pk])

    saved = client.post(page, {"address": "https://b.example/y", "topics": ["results"]})

    change = Happening.objects.get(kind="webhook.changed")
    assert "hidden" not in str(change.data)
    assert (change.data["changed"], change.data["before"]) == (["address"], {})
    undo(client, saved)
    assert Webhook.objects.get().address == "https://a.example/x?key=hidden"


def test_programs_are_refused_with_an_older_version_and_served_once_under_a_key():
    venue = make_venue(make_club(), "Mill")
    client = client_of(venue.club, Role.OWNER)
    at = f"/api/v1/clubs/{venue.club.slug}/venues"
    tag = client.get(f"{at}/{venue.pk}")["ETag"]
    body = {"name": "Old mill", "matches": 2}

    saved = client.put(f"{at}/{venue.pk}", body, JSON, headers={"If-Match": tag})
    late = client.put(f"{at}/{venue.pk}", body, JSON, headers={"If-Match": tag})

    assert (saved.status_code, late.status_code) == (200, 412)
    again = client.get(f"{at}/{venue.pk}")
    assert client.put(f"{at}/{venue.pk}", again.json(), JSON).status_code == 200
    known = {"If-None-Match": again["ETag"]}
    assert client.get(f"{at}/{venue.pk}", headers=known).status_code == 304
    key = {"Idempotency-Key": str(uuid4())}
    one, two = (client.post(at, {"name": "Hall"}, JSON, headers=key) for _time in range(2))
    assert (one.status_code, one.json()) == (two.status_code, two.json())
    assert Venue.objects.filter(name="Hall").count() == 1
    wrong = client.post(at, {"name": "Hall", "matches": 99, "nam": "x"}, JSON)
    assert (wrong.status_code, wrong.json()["field"]) == (400, "nam")
    assert client.post(at, {"name": "Hall"}, JSON).status_code == 400


def test_put_replaces_the_row_and_patch_what_it_names():
    venue = make_venue(make_club(), "Mill", note="side entrance", matches=4)
    client = client_of(venue.club, Role.OWNER)
    at = f"/api/v1/clubs/{venue.club.slug}/venues/{venue.pk}"

    assert client.patch(at, {"matches": 5}, JSON).json()["note"] == "side entrance"
    put = client.put(at, {"name": "Mill"}, JSON).json()
    assert (put["note"], put["matches"], put["is_in_use"]) == ("", 1, True)


def test_what_has_one_row_at_most_begins_with_the_values_of_a_new_one():
    stage = make_drawn_league()
    mine, theirs = MatchRules(stage=stage), MatchRules(stage=stage)
    assert records.save(mine, by=BY) is None
    theirs.rest_days = mine.rest_days = 2

    change = records.save(theirs, by=BY)

    assert (change.data["before"], change.data["after"]) == ({"rest_days": 0}, {"rest_days": 2})
    with pytest.raises(ChangedMeanwhile, match="Days between two matches of a team is now “2”"):
        records.save(mine, by=BY)
    records.undo(MatchRules, change, by=BY)
    assert MatchRules.objects.get().rest_days == 0
