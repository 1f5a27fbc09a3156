"""Who can still win a season: from its events to the marks on its page."""

from copy import deepcopy
from datetime import timedelta

import pytest
from django.urls import reverse

from league.foundation.journal.actor import Act
from league.play.events.models import Event
from league.tables.outlook.season_outlook import SeasonOutlook, season_outlook
from league.tables.seasons import services as seasons
from league.tables.seasons.keys import key_of_players
from league.tables.seasons.models import Competitor, Division
from league.tables.seasons.selectors import season_sheet
from tests.league.play.events.factories import DIRECTOR
from tests.league.reading import text_of
from tests.league.tables.seasons.factories import (
    FIRST,
    make_night,
    make_season,
    player_of,
    rules_with,
)
from tests.league.tables.standings.factories import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def prepared_season(module_rows):
    """Ann has 9, Bob and Cy 3 each, Di 0; one night is left, which gives three to its winner."""
    season = make_season(ends_on=FIRST + timedelta(weeks=4))
    count_by(season)
    first = Division.objects.create(season=season, number=1, name="First", down=1)
    for name in ("Ann", "Bob", "Cy", "Di"):
        key = key_of_players([player_of(season.club, name).pk])
        Competitor.objects.create(season=season, key=key, division=first)
    for _night in range(3):
        make_night(season, {"Ann": 40, "Bob": 30, "Cy": 20, "Di": 10})
    return season


@pytest.fixture
def season(prepared_season):
    return deepcopy(prepared_season)


def count_by(season, **rules):
    scoring = {"name": "rank_points", "table": [3, 1, 1], "beyond": 0}
    written = rules_with(**{"scoring": scoring, "handicap": None, **rules})
    seasons.set_rules(season=season, rules=written, by=Act(DIRECTOR, NOW))


def plan(season, state="open", **fields):
    return Event.objects.create(
        **{
            "club": season.club,
            "season": season,
            "name": "Last night",
            "slug": "last-night",
            "starts_on": season.ends_on,
            "state": state,
            "variant": "pitch",
            "entry_kind": "individual",
            "method": {"name": "total_points"},
            "opened_at": NOW,
            "deals_a_round": 4,
        }
        | fields
    )


def marks(season):
    outlook = season_outlook(season_sheet(season))
    names = {key: name.full for key, name in season_sheet(season).names.items()}
    return {names[key]: mark for key, mark in outlook.marks.items()}


@pytest.mark.long
def test_the_page_marks_who_has_won_and_who_cannot_any_more(client, season):
    plan(season)
    text = text_of(client.get(reverse("public:season", args=[season.club.slug, season.slug])))

    assert marks(season) == {
        "Ann": "won",
        **dict.fromkeys(("Bob", "Cy", "Di"), "out"),
    }
    assert "Ann first place certain" in text
    assert "counted with the 1 night that is still to come" in text


@pytest.mark.long
def test_nothing_is_said_while_the_season_is_not_planned_to_its_end(season):
    assert marks(season) == {}
    plan(season, starts_on=season.ends_on - timedelta(days=15))

    assert season_outlook(season_sheet(season)) == SeasonOutlook({})


def test_drafts_are_not_shown(season):
    plan(season)
    plan(season, state="draft", slug="draft", opened_at=None)

    assert season_outlook(season_sheet(season)) == SeasonOutlook({})


def test_handicaps_that_decide_and_points_without_a_limit_are_said(season):
    plan(season)
    count_by(season, scoring={"name": "points"})
    assert "have no limit" in season_outlook(season_sheet(season)).notes[0]

    count_by(season, handicap={"reference": "best"})

    assert season_outlook(season_sheet(season)).marks == {}
    assert "Handicaps decide" in season_outlook(season_sheet(season)).notes[0]


@pytest.mark.long
def test_whose_last_results_are_not_confirmed_can_still_change(season):
    plan(season)
    make_night(season, {"Ann": 40, "Bob": 30}, confirmed=False)

    # a night that is over has results that may still change: then nothing is certain
    assert season_outlook(season_sheet(season)) == SeasonOutlook({})


def test_those_who_go_up_are_marked_among_those_who_stay(season):
    second = Division.objects.create(season=season, number=2, name="Second", up=1)
    Competitor.objects.all().update(division=second)
    ann = key_of_players([player_of(season.club, "Ann").pk])
    Competitor.objects.filter(key=ann).update(has_withdrawn=True)
    plan(season)

    # Ann has won and leaves: of the others everybody level with Bob can still go up
    assert marks(season) == {"Ann": "won"}


@pytest.fixture
def with_two_divisions(season):
    """The last of the first division goes down, and Di, who has nothing, cannot avoid it."""
    Division.objects.create(season=season, number=2, name="Second", up=1)
    make_night(season, {"Ann": 10, "Bob": 40, "Cy": 30, "Di": 5})
    plan(season)
    count_by(season, scoring={"name": "rank_points", "table": [3, 2, 1], "beyond": 0})
    return season


@pytest.mark.long
def test_those_who_go_down_are_marked_where_there_is_a_division_below(season, with_two_divisions):
    # Ann 10, Bob 9, Cy 5, Di 0: the last night gives three at most, so nobody falls behind Di
    assert marks(season) == {"Cy": "safe", "Di": "relegated"}
