"""The start page: what is played now in all clubs, the clubs that are searched, what comes."""

import pytest

from tests.league.faces.public.factories import make_tonight
from tests.league.faces.public.reading import text_of
from tests.league.factories import make_club
from tests.league.tables.standings.factories import make_stage

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_each_club_that_plays_now_has_a_line_with_its_largest_event(client):
    club, other = make_club("Harbour Cards"), make_club("Old Library")
    make_tonight(club, "Small", "small", ["Ann", "Bob"])
    make_tonight(club, "Large", "large", ["Cy", "Di", "Ed", "Flo"])
    make_tonight(other, "Pairs", "pairs", ["Gus", "Hal"])
    make_stage(club=club, name="Long league", slug="long")

    text = text_of(client, "home")

    live = text[text.index("Live now") : text.index("Running events")]
    assert "Large Harbour Cards · Double-deck pinochle Round 1 of 3 · 1 of 1 table done" in live
    assert "Leader: Cy 2" in live
    assert "1 more event of this club is live" in live
    assert "Pairs Old Library" in live
    assert "Small" not in live
    assert "Long league" in text[text.index("Running events") :]


@pytest.mark.long
def test_what_strangers_may_not_find_is_not_live_here(client):
    for visibility in ("unlisted", "members", "hidden"):
        make_tonight(make_club(visibility), "Secret night", visibility=visibility)

    assert "Secret night" not in text_of(client, "home")
