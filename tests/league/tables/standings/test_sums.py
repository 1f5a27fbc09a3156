"""How tie-breaks add up in words, from the facts of a stage, and on the page that shows them."""

import pytest
from django.urls import reverse

from league.play.events.models import Stage
from league.tables.standings.selectors import row_of
from league.tables.standings.sums import sums_of
from tests.league.tables.standings.factories import build, entry_of, make_round, make_stage, play

pytestmark = pytest.mark.django_db
TIEBREAKS = ["buchholz_cut_1", "sonneborn_berger", "head_to_head", "play_off"]


def make_played():
    """Make three rounds of four: Ann has 5, Bob 4, Cy 2, Dee 1, as in the tests of the methods."""
    stage = make_stage("Ann", "Bob", "Cy", "Dee", tiebreaks=TIEBREAKS)
    tables = [
        ({"Ann": 2, "Bob": 1}, {"Cy": 2, "Dee": 1}),
        ({"Ann": 2, "Cy": 1}, {"Bob": 2, "Dee": 1}),
        ({"Ann": 1, "Dee": 1}, {"Bob": 2, "Cy": 1}),
    ]
    for number, (first, second) in enumerate(tables, start=1):
        round_ = make_round(stage, number)
        play(round_, first)
        play(round_, second)
    build(stage)
    return Stage.objects.get(pk=stage.pk)


def sums(stage, name="Ann", after=3):
    return sums_of(stage, row_of(stage, entry_of(stage, name).pk, after), full=True)


@pytest.mark.long
def test_a_sum_names_the_opponents_and_what_is_left_out():
    found = sums(make_played())
    assert [(line.text, line.number, line.is_cut) for line in found["buchholz_cut_1"].lines] == [
        ("round 1 against Bob, whose score it is", "4", False),
        ("round 2 against Cy, whose score it is", "2", False),
        ("round 3 against Dee, whose score it is", "1", True),
    ]
    assert found["buchholz_cut_1"].total == "6"
    assert "made 2, times their score 4" in found["sonneborn_berger"].lines[0].text
    assert set(found) == {"points", "buchholz_cut_1", "sonneborn_berger"}
    assert [(line.text, line.number) for line in found["points"].lines] == [
        ("round 1 against Bob: won 2 to 1", "2"),
        ("round 2 against Cy: won 2 to 1", "2"),
        ("round 3 against Dee: drawn 1 to 1", "1"),
    ]
    assert found["points"].result == "5"


def test_the_standings_of_an_earlier_round_are_explained_as_they_were():
    assert [line.number for line in sums(make_played(), after=1)["buchholz_cut_1"].lines] == ["0"]


@pytest.mark.long
def test_nothing_is_shown_that_does_not_belong_to_the_row():
    stage = make_played()
    play(make_round(stage, 4), {"Ann": 2, "Dee": 1})
    assert sums(stage, after=3) != {}
    stage.rounds.get(number=3).results.update(totals=[9, 9], winner=None)
    assert sums(stage, after=3) == {}


@pytest.mark.long
def test_more_facts_than_anybody_waits_for_are_not_added_up(client, monkeypatch):
    monkeypatch.setattr("league.tables.standings.sums.MOST_SUMMED", 1)
    monkeypatch.setattr("league.tables.standings.sums.facts_of", None)  # none are read
    stage = make_played()
    ann = entry_of(stage, "Ann")
    answer = client.get(f"/api/v1/stages/{stage.pk}/standings/{ann.pk}").json()
    assert (answer["row"]["entry"], answer["sums"]) == (ann.pk, [])

    event = stage.event
    address = reverse("public:why", args=[event.club.slug, event.slug, ann.pk])
    page = client.get(f"{address}?sums=1").content.decode()
    assert "this page does not show how each number is made up" in page
    assert "Show how each number is made up" not in page


@pytest.mark.parametrize("at_once", [500, 1])
def test_the_page_shows_the_sums_or_a_way_to_them(client, monkeypatch, at_once):
    monkeypatch.setattr("league.faces.public.events.why.SUMS_AT_ONCE", at_once)
    stage = make_played()
    event = stage.event
    address = reverse("public:why", args=[event.club.slug, event.slug, entry_of(stage, "Ann").pk])
    page = client.get(address).content.decode()
    if at_once == 1:
        assert "?sums=1" in page
        page = client.get(f"{address}?sums=1").content.decode()
    assert "Round 1 against Bob, whose score it is" in page
    assert "left out" in page
