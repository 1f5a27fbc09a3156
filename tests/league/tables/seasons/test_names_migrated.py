"""Names from before they were written in one way."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db.models import Value

from league.clubs.models import Player
from league.clubs.selectors import search_players, to_tell_apart
from league.foundation.journal.models import Happening
from league.play.events.models import Season
from league.tables.past_events.models import PastEvent
from league.tables.seasons.keys import key_of_team
from league.tables.seasons.models import Competitor
from tests.league.factories import NOW, make_club, make_player
from tests.league.play.events.factories import make_event

pytestmark = pytest.mark.django_db

migration = import_module("league.tables.seasons.migrations.0003_names_are_written_in_one_way")


def written(row, **columns):
    """Store what the columns of a row were before they were clean."""
    # a value that is an expression is stored as it is
    values = {column: Value(text) for column, text in columns.items()}
    type(row).objects.filter(pk=row.pk).update(**values)
    return row


def migrated():
    migration.write_clean_names(apps, None)
    migration.write_clean_names(apps, None)


def test_players_are_written_in_one_way_and_nobody_is_merged():
    club = make_club()
    make_player(club, "José Núñez")
    double = written(make_player(club, "Other"), name="Jose\u0301 Nu\u0301n\u0303ez")
    bracket = Player.objects.create(club=club, name="Ann (x)", told_apart_by="x")
    written(bracket, name="Ann (O’B)", told_apart_by="O’B")

    migrated()

    names = Player.objects.order_by("pk").values_list("name", "told_apart_by", "namesake")
    assert list(names) == [
        ("José Núñez", "", 0),
        ("José Núñez", "", 1),
        ("Ann (O'B)", "O'B", 0),
    ]
    assert double in to_tell_apart(club)
    assert search_players(club, "jose").count() == 2
    noted = Happening.objects.get(subject_id=double.pk).data["changes"]
    assert noted == {"name": ["Jose\u0301 Nu\u0301n\u0303ez", "José Núñez"]}


def test_a_team_keeps_its_place_in_the_season():
    event = make_event()
    season = Season.objects.create(
        club=event.club, name="2026", slug="2026", starts_on="2026-01-01", ends_on="2026-12-31"
    )
    entry = event.entries.create(number=1, name="x", entered_at=NOW)
    written(entry, name="King’s Men")
    competitor = Competitor.objects.create(season=season, key=key_of_team("King’s Men"))

    migrated()

    competitor.refresh_from_db()
    assert competitor.key == key_of_team("King's Men")


def test_a_name_that_another_row_has_stays_as_it_is():
    club = make_club()
    past = {"club": club, "starts_on": "2019-01-01", "source": "x", "imported_at": NOW}
    PastEvent.objects.create(name="King's Cup", **past)
    other = written(PastEvent.objects.create(name="x", **past), name="King’s Cup")

    migrated()

    other.refresh_from_db()
    assert other.name == "King’s Cup"
