"""The clock in the room: its buttons, and who may press them."""

import pytest
from django.urls import reverse

from league.foundation.journal.models import Happening
from league.play.rounds.selectors import round_clock
from tests.league.faces.desk.rounds.addresses import at_round
from tests.league.factories import make_club, make_member, make_user
from tests.league.play.rounds.factories import close_round, make_league, open_round
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db

TIMED = {"table_play": "timed", "deals_a_round": None, "minutes_a_round": 45}


@pytest.fixture
def club():
    return make_club()


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
    assert {one.actor_name for one in kinds} == {"scorer of harbour-cards"}


@pytest.mark.long
def test_without_minutes_it_takes_the_events(scorer, round):
    press(scorer, round, action="start")

    assert round_clock(round).had.total_seconds() == 45 * 60


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({}, "Choose one of the buttons below."),
        ({"action": "dance"}, "Choose one of the buttons below."),
        ({"action": "pause"}, "The clock of round 1 has not been started."),
        ({"action": "start", "minutes": "481"}, "from 1 to 480"),
        ({"action": "start", "minutes": "0"}, "from 1 to 480"),
        ({"action": "start", "minutes": "-1"}, "from 1 to 480"),
        ({"action": "start", "minutes": "٣٠"}, "from 1 to 480"),
        ({"action": "extend", "minutes": "9" * 400, "facts": "x"}, "has not been started"),
    ],
)
def test_nonsense_is_answered_with_a_sentence(scorer, round, typed, said):
    assert said in text_of(press(scorer, round, **typed))


@pytest.mark.long
def test_a_closed_round_has_no_clock(scorer, round):
    closed = close_round(round)

    assert "Start the clock" not in text_of(scorer.get(at_round("room", closed)))
    assert "Only an open round has a clock" in text_of(press(scorer, closed, action="start"))


def test_a_round_without_timed_play_has_its_clock_folded(scorer, club):
    round = open_round(make_league(4, club)[0])

    page = scorer.get(at_round("room", round)).content.decode()

    assert '<details class="panel more clock-start" id="clock-start">' in page
    assert "Enter how many minutes" in text_of(press(scorer, round, action="start"))


@pytest.mark.long
@pytest.mark.parametrize(
    ("who", "status"),
    [("player", 403), ("owner elsewhere", 404), ("nobody", 302), ("director", 302)],
)
def test_who_may_press_the_buttons(client, round, club, who, status):
    if who == "owner elsewhere":
        user = make_user("Eve Elsewhere")
        make_club("Old Library", owner=user)
        client.force_login(user)
    elif who != "nobody":
        client.force_login(make_member(club, role=who).user)

    answer = client.post(at_round("round_clock", round), {"action": "start"})

    assert answer.status_code == status
    assert (round_clock(round) is not None) == (who == "director")
    if who == "nobody":
        assert reverse("account:sign_in") in answer["Location"]


@pytest.mark.long
def test_the_buttons_are_pressed_not_visited(scorer, round):
    assert scorer.get(at_round("round_clock", round)).status_code == 405
