"""Lists of the public pages as files: what the page shows to this person, and nothing else."""

import csv
from io import BytesIO, StringIO

import openpyxl
import pytest
from django.urls import reverse

from league.foundation.spreadsheets.rows_and_columns import MOST_ROWS
from league.play.events.models import Event
from tests.league.factories import make_member
from tests.league.tables.seasons.factories import make_night, make_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    season = make_season()
    make_night(season, {"Ann Lee": 9, "=Bob": 8})
    return season


def read(client, name, *at, **query):
    answer = client.get(reverse(f"public:{name}", args=at), {"format": "csv"} | query)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"), newline="")))
    assert len(rows) <= MOST_ROWS
    return rows


def places_of(season):
    event = season.events.get()
    club = season.club.slug
    ann = season.club.players.get(name="Ann Lee")
    return {
        "club": [club],
        "archive": [club],
        "event": [club, event.slug],
        "standings": [club, event.slug],
        "season": [club, season.slug],
        "player": [club, ann.pk],
    }


@pytest.mark.long
def test_standings_have_the_columns_of_the_page(client, season):
    rows = read(client, "standings", *places_of(season)["standings"])
    assert [(row["Place"], row["Name"], row["Points"]) for row in rows] == [
        ("1", "Ann Lee", "9"),
        ("2", "'=Bob", "8"),
    ]


@pytest.mark.long
def test_a_season_has_a_column_for_each_night(client, season):
    (night,) = season.events.all()
    rows = read(client, "season", season.club.slug, season.slug)
    assert [row["Name"] for row in rows] == ["Ann Lee", "'=Bob"]
    assert rows[0][night.name] == rows[0]["Total"] != ""


def test_every_list_is_also_an_xlsx_without_formulas(client, season):
    season.events.update(state="finished")
    for name, at in places_of(season).items():
        answer = client.get(reverse(f"public:{name}", args=at), {"format": "xlsx"})
        assert answer.status_code == 200, name
        (page,) = openpyxl.load_workbook(BytesIO(answer.content)).worksheets
        assert page.max_row >= 2, name
        assert all(cell.data_type != "f" for row in page.iter_rows() for cell in row), name


@pytest.mark.long
def test_the_page_links_to_its_files(client, season):
    for name, at in places_of(season).items():
        if name != "archive":
            html = client.get(reverse(f"public:{name}", args=at)).content.decode()
            assert "?format=xlsx" in html or name in ("club", "event"), name


def test_strangers_find_in_the_file_the_names_that_the_page_shows(client, season):
    season.club.players.filter(name="Ann Lee").update(public_name="initials")
    shown = read(client, "event", *places_of(season)["event"])
    assert [row["Name"] for row in shown] == ["A. L.", "'=Bob"]
    client.force_login(make_member(season.club, role="player").user)
    shown = read(client, "event", *places_of(season)["event"])
    assert [row["Name"] for row in shown] == ["Ann Lee", "'=Bob"]


def test_what_is_hidden_is_in_no_file(client, season):
    Event.objects.update(visibility="hidden")
    assert read(client, "club", season.club.slug) == []
    for name in ("event", "standings", "player"):
        at = places_of(season)[name]
        answer = client.get(reverse(f"public:{name}", args=at), {"format": "csv"})
        assert answer.status_code == 404, name


@pytest.mark.long
def test_a_page_is_no_file_after_the_file_was_asked_for(client, season):
    at = places_of(season)["standings"]
    page = reverse("public:standings", args=at)
    kept = client.get(page).content
    assert client.get(page, {"format": "csv"}).content != kept
    assert client.get(page).content == kept


@pytest.mark.long
@pytest.mark.parametrize("wanted", ["pdf", "CSV", "x" * 300])
def test_another_format_is_not_found(client, season, wanted):
    at = places_of(season)["standings"]
    assert client.get(reverse("public:standings", args=at), {"format": wanted}).status_code == 404
