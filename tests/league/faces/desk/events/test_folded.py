"""What few need is folded where an event is set up, and open where it was chosen."""

import re

import pytest
from django.urls import reverse

from tests.league.factories import make_club, make_member
from tests.league.play.events.factories import make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


def folded(client, club, step, **fields):
    """Return the summaries of what is folded on a step of the set-up, and of what is open."""
    event = make_event(club, **fields)
    client.force_login(make_member(club, role="director").user)
    page = client.get(reverse("desk:event_setup", args=[club.slug, event.slug, step]))
    details = re.findall(
        r"<details class=\"more\"([^>]*)>\s*<summary>(.*?)</summary>", page.content.decode()
    )
    return (
        {summary for more, summary in details if "open" not in more},
        {summary for more, summary in details if "open" in more},
    )


def test_a_usual_way_to_count_is_all_that_is_seen(client, club):
    closed, opened = folded(client, club, "scoring", method={"name": "match_points"})

    assert {"More ways to count", "Bonus points and big wins"} <= closed
    assert "Byes, and the most that a match counts" in closed
    assert opened == set()


def test_what_was_chosen_is_open(client, club):
    method = {"name": "match_points", "bonus": ["+1 if margin >= 300"], "cap": 500}
    _closed, opened = folded(client, club, "scoring", method=method)

    assert opened == {"Bonus points and big wins", "Byes, and the most that a match counts"}


def test_an_unusual_way_to_count_is_open(client, club):
    _closed, opened = folded(client, club, "scoring", method={"name": "round_points"})

    assert "More ways to count" in opened


def test_formats_that_few_play_are_folded_unless_chosen(client, club):
    closed, _opened = folded(client, club, "rounds", format="round_robin")
    assert {"More formats", "Round robin: options", "Byes"} <= closed

    _closed, opened = folded(client, make_club("Hill"), "rounds", format="monrad")
    assert "More formats" in opened


def test_an_evening_is_asked_for_its_name_game_and_day_first(client, club):
    closed, _opened = folded(client, club, "game")

    assert closed == {"Season, who sees it, notes for players"}


def test_a_fold_with_an_error_is_open(client, club):
    event = make_event(club)
    client.force_login(make_member(club, role="director").user)
    typed = {"name": "Cup", "game": "pitch:standard", "starts_on": "2026-03-07", "visibility": "x"}
    page = client.post(reverse("desk:event_setup", args=[club.slug, event.slug, "game"]), typed)

    assert page.status_code == 200
    assert '<details class="more" open>' in page.content.decode()
