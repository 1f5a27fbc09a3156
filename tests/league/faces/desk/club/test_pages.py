"""The desk's first pages, and a club made and changed."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from league.clubs.models import Club, Role
from league.clubs.services.rate_limits import CLUBS_OF_ACCOUNT
from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.events.models import Entry, EntryState
from league.play.results import services as results
from league.play.results.models import TableResult
from league.play.rounds.models import Round, Seat
from tests.league.factories import make_club, make_user
from tests.league.play.events.factories import DIRECTOR, NOW, add_pairs, make_event, make_running
from tests.league.play.results.factories import make_table, submit
from tests.league.play.rounds.factories import draw, open_round

pytestmark = pytest.mark.django_db

HOME = "/desk/"


@pytest.fixture
def club(owner):
    return make_club(owner=owner)


OVERDUE = "2 tables of round 1 of Spring cup are overdue"


def page(client, user, address=HOME):
    client.force_login(user)
    return client.get(address).content.decode()


def late_round(club, entries=4):
    event = make_running(entries, club)
    round = open_round(draw(event)[0])
    Round.objects.filter(pk=round.pk).update(deadline=timezone.now() - timedelta(hours=1))
    return round


class TestHome:
    def test_entries_wait_for_an_answer(self, client, club, owner):
        event = make_event(club)
        events.open_event(event=event, by=Act(DIRECTOR, NOW))
        add_pairs(event, 2)
        Entry.objects.update(state=EntryState.APPLIED)

        assert "2 entries of Spring cup wait for your answer" in page(client, owner)

    def test_disputed_deals_wait(self, client, club, owner):
        table = make_table(club)
        for submission in (submit(table), submit(table)):
            results.dispute(
                submission=submission, side=1, reason="no", by=Act(DIRECTOR, timezone.now())
            )

        assert "2 disputed deals in round 1 of Spring cup" in page(client, owner)

    def test_what_waits_in_other_clubs_is_nobody_elses_business(self, client, club, owner):
        late_round(club)
        stranger = make_user("Stranger")
        make_club("Other Club", owner=stranger)

        assert OVERDUE in page(client, owner)
        assert OVERDUE not in page(client, stranger)

    def test_own_table_is_offered_while_it_is_played(self, client, club):
        round = late_round(club)
        user = make_user("Ann")
        seat = Seat.objects.filter(round=round, player__isnull=False).first()
        seat.player.user = user
        seat.player.save()
        sentence = f"You play at table {seat.table.number} in round 1 of Spring cup"

        assert sentence in page(client, user)
        TableResult.objects.update_or_create(
            table=seat.table, round=round, defaults={"state": "confirmed"}
        )
        assert sentence not in page(client, user)


class TestNewClub:
    WORDS = {
        "name": "Harbour Cards",
        "time_zone": "Europe/London",
        "language": "en",
        "names_sorted_by": "first",
    }

    def test_who_makes_a_club_owns_it(self, client):
        user = make_user("New")
        client.force_login(user)

        response = client.post("/desk/new/", self.WORDS)

        club = Club.objects.get()
        assert response.url == reverse("desk:club", args=["harbour-cards"])
        assert club.members.get().user == user
        assert club.members.get().role == Role.OWNER

    def test_taken_address_stands_beside_its_field_and_what_was_typed_stays(self, client, club):
        client.force_login(make_user("New"))

        html = client.post("/desk/new/", self.WORDS | {"slug": club.slug}).content.decode()

        assert "Another club has the address “harbour-cards”; choose another one." in html
        assert 'value="Harbour Cards"' in html


def test_settings_are_changed(client, club, owner):
    client.force_login(owner)
    words = {"name": "Harbour", "time_zone": "Asia/Tokyo", "language": "ja", "about": "Fridays"}

    more = {"names_sorted_by": "family"}
    client.post(reverse("desk:club_settings", args=[club.slug]), words | more)

    club.refresh_from_db()
    assert club.names_sorted_by == "family"
    assert (club.name, club.time_zone, club.language, club.about) == tuple(words.values())
    assert club.slug == "harbour-cards"


def test_whoever_makes_too_many_clubs_learns_when_to_go_on(client, owner, monkeypatch):
    none = replace(CLUBS_OF_ACCOUNT, most=0)
    monkeypatch.setattr("league.clubs.services.clubs.CLUBS_OF_ACCOUNT", none)
    client.force_login(owner)
    typed = TestNewClub.WORDS | {"name": "Quay Cards"}

    refused = client.post(reverse("desk:club_new"), typed)

    assert (refused.status_code, Club.objects.count()) == (429, 0)
    assert 0 < int(refused["Retry-After"]) <= none.seconds
    assert 'value="Quay Cards"' in refused.content.decode()
