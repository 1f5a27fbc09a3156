"""The clock in the room: its buttons, and who may press them."""

import pytest

from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import with_names
from league.play.rounds.selectors import round_clock
from tests.league.faces.desk.rounds.addresses import at_round
from tests.league.factories import make_member
from tests.league.play.rounds.factories import make_league, open_round
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db

TIMED = {"table_play": "timed", "deals_a_round": None, "minutes_a_round": 45}


@pytest.fixture
def scorer(client, club):
    client.force_login(make_member(club, role="scorer").user)
    return client


@pytest.fixture
def round(club):
    return open_round(make_league(4, club, **TIMED)[0])


def press(client, round, **typed):
    return client.post(at_round("round_clock", round), typed, follow=True)


def test_a_scorer_runs_the_clock_from_the_room(scorer, round):
    room = scorer.get(at_round("room", round))
    assert 'value="45"' in room.content.decode()

    assert "The clock is running." in text_of(press(scorer, round, action="start", minutes="30"))
    page = press(scorer, round, action="pause")
    assert "The clock is paused." in text_of(page)
    assert "Continue" in text_of(page)
    press(scorer, round, action="resume")
    facts = round_clock(round).facts
    for _twice in range(2):
        page = press(scorer, round, action="extend", minutes="5", facts=facts)
    assert "Somebody else has changed the clock in the meantime. Please check" in text_of(page)
    assert 34 * 60 < round_clock(round).had.total_seconds() <= 35 * 60
    page = press(scorer, round, action="end")

    assert "Start the clock again" in text_of(page)
    kinds = Happening.objects.filter(kind__startswith="clock.").order_by("id")
    assert [one.kind for one in kinds] == [
        "clock.started",
        "clock.paused",
        "clock.resumed",
        "clock.extended",
        "clock.ended",
    ]
    assert {one.actor for one in with_names(kinds)} == {"scorer of harbour-cards"}
