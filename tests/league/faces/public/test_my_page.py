"""A player's own page: the next match, what waits, places, deals, partners, over all clubs."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from league.calendar.availability.models import Availability
from league.calendar.match_dates.models import DateState, MatchDate, Venue
from league.play.rounds.links import link_of
from league.play.rounds.models import Seat
from tests.league.factories import make_member, make_player, make_user
from tests.league.play.events.factories import make_people
from tests.league.play.results.factories import make_table, pinochle, submit

pytestmark = pytest.mark.django_db

HOME = "/me/"


@pytest.fixture
def ann():
    return make_user("Ann Account", password="correct horse battery")


@pytest.fixture
def client(ann):
    client = Client()
    client.force_login(ann, "django.contrib.auth.backends.ModelBackend")
    return client


def seat_of(table, user, number=0):
    """Make the player at a seat the account's, and the account a member of the club."""
    seat = Seat.objects.select_related("player__club").get(table=table, number=number)
    seat.player.user = user
    seat.player.save(update_fields=["user"])
    make_member(seat.player.club, user)
    return seat


@pytest.fixture
def table(ann):
    table = make_table()
    seat_of(table, ann)
    return table


def fix(table, *, days=3, state=DateState.PUBLISHED, **fields):
    begins_at = timezone.now() + timedelta(days=days)
    return MatchDate.objects.create(
        round=table.round, number=table.number, begins_at=begins_at, state=state, **fields
    )


@pytest.mark.long
def test_who_does_not_sit_there_is_given_no_link_to_the_table(table):
    stranger = make_user("Stan Stranger", password="correct horse battery")
    make_player(table.round.stage.event.club, "Stan", user=stranger)
    client = Client()
    client.force_login(stranger, "django.contrib.auth.backends.ModelBackend")

    assert link_of(table) not in client.get(HOME).content.decode()


def test_a_score_of_the_other_side_waits_for_me(client, table):
    submit(table, pinochle(), side=1)

    assert "The other side has entered a score" in client.get(HOME).content.decode()


def test_answering_for_a_match_with_a_date(client, table, ann):
    date = fix(table)
    event = table.round.stage.event
    player = ann.players.get()
    typed = {
        "player": player.pk,
        "event": event.pk,
        "day": timezone.localtime(date.begins_at).date().isoformat(),
        "answer": "comes",
        "note": "at eight",
    }

    answered = client.post("/me/coming/", typed)

    assert answered.status_code == 302
    row = Availability.objects.get()
    assert (row.player, row.event, row.answer, row.note) == (player, event, "comes", "at eight")
    assert 'aria-pressed="true"' in client.get(HOME).content.decode()


def test_nobody_answers_for_somebody_else(client, table):
    other = make_people(table.round.stage.event.club, 1, start=20)[0]

    answered = client.post("/me/coming/", {"player": other.pk, "day": "2030-01-01"})

    assert answered.status_code == 404


def test_the_calendar_has_the_match_until_its_address_is_renewed(client, table):
    venue = Venue.objects.create(club=table.round.stage.event.club, name="Sailors’ Hall")
    fix(table, venue=venue, home_side=0)
    page = client.get(HOME)
    assert '<span class="badge">at home</span>' in page.content.decode()
    address = page.context["calendar_url"]

    calendar = Client().get(address)
    assert calendar.status_code == 200
    assert "LOCATION:Sailors’ Hall" in calendar.content.decode()

    client.post("/me/calendar/new/")
    assert Client().get(address).status_code == 404
    assert Client().get(client.get(HOME).context["calendar_url"]).status_code == 200
