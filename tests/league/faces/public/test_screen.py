"""The big screen: what stands on it, for whom, and what it costs."""

import pytest
from django.urls import reverse

from league.clubs.models import Role
from league.foundation.journal.actor import Act
from league.play.events.models import Event
from league.play.rounds import services as rounds
from tests.league.faces.public.factories import make_tonight
from tests.league.factories import make_club, make_member
from tests.league.play.events.factories import DIRECTOR, NOW
from tests.league.play.rounds.factories import make_league, open_round
from tests.league.reading import text_in

pytestmark = pytest.mark.django_db


def address(event):
    return reverse("public:screen", args=[event.club.slug, event.slug])


def shown(client, event):
    answer = client.get(address(event))
    assert answer.status_code == 200
    return answer.content.decode()


def start(round, minutes=45, at=NOW):
    return rounds.start_clock(round=round, minutes=minutes, by=Act(DIRECTOR, at))


@pytest.mark.long
def test_it_shows_the_round_its_clock_the_tables_and_who_rests(client):
    round = open_round(make_league(5, make_club(time_zone="Europe/London"))[0])
    start(round)

    text = text_in(shown(client, round.stage.event))

    assert "Round 1" in text
    assert "0 of 2 tables done" in text
    assert "until 19:45" in text
    assert "have a bye" in text
    for placement in round.placements.filter(table__isnull=False):
        assert placement.entry.members.first().player.name in text
    assert "Follow along on your phone" in text


def test_a_hidden_event_gives_nobody_its_code(client):
    event = open_round(make_league(4)[0]).stage.event
    client.force_login(make_member(event.club, role=Role.SCORER).user)

    assert "Follow along on your phone" in text_in(shown(client, event))
    Event.objects.filter(pk=event.pk).update(visibility="hidden")
    assert "Follow along on your phone" not in text_in(shown(client, event))


def test_the_wall_of_a_club_has_the_standings_of_what_is_played(client):
    event = make_tonight(make_club()).event

    wall = client.get(reverse("public:wall", args=[event.club.slug])).content.decode()

    assert f"standings-{event.pk}" in wall
    assert "1 Ann 2" in text_in(wall)
