"""Lists of the API as files: by the query or the header, all rows, errors still JSON."""

import csv
from io import StringIO

import pytest
from django.urls import reverse

from tests.league.factories import make_club, make_member, make_players

pytestmark = pytest.mark.django_db


def rows_of(answer):
    assert answer.status_code == 200
    return list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"), newline="")))


@pytest.fixture
def players(client):
    club = make_club()
    make_players(club, *(f"Player {number}" for number in range(130)))
    client.force_login(make_member(club, role="director").user)
    return reverse("api:players", args=[club.slug])


@pytest.mark.long
def test_a_file_has_all_rows_and_not_a_page(client, players):
    rows = rows_of(client.get(players, {"format": "csv"}))
    assert len(rows) == 130
    assert list(rows[0])[:2] == ["id", "name"]
