"""Lists of the API as files: by the query or the header, all rows, errors still JSON."""

import csv
from io import BytesIO, StringIO

import openpyxl
import pytest
from django.urls import reverse

from tests.league.factories import make_club, make_member, make_players
from tests.league.tables.seasons.factories import make_night, make_season

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


def test_the_header_asks_as_the_query_does(client, players):
    by_query = client.get(players, {"format": "csv"})
    by_header = client.get(players, headers={"accept": "text/csv"})
    assert by_query.content == by_header.content
    assert "Accept" in by_header["Vary"]


def test_a_file_is_called_after_its_address_and_is_one_in_every_language(client, players):
    files = [
        client.get(players, {"format": "csv"}, headers={"accept-language": language})
        for language in ("en", "de", "ja")
    ]
    assert {row["is_active"] for row in rows_of(files[0])} == {"yes"}
    assert len({file.content for file in files}) == 1
    club = players.split("/")[-2]
    assert files[0]["Content-Disposition"] == f'attachment; filename="clubs-{club}-players.csv"'


@pytest.mark.long
def test_xlsx_has_numbers(client, players):
    book = openpyxl.load_workbook(BytesIO(client.get(players, {"format": "xlsx"}).content))
    cell = book.worksheets[0]["A2"]
    assert isinstance(cell.value, int)


@pytest.mark.long
def test_filters_count_for_the_file(client, players):
    assert len(rows_of(client.get(players, {"format": "csv", "name": "Player 12"}))) == 11


@pytest.mark.long
def test_an_error_is_json_whatever_was_asked_for(client, players):
    answer = client.get(players, {"format": "csv", "colour": "red"})
    assert answer.status_code == 400
    assert "colour" in answer.json()["fields"]


@pytest.mark.long
def test_what_is_no_list_has_no_file(client, players):
    club = players.split("/")[-3]
    answer = client.get(reverse("api:club", args=[club]), {"format": "csv"})
    assert answer.status_code >= 400
    assert answer["Content-Type"] == "application/problem+json"


def test_standings_and_the_table_of_a_season_are_files_too(client):
    season = make_season()
    make_night(season, {"Ann Lee": 9, "Bob": 8})
    stage = season.events.get().stages.get()
    standings = rows_of(client.get(reverse("api:standings", args=[stage.pk]), {"format": "csv"}))
    assert [row["name"] for row in standings] == ["Ann Lee", "Bob"]
    table = rows_of(client.get(reverse("api:season_table", args=[season.pk]), {"format": "csv"}))
    assert [(row["rank"], row["name"]) for row in table] == [("1", "Ann Lee"), ("2", "Bob")]
