"""The tour of the demo club: every stop is a page there, named in order, and left by a link."""

import re

import pytest
from django.urls import reverse

from league.clubs.models import Role
from league.demo.tour import STOPS
from league.play.events.models import Event
from tests.league.factories import make_club, make_member, make_user
from tests.league.play.events.factories import make_running
from tests.league.play.prepared.factories import make_mitchell, prepare

pytestmark = pytest.mark.django_db

TOUR = "Tour of the demo club"


@pytest.fixture
def demo():
    club = make_club(slug="harbour")
    make_member(club, make_user("Olive", email="owner@demo.example"), Role.OWNER)
    director = make_user("Desmond", email="director@demo.example")
    make_member(club, director, Role.DIRECTOR)
    make_running(4, club, slug="friday-pitch", name="Friday Pitch")
    make_running(4, club, slug="pairs-league", name="League", visibility="public")
    make_running(4, club, slug="town-league-2", name="Town league", visibility="public")
    make_running(4, club, slug="harbour-cup", name="Cup", format="knockout")
    prepare(make_mitchell(club=club, slug="same-cards", name="Same cards"))
    return director


@pytest.mark.long
def test_the_tour_leads_from_the_first_page_through_every_stop(client, demo):
    home = client.get(reverse("public:home")).content.decode()
    address = re.search(r'href="([^"]+\?tour=1)"', home)[1]
    client.force_login(demo, "django.contrib.auth.backends.ModelBackend")
    for number, stop in enumerate(STOPS, start=1):
        answer = client.get(address)
        assert answer.status_code == 200, address
        page = answer.content.decode()
        assert f"{TOUR}: {number} of {len(STOPS)}" in page
        assert str(stop.title) in page
        following = re.search(rf'href="([^"]+\?tour={number + 1})"', page)
        assert (following is None) is (number == len(STOPS))
        address = following[1] if following else ""


@pytest.mark.long
def test_a_stop_whose_event_is_still_to_be_played_is_passed_over(client, demo):
    Event.objects.exclude(slug__in=["friday-pitch", "same-cards"]).delete()
    address = reverse("public:event", args=["harbour", "friday-pitch"])

    page = client.get(address, {"tour": "2"}).content.decode()

    assert "?tour=6" in page
    assert "?tour=3" not in page
    assert "?tour=5" not in page


@pytest.mark.long
def test_the_way_back_passes_over_it_as_well(client, demo):
    Event.objects.exclude(slug__in=["friday-pitch", "same-cards"]).delete()
    address = reverse("public:prepared_deals", args=["harbour", "same-cards", 1])

    page = client.get(address, {"tour": "6"}).content.decode()

    assert "?tour=2" in page
    assert "?tour=5" not in page


def test_before_the_desk_a_stranger_reads_how_to_sign_in(client, demo):
    address = reverse("public:event_rules", args=["harbour", "pairs-league"])

    page = client.get(address, {"tour": "7"}).content.decode()

    assert "director@demo.example" in page
    assert TOUR not in client.get(address).content.decode()


@pytest.mark.long
def test_a_player_learns_with_which_account_the_desk_can_be_seen(client, demo):
    client.force_login(make_user("Pat"), "django.contrib.auth.backends.ModelBackend")
    address = reverse("public:event_rules", args=["harbour", "pairs-league"])

    page = client.get(address, {"tour": "7"}).content.decode()

    assert "sign out, and sign in as <strong>director@demo.example" in page
    assert "?tour=8" not in page
    client.force_login(demo, "django.contrib.auth.backends.ModelBackend")
    assert "?tour=8" in client.get(address, {"tour": "7"}).content.decode()


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("tour", ["0", "11", "3", "x", "²", "99999"])
def test_an_address_that_is_no_stop_shows_no_tour(client, demo, tour):
    page = client.get(reverse("public:club", args=["harbour"]), {"tour": tour})

    assert page.status_code == 200
    assert TOUR not in page.content.decode()


@pytest.mark.long
def test_a_club_that_is_no_demo_has_no_tour(client):
    make_club(slug="harbour")

    assert "?tour=" not in client.get(reverse("public:home")).content.decode()
    page = client.get(reverse("public:club", args=["harbour"]), {"tour": "1"})
    assert TOUR not in page.content.decode()
