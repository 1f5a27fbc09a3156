"""Lists of the public pages as files: what the page shows to this person, and nothing else."""

import csv
from io import BytesIO, StringIO

import openpyxl
import pytest
from django.urls import reverse

from league.foundation.spreadsheets import MOST_ROWS
from league.play.events.models import Event
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


def test_every_list_is_also_an_xlsx_without_formulas(client, season):
    season.events.update(state="finished")
    for name, at in places_of(season).items():
        answer = client.get(reverse(f"public:{name}", args=at), {"format": "xlsx"})
        assert answer.status_code == 200, name
        (page,) = openpyxl.load_workbook(BytesIO(answer.content)).worksheets
        assert page.max_row >= 2, name
        assert all(cell.data_type != "f" for row in page.iter_rows() for cell in row), name


def test_what_is_hidden_is_in_no_file(client, season):
    Event.objects.update(visibility="hidden")
    assert read(client, "club", season.club.slug) == []
    for name in ("event", "standings", "player"):
        at = places_of(season)[name]
        answer = client.get(reverse(f"public:{name}", args=at), {"format": "csv"})
        assert answer.status_code == 404, name
