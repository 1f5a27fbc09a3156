"""Ratings and statistics as the public reads them: figures, reasons, names, hidden events."""

from datetime import timedelta

import pytest
from django.urls import reverse

from league.tables.ratings.method import SETTLED_SIGMA
from league.tables.ratings.models import Rating
from tests.league.faces.public.reading import text_of
from tests.league.factories import make_club, make_member, make_players, make_user
from tests.league.tables.ratings.factories import NOW, build, make_event, play

pytestmark = pytest.mark.django_db

GAME = "double-deck-pinochle"


@pytest.fixture
def four():
    return make_players(make_club(), "Ann Lee", "Bob Ray", "Cy Fox", "Di Orr")


def test_why_a_rating_changed_is_said_with_its_numbers(client, four):
    club = four[0].club
    event = make_event(club)
    play(event, [four[:2], four[2:]], [500, 200])
    play(event, [four[:2], four[2:]], [100, 100], deals=1)
    build(club)
    text = text_of(client, "rating", club.slug, four[0].pk, GAME)
    assert "+165: beat Cy Fox and Di Orr by 300 over 4 deals. Expected 50%, scored 98%." in text
    assert "drew with Cy Fox and Di Orr over 1 deal" in text
    assert "In 2 tables the rating went from 1,500 to" in text
    html = client.get(reverse("public:rating", args=[club.slug, four[0].pk, GAME])).content
    assert b'<svg viewBox="0 0 640 200" role="img" aria-label="In 2 tables' in html
    assert b"<polyline" in html
    Rating.objects.update(sigma=SETTLED_SIGMA)
    sheet = client.get(reverse("public:ratings", args=[club.slug]), {"format": "csv"})
    lists = [line.partition(b",")[0] for line in sheet.content.splitlines()[1:]]
    assert lists == [b"Players"] * 4


def test_a_stranger_learns_nothing_of_who_plays_for_members_only(client, four):
    club = four[0].club
    secret = make_event(club, name="Secret night", visibility="members")
    play(secret, [four[:2], four[2:]], [500, 200])
    build(club)
    assert "Ann Lee" not in text_of(client, "ratings", club.slug)
    address = reverse("public:rating", args=[club.slug, four[0].pk, GAME])
    assert client.get(address).status_code == 404
    play(make_event(club), [four[:2], four[2:]], [300, 200], at=NOW + timedelta(days=7))
    build(club)
    text = text_of(client, "rating", club.slug, four[0].pk, GAME)
    assert "an event that is not public" in text
    assert "Secret night" not in text
    assert text.count("beat") == 1
    client.force_login(make_member(club, make_user("Mia Member")).user)
    assert "Secret night" in text_of(client, "rating", club.slug, four[0].pk, GAME)
