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
def test_nothing_is_shown_that_does_not_belong_to_the_row():
    stage = make_played()
    play(make_round(stage, 4), {"Ann": 2, "Dee": 1})
    assert sums(stage, after=3) != {}
    stage.rounds.get(number=3).results.update(totals=[9, 9], winner=None)
    assert sums(stage, after=3) == {}


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
