"""A season's page: the race, the lines where it goes up and down, what can still be caught."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.urls import reverse

from league.faces.public.pictures.race_chart import Runner, race_chart
from league.faces.public.seasons.points_race import lines_explained
from league.play.events.models import Event
from league.tables.seasons import services as seasons
from league.tables.seasons.keys import key_of_players
from league.tables.seasons.models import Competitor, Division
from league.tables.seasons.shown import ShownRow
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


@pytest.fixture
def season():
    """Ann, Bob and Cy in the first division, Di and Ed below; the last night is four weeks on."""
    season = make_season(ends_on=FIRST + timedelta(weeks=4))
    scoring = {"name": "rank_points", "table": [5, 4, 3, 2, 1], "beyond": 0}
    rules = rules_with(scoring=scoring, handicap=None)
    seasons.set_rules(season=season, rules=rules, actor=DIRECTOR, at=NOW)
    first = Division.objects.create(season=season, number=1, name="First", down=1)
    second = Division.objects.create(season=season, number=2, name="Second", up=1)
    for name, division in zip(
        ["Ann", "Bob", "Cy", "Di", "Ed"], [first] * 3 + [second] * 2, strict=True
    ):
        key = key_of_players([player_of(season.club, name).pk])
        Competitor.objects.create(season=season, key=key, division=division)
    return season


def play_night(season):
    make_night(season, {"Ann": 50, "Bob": 40, "Cy": 30, "Di": 20, "Ed": 10})


def plan_last_night(season):
    Event.objects.create(
        club=season.club,
        season=season,
        name="Last night",
        slug="last-night",
        starts_on=season.ends_on,
        state="open",
        variant="pitch",
        entry_kind="individual",
        method={"name": "total_points"},
        opened_at=NOW,
        deals_a_round=4,
    )


def page_of(client, season):
    answer = client.get(reverse("public:season", args=[season.club.slug, season.slug]))
    assert answer.status_code == 200
    return answer


@pytest.mark.long
@pytest.mark.django_db
def test_the_race_is_drawn_from_the_second_night_on_a_division_at_a_time(client, season):
    play_night(season)
    assert "Points race" not in text_of(page_of(client, season))

    play_night(season)

    text = text_of(page_of(client, season))
    assert "Points race: First" in text
    assert "Points race: Second" in text
    assert "10 Ann" in text


@pytest.mark.long
@pytest.mark.django_db
def test_rows_say_where_they_go_as_the_table_stands_and_how_far_behind_they_are(client, season):
    play_night(season)

    page = page_of(client, season).content.decode()

    zones = re.findall(
        r'class="(?:first)? zone-(up|down)">.*?class="why-link"[^>]*>(\w+)', page, re.S
    )
    assert zones == [("down", "Cy"), ("up", "Di")]
    assert "relegation place" in text_of(page_of(client, season))
    assert re.findall(r'data-label="Behind">(\d|–)', page) == ["–", "1", "2", "–", "1"]


@pytest.mark.long
@pytest.mark.django_db
def test_it_says_who_can_still_be_first_and_what_a_night_gives(client, season):
    play_night(season)
    play_night(season)
    assert "What can still be caught" not in text_of(page_of(client, season))

    plan_last_night(season)
    cache.clear()  # no journal says so

    page = page_of(client, season).content.decode()
    caught = page[page.index('class="contenders"') :]
    names = re.findall(r"<strong>(\w+)</strong>", caught[: caught.index("</ul>")])
    # one night of five points is left: two, four and two behind can be caught
    assert names == ["Ann", "Bob", "Cy", "Di", "Ed"]
    assert "1 night is still to come. A night gives at most 5 points." in text_of(
        page_of(client, season)
    )


def test_lines_of_a_race_end_in_the_order_of_their_totals_and_never_overlap():
    runners = [
        Runner(1, "Ann", [3, 7, 12]),
        Runner(2, "Bob", [4, 8, 12]),
        Runner(3, "Cy", [0, 0, 1]),
    ]

    chart = race_chart(runners, [1, 2, 3], width=700)

    named = chart.named
    assert [line.name for line in named] == ["Ann", "Bob", "Cy"]
    heights = [line.label_at for line in named]
    assert heights == sorted(heights)
    assert heights[1] - heights[0] >= 17
    assert [mark for mark, _height in chart.marks] == ["0", "5", "10"]
    assert all(0 <= y <= chart.height for line in named for _x, y in line.dots)


def test_a_race_of_one_night_or_of_nobody_is_no_drawing_and_nothing_scored_is_one():
    assert race_chart([Runner(1, "Ann", [3])], [1], width=700) is None
    assert race_chart([], [1, 2], width=700) is None
    assert race_chart([Runner(1, "Ann", [0, 0])], [1, 2], width=700) is not None
    assert race_chart([Runner(1, "Ann", [-4, -9])], [1, 2], width=700) is not None


def row_at(name, total, zone, **fields):
    values = {
        "key": name,
        "division": "First",
        "rank": 2,
        "is_tied": False,
        "name": name,
        "cells": (),
        "nights": 1,
        "total": total,
        "other_rank": None,
        "other_total": None,
        "why": "Ahead of Di on head-to-head, 1 to 0.",
        "zone": zone,
    }
    return ShownRow(**(values | fields))


def test_a_line_between_two_who_are_level_says_why():
    rows = [row_at("Ann", 9, ""), row_at("Cy", 6, ""), row_at("Di", 6, "down")]

    assert lines_explained(rows) == [
        "Level at the line: Cy is ahead of Di. Ahead of Di on head-to-head, 1 to 0."
    ]
    assert lines_explained([rows[0], rows[2]]) == []
    assert lines_explained([rows[1], row_at("Di", 6, "down", division="Second")]) == []
