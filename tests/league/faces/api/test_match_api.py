"""Matches and their captains for programs: the rights and refusals of the pages, no line-up early.

Captains are members of no club: their account is that of a player alone.
"""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.calendar.captains.line_up_facts import line_ups_of, players_in
from league.calendar.captains.models import LineUp
from tests.league.calendar.captains.factories import (
    captain_of_side,
    line_up,
    make_date,
    make_match,
    people_of,
)
from tests.league.faces.api.factories import V1, client_of
from tests.league.factories import make_club, make_member, make_player

pytestmark = pytest.mark.django_db
SOON = timezone.now().replace(microsecond=0) + timedelta(days=20)


@pytest.fixture
def match():
    match = make_match(dated=False, final_scores="table")
    make_date(match, SOON)
    return match


def captain(match, side):
    return client_of(captain_of_side(match, side))


def staff(match, role="director"):
    return client_of(make_member(match.round.stage.event.club, role=role).user)


def at(match, *rest):
    return "/".join([f"{V1}/rounds/{match.round.pk}/matches/{match.number}", *rest])


def of_side(match, side, *rest):
    return at(match, "entries", str(match.entries[side].pk), *rest)


def send(client, address, body=None, method="post", **headers):
    return getattr(client, method)(address, body, format="json", **headers)


def names_in(answer, side):
    return [one["name"] for one in answer.json()["sides"][side]["line_up"]]


def test_a_match_of_a_hidden_event_is_there_for_those_who_run_it_alone(match):
    event = match.round.stage.event
    event.visibility = "hidden"
    event.save(update_fields=["visibility"])
    own = captain(match, 0)
    assert own.get(at(match)).status_code == 404
    assert own.get(f"{V1}/me/led-matches").json()["count"] == 0
    assert staff(match, "scorer").get(at(match)).status_code == 200


@pytest.mark.long
def test_a_line_up_is_hidden_from_the_other_side_until_both_are_in(match):
    people = people_of(match.entries[0])
    body = {"players": [people[4].pk, people[5].pk]}
    wanted = [people[4].name, people[5].name]

    own = send(captain(match, 0), of_side(match, 0, "line-up"), body, "put")

    assert (own.status_code, names_in(own, 0)) == (200, wanted)
    other = captain(match, 1)
    for client in (other, staff(match, "scorer")):
        seen = client.get(at(match))
        assert (seen.json()["sides"][0]["line_up_in"], names_in(seen, 0)) == (True, [])
        assert seen.json()["line_ups_shown"] is False
    (listed,) = other.get(f"{V1}/me/led-matches").json()["results"]
    assert listed["sides"][0]["line_up"] == []
    assert names_in(staff(match).get(at(match)), 0) == wanted
    line_up(match, 1, 0, 1)
    assert names_in(other.get(at(match)), 0) == wanted


def test_the_line_up_of_the_other_side_can_be_neither_read_nor_set(match):
    line_up(match, 0, 4, 5)
    people = people_of(match.entries[0])
    other, scorer = captain(match, 1), staff(match, "scorer")
    for client in (other, scorer):
        assert client.get(of_side(match, 0, "line-up")).status_code == 403
        assert names_in(client.get(at(match)), 0) == []
        body = {"players": [people[0].pk, people[1].pk]}
        assert send(client, of_side(match, 0, "line-up"), body, "put").status_code == 403
    assert players_in(line_ups_of(match)[0]) == [people[4], people[5]]
    assert names_in(captain(match, 0).get(at(match)), 0) == [one.name for one in people[4:]]
    own = captain(match, 0).get(of_side(match, 0, "line-up")).json()
    assert (own["seats"], len(own["line_up"])) == (2, 2)
    assert [one["player"] for one in own["may_play"][:6]] == [player.pk for player in people]


def test_a_line_up_names_those_who_may_play(match):
    own = captain(match, 0)
    people = people_of(match.entries[0])
    stranger = make_player(make_club("Elsewhere", slug="elsewhere"), "Foreign")
    gone = make_player(match.round.stage.event.club, "Gone", is_active=False)
    for player in (stranger, gone):
        body = {"players": [people[0].pk, player.pk]}
        answer = send(own, of_side(match, 0, "line-up"), body, "put")
        assert (answer.status_code, answer.json()["field"]) == (400, "players")
        assert player.name not in answer.content.decode()
    body = {"players": [people[0].pk, people[0].pk]}
    answer = send(own, of_side(match, 0, "line-up"), body, "put")
    assert (answer.status_code, answer.json()["code"]) == (409, "line_up_refused")
    assert not LineUp.objects.exists()
