"""The page of what can still happen, the page of an entry, the API and the file."""

import pytest
from django.urls import reverse

from league.faces.public.live.admission import Followed, Part
from league.faces.public.live.rendering import render_parts
from league.tables.outlook.services import recompute_outlook
from league.tables.outlook.shown import need_in_words
from tests.league.reading import text_of
from tests.league.tables.outlook.last_rounds import four_in_the_last_round
from tests.league.tables.standings.factories import (
    NOW,
    build,
    entry_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage():
    stage = four_in_the_last_round()
    build(stage)
    recompute_outlook(stage_id=stage.pk, at=NOW, from_scratch=True)
    return stage


def address(stage):
    return [stage.event.club.slug, stage.event.slug]


def page_of(client, stage):
    return text_of(client.get(reverse("public:outlook", args=address(stage))))


def test_the_page_says_who_can_still_win_and_what_it_takes(client, stage):
    text = page_of(client, stage)

    assert "The last round: First place" in text
    assert "With a win: certain, whatever the others do." in text
    assert "With a loss: possible, if other tables or the tie-breaks help." in text
    assert "cannot win" in text
    assert "1 to 3" in text
    assert "Chances come from 10,000 simulated seasons." in text
    assert "Possible places are exact." in text


@pytest.mark.parametrize(
    ("outcomes", "said"),
    [
        ([1], "Ann wins at table 3"),
        ([1, 0], "Bob does not win at table 3"),
        ([0], "table 3 is drawn"),
        ([1, -1], "table 3 is not drawn"),
    ],
)
def test_what_has_to_happen_at_another_table_is_said(outcomes, said):
    need = {"home": 1, "away": 2, "table": 3, "outcomes": outcomes}

    assert need_in_words(need, {1: "Ann", 2: "Bob"}) == said


def test_the_page_of_an_entry_says_what_its_next_table_takes_it_past(client, stage):
    why = reverse("public:why", args=[*address(stage), entry_of(stage, "Bob").pk])
    text = text_of(client.get(why))

    assert "Places that can still be reached: 1 to 4." in text
    assert "A draw in round 3 takes you past Cy." in text
    assert "One match is not enough to pass Ann: 2 points are missing." in text


def test_open_pages_of_standings_hear_of_new_marks():
    stage = four_in_the_last_round()
    build(stage)
    part = Part(f"standings-{stage.pk}", "en", full_names=False)
    before = render_parts(Followed("event", stage.event_id), frozenset([part]))

    recompute_outlook(stage_id=stage.pk, at=NOW, from_scratch=True)

    after = render_parts(Followed("event", stage.event_id), frozenset([part]))
    assert "cannot win" not in before.texts[part]
    assert "cannot win" in after.texts[part]
    assert after.version > before.version


def test_a_part_of_a_stage_of_another_event_is_nobodys(stage):
    part = Part(f"outlook-{stage.pk + 1}", "en", full_names=False)

    assert render_parts(Followed("event", stage.event_id), frozenset([part])).texts == {}
