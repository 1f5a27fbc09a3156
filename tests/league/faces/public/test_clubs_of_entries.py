"""Where several clubs play, an event's entries and standings name the club of each."""

import csv
from io import StringIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.play.events.models import EntryClub
from league.play.events.names import club_beside
from tests.league.factories import make_club
from tests.league.tables.seasons.factories import make_night, make_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    return make_night(make_season(), {"Ann Lee": 9, "Bob Ray": 8, "Harbour C": 7})


def give_clubs(night):
    """The first entry plays for Mill <Lane>, the third for Harbour, the second for the event's."""
    first, _second, third = night.entries.order_by("number")
    EntryClub.objects.create(entry=first, club=make_club("Mill <Lane>"))
    EntryClub.objects.create(entry=third, club=make_club("Harbour"))


def page(client, night, name):
    return client.get(reverse(f"public:{name}", args=[night.club.slug, night.slug]))


def sheet(client, night, name):
    address = reverse(f"public:{name}", args=[night.club.slug, night.slug])
    content = client.get(address, {"format": "csv"}).content.decode("utf-8-sig")
    return list(csv.DictReader(StringIO(content, newline="")))


@pytest.mark.long
@pytest.mark.parametrize("name", ["event", "standings"])
def test_the_club_stands_beside_the_name_unless_the_name_begins_with_it(client, night, name):
    give_clubs(night)
    html = page(client, night, name).content.decode()

    assert "Mill &lt;Lane&gt;</span>" in html
    assert "Mill <Lane>" not in html
    assert ">Harbour</span>" not in html


@pytest.mark.long
@pytest.mark.parametrize("name", ["event", "standings"])
def test_a_file_has_a_column_for_clubs_where_several_play(client, night, name):
    assert "Club" not in sheet(client, night, name)[0]
    give_clubs(night)
    rows = sheet(client, night, name)
    assert {row["Name"]: row["Club"] for row in rows} == {
        "Ann Lee": "Mill <Lane>",
        "Bob Ray": "",
        "Harbour C": "Harbour",
    }


@pytest.mark.long
@pytest.mark.parametrize("name", ["event", "standings"])
def test_clubs_cost_no_queries(client, night, name):
    page(client, night, name)
    with CaptureQueriesContext(connection) as without:
        page(client, night, name)
    give_clubs(night)
    with CaptureQueriesContext(connection) as with_clubs:
        page(client, night, name)
    assert len(with_clubs) <= len(without)


@pytest.mark.parametrize(
    ("name", "club", "shown"),
    [
        ("Harbour Street A", "Harbour Street", ""),
        ("harbour street A", "Harbour Street", ""),
        ("The Aces", "Harbour Street", "Harbour Street"),
        ("The Aces", "", ""),
    ],
)
def test_what_stands_beside_a_name(name, club, shown):
    assert club_beside(name, club) == shown
