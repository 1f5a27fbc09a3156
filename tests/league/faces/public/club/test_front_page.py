"""The start page: what is played now in all clubs, the clubs that are searched, what comes."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.faces.public.club import front_page, home_live
from league.faces.public.club.home_live import clubs_of_page, present_version, version_of_clubs
from league.play.events.models import Event
from league.play.rounds.models import Round
from tests.league.faces.public.factories import make_tonight
from tests.league.faces.public.reading import text_of
from tests.league.factories import make_club
from tests.league.tables.standings.factories import make_stage

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_each_club_that_plays_now_has_a_line_with_its_largest_event(client):
    club, other = make_club("Harbour Cards"), make_club("Old Library")
    make_tonight(club, "Small", "small", ["Ann", "Bob"])
    make_tonight(club, "Large", "large", ["Cy", "Di", "Ed", "Flo"])
    make_tonight(other, "Pairs", "pairs", ["Gus", "Hal"])
    make_stage(club=club, name="Long league", slug="long")

    text = text_of(client, "home")

    live = text[text.index("Live now") : text.index("Running events")]
    assert "Large Harbour Cards · Double-deck pinochle Round 1 of 3 · 1 of 1 table done" in live
    assert "Leader: Cy 2" in live
    assert "1 more event of this club is live" in live
    assert "Pairs Old Library" in live
    assert "Small" not in live
    assert "Long league" in text[text.index("Running events") :]


@pytest.mark.long
def test_what_strangers_may_not_find_is_not_live_here(client):
    for visibility in ("unlisted", "members", "hidden"):
        make_tonight(make_club(visibility), "Secret night", visibility=visibility)

    assert "Secret night" not in text_of(client, "home")


@pytest.mark.long
def test_the_next_dates_of_all_clubs_are_in_their_order(client):
    today = timezone.localdate()
    for name, days in (("Later", 9), ("Soon", 2), ("Missed", -3)):
        club = make_club(f"Club of {name}")
        make_stage(club=club, name=name, slug="e", state="open")
        Event.objects.filter(club=club).update(starts_on=today + timedelta(days=days))

    text = text_of(client, "home")
    dates = text[text.index("Next dates") :]

    assert dates.index("Soon Club of Soon · 0 players") < dates.index("Later")
    assert "Missed" not in dates


@pytest.mark.long
@pytest.mark.parametrize("asked", ["quay", "QUAY harbour", "  cards   quay "])
def test_clubs_are_found_by_words_of_their_name_and_place(client, asked):
    harbour = make_club("Harbour Cards")
    harbour.where_we_play = "Sailors’ Hall, 3 Quay Street"
    harbour.save()
    make_club("Old Library")

    text = text_of(client, "home", q=asked)

    assert "Harbour Cards Sailors’ Hall, 3 Quay Street" in text
    assert "1 club found" in text
    assert "Old Library" not in text


@pytest.mark.long
def test_a_search_that_finds_nothing_says_so_and_leads_back_to_all(client):
    make_club("Old Library")

    page = client.get(reverse("public:home"), {"q": "<zzz>"}).content.decode()

    assert "No club has “&lt;zzz&gt;” in its name or place." in page
    assert "Old Library" not in page


def test_what_was_found_has_pages_that_keep_the_search(client, monkeypatch):
    monkeypatch.setattr(front_page, "CLUBS_A_PAGE", 1)
    for name in ("Bay A", "Bay B", "Cove"):
        make_club(name)

    first = client.get(reverse("public:home"), {"q": "bay"}).content.decode()
    second = text_of(client, "home", q="bay", page=2)

    assert "q=bay&amp;page=2" in first or "page=2&amp;q=bay" in first
    assert "Bay B" in second
    assert "Bay A" not in second


def test_nonsense_is_searched_for_like_anything_else(client):
    make_club("100% Pitch", slug="pitch")

    assert "No club" in text_of(client, "home", q="x" * 5_000)
    assert "1 club found" in text_of(client, "home", q="100% \x00")


def test_a_further_page_moves_by_its_own_stream(client, monkeypatch):
    for module in (front_page, home_live):
        monkeypatch.setattr(module, "CLUBS_A_PAGE", 1)
    for name in ("Bay", "Cove"):
        make_club(name)
    address = reverse("public:home")

    page = client.get(address, {"page": 2}).content.decode()
    asked = {"part": "clubs", "page": 2}
    part = client.get(address, asked, headers={"HX-Request": "true"}).content.decode()
    behind = client.get(address, asked | {"page": 3}, headers={"HX-Request": "true"})

    assert page.count('data-live="/live/front/2/?only=clubs-2&amp;language=en"') == 1
    assert f'data-live-version="{version_of_clubs(clubs_of_page(2))}"' in page
    assert f'data-live-poll="{address}?part=clubs&amp;page=2"' in page
    assert "Cove" in part
    assert "Bay" not in part
    assert behind.status_code == 404


def test_the_first_page_moves_and_found_clubs_stand_still(client):
    make_tonight(make_club("Harbour Cards"))

    first = client.get(reverse("public:home")).content.decode()
    found = client.get(reverse("public:home"), {"q": "harbour"}).content.decode()

    assert first.count("/live/front/?only=front-0&amp;only=clubs-0&amp;language=en") == 2
    assert f'data-live-version="{present_version()}"' in first
    assert "data-live" not in found


@pytest.mark.long
def test_what_is_said_of_a_club_in_the_list_changes_the_version():
    before = present_version()
    stage = make_stage(club=make_club("Harbour Cards"), state="open")
    opened = present_version()
    Event.objects.filter(pk=stage.event_id).update(state="running")

    assert len({before, opened, present_version()}) == 3


@pytest.mark.parametrize(("part", "shows"), [("front", "Live now"), ("clubs", "Harbour Cards")])
def test_a_part_alone_is_what_open_pages_fetch_where_their_stream_fails(client, part, shows):
    make_tonight(make_club("Harbour Cards"))

    answer = client.get(reverse("public:home"), {"part": part}, headers={"HX-Request": "true"})

    assert "<html" not in answer.content.decode()
    assert shows in answer.content.decode()
    nothing = client.get(reverse("public:home"), {"part": "x"}, headers={"HX-Request": "true"})
    assert nothing.status_code == 404


@pytest.mark.long
def test_many_clubs_that_play_take_no_more_queries_than_one(client):
    counts = []
    for clubs in (1, 9):
        for number in range(clubs):
            club = make_club(f"Club {clubs} {number}")
            people = [f"P{clubs}{number}{letter}" for letter in "ab"]
            make_tonight(club, f"Night {number}", "night", people)
        client.get(reverse("public:home"))
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("public:home"))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 12
    assert Round.objects.count() == 10
