"""A match of teams in two rooms on every face."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.play.rounds.links import link_of
from tests.league.play.results.factories import pinochle, play
from tests.league.play.rounds.factories import draw, open_round
from tests.league.play.rounds.teams import both_tables, make_teams
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def played():
    """A match of A and B: 22 ahead here and 2 behind there, which is 1 IMP."""
    event = make_teams()
    (round_,) = draw(event)
    open_round(round_)
    here, there = both_tables(round_)
    play(here, pinochle(bid=50), pinochle(bid=50, points=(25, 25)))
    play(there, pinochle(bid=50, points=(20, 30)), pinochle(bid=50, points=(25, 25)))
    return round_


TOGETHER = "Both tables together, in IMPs: A 1, B 0."


def test_a_phone_hears_of_the_other_room(played):
    here, there = both_tables(played)
    page = Client().get(reverse("table:page", args=[link_of(here)])).content.decode()
    version = re.search(r"sheet/\?version=([0-9.]+)", page)[1]
    sheet = reverse("table:sheet", args=[link_of(here)])
    assert Client().get(f"{sheet}?version={version}").status_code == 204

    there.result.version += 1
    there.result.save()

    assert TOGETHER in text_of(Client().get(f"{sheet}?version={version}"))
