"""The public pages of a season: the table, what is struck, why, and who may not see it."""

import pytest
from django.urls import reverse

from league.foundation.journal.actor import Act
from league.play.events.models import Event
from league.tables.seasons import services as seasons
from tests.league.factories import make_member
from tests.league.play.events.factories import DIRECTOR, make_other_club
from tests.league.tables.seasons.factories import make_night, make_season, rules_with
from tests.league.tables.standings.factories import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    season = make_season()
    rules = rules_with(best=1, handicap={"reference": "best"})
    seasons.set_rules(season=season, rules=rules, by=Act(DIRECTOR, NOW))
    make_night(season, {"Ann Lee": 9, "Bob": 8})
    make_night(season, {"Bob": 9, "Ann Lee": 8})
    return season


def page(client, season, name="season", *more, status=200):
    answer = client.get(reverse(f"public:{name}", args=[season.club.slug, season.slug, *more]))
    assert answer.status_code == status
    return answer.content.decode()


def test_the_table_shows_every_night_and_strikes_what_does_not_count(client, season):
    html = page(client, season)

    assert "With handicap" in html
    assert "Without handicap" in html
    # Bob 11 and 12.5 with the handicap of 0.5, Ann 12 and 11
    assert '<del>11</del><span class="visually-hidden"> does not count</span>' in html
    assert "12.5" in html
    assert "The best night counts." in html


def test_why_says_where_every_number_comes_from(client, season):
    bob = season.club.players.get(name="Bob")
    html = page(client, season, "season_why", f"p{bob.pk}")

    assert "Ahead of Ann Lee on the total, 12.5 to 12." in html
    assert "0.5: 0.5 × (12 − 11), nights so far: 1." in html
    assert "Does not count: only the best 1 of 2 do." in html
    # both of Bob's nights without handicaps: the better one is the second
    assert "Without handicaps: 12 = 12, the sum of the nights that count." in html
    page(client, season, "season_why", "p999999", status=404)


def test_a_table_with_a_night_for_members_asks_strangers_who_they_are(client, season):
    Event.objects.filter(name="Night 2").update(visibility="members")
    page(client, season, status=302)

    client.force_login(make_member(make_other_club()).user)
    page(client, season, status=404)


def test_a_director_finds_the_table_with_a_night_that_is_hidden(client, season):
    Event.objects.filter(name="Night 2").update(visibility="hidden")
    client.force_login(make_member(season.club, role="director").user)

    assert "The best night counts." in page(client, season)
