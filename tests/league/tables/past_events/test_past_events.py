"""Past events: shown as they were given, count in a season, known on the page of a player."""

from decimal import Decimal

import pytest
from django.urls import reverse

from league.clubs.services import merge_players
from league.foundation.journal.actor import Act
from league.tables.past_events.models import PastEvent
from league.tables.past_events.services import (
    GivenPlace,
    PastEventInvalid,
    import_past_event,
    remove_past_event,
)
from league.tables.seasons.selectors import season_sheet, stamp_of_season
from league.tables.seasons.shown import shown_rows
from tests.league.factories import NOW, make_club, make_member, make_player, make_players
from tests.league.play.events.factories import DIRECTOR
from tests.league.tables.seasons.factories import make_night, make_season

pytestmark = pytest.mark.django_db


def imported(club, *places, name="Spring Cup", **fields):
    fields = {"starts_on": NOW.date(), "source": "results.csv"} | fields
    return import_past_event(club=club, name=name, places=places, by=Act(DIRECTOR, NOW), **fields)


def place(rank, name, *players, points=None):
    points = None if points is None else Decimal(points)
    ids = tuple(player.pk for player in players)
    return GivenPlace(rank=rank, name=name, players=ids, points=points)


@pytest.fixture
def club():
    return make_club()


def get(client, name, *at, status=200):
    answer = client.get(reverse(f"public:{name}", args=at))
    assert answer.status_code == status
    return answer.content.decode()


def test_the_page_shows_the_standings_as_they_were_given(client, club):
    (ann,) = make_players(club, "Ann Lee")
    event = imported(club, place(1, "Ann Lee", ann, points="58.5"), place(2, "Somebody Else"))
    html = get(client, "past_event", club.slug, event.pk)
    assert "Ann Lee" in html
    assert "58.5" in html
    assert "Somebody Else" in html
    assert "results.csv" in html


@pytest.mark.long
def test_a_player_who_shows_initials_is_called_so_to_strangers(client, club):
    ann = make_player(club, "Ann Lee", public_name="initials")
    event = imported(club, place(1, "Ann Lee", ann))
    pages = {
        "past_event": [club.slug, event.pk],
        "archive": [club.slug],
        "player": [club.slug, ann.pk],
    }
    for name, at in pages.items():
        html = get(client, name, *at)
        assert "A. L." in html, name
        assert "Ann Lee" not in html, name
    client.force_login(make_member(club, role="player").user)
    assert all("Ann Lee" in get(client, name, *at) for name, at in pages.items())


def test_a_merged_player_is_who_stays(client, club):
    ann, double = make_players(club, "Ann Lee", "Anne Lee")
    event = imported(club, place(1, "Anne Lee", double))
    merge_players(stays=ann, goes=double, by=Act(DIRECTOR, NOW))
    assert "Spring Cup" in get(client, "player", club.slug, ann.pk)
    html = get(client, "past_event", club.slug, event.pk)
    assert "Ann Lee" in html
    assert "Anne Lee" not in html


@pytest.mark.long
def test_it_counts_in_the_table_of_its_season():
    season = make_season()
    make_night(season, {"Ann Lee": 9, "Bob": 8})
    club = season.club
    bob, cy = club.players.get(name="Bob"), make_player(club, "Cy")
    before, stamp = season_sheet(season), stamp_of_season(season)
    assert {row.name: row.nights for row in shown_rows(before, full=True)} == {
        "Ann Lee": 1,
        "Bob": 1,
    }
    event = imported(club, place(1, "Bob", bob), place(2, "Cy", cy), season=season)
    sheet = season_sheet(season)
    rows = {row.name: row for row in shown_rows(sheet, full=True)}
    assert {name: row.nights for name, row in rows.items()} == {"Ann Lee": 1, "Bob": 2, "Cy": 1}
    assert event in sheet.events
    assert stamp_of_season(season) != stamp
    remove_past_event(event=event, by=Act(DIRECTOR, NOW))
    assert shown_rows(season_sheet(season), full=True) == shown_rows(before, full=True)


def test_a_pair_counts_only_where_both_are_known():
    from league.tables.seasons import services as seasons
    from tests.league.tables.seasons.factories import rules_with

    season = make_season()
    ann, bob = make_players(season.club, "Ann", "Bob")
    rules = rules_with(who="pair")
    seasons.set_rules(season=season, rules=rules, by=Act(DIRECTOR, NOW))
    imported(season.club, place(1, "Ann & Bob", ann, bob), place(2, "Cy & Di"), season=season)
    assert [row.name for row in shown_rows(season_sheet(season), full=True)] == ["Ann & Bob"]


def test_an_event_without_anybody_is_none(club):
    with pytest.raises(PastEventInvalid):
        imported(club)
    assert not PastEvent.objects.exists()
