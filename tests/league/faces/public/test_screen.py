"""The big screen: what stands on it, for whom, and what it costs."""

import html
import json
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games import services as games
from league.clubs.models import Role
from league.play.events.models import Event
from league.play.rounds import services as rounds
from league.play.rounds.models import Round
from tests.league.factories import make_club, make_member, make_user
from tests.league.play.events.factories import DIRECTOR, NOW, PITCH
from tests.league.play.rounds.factories import close_round, make_evening, make_league, open_round
from tests.league.tables.standings.factories import add_entry, build, make_round, make_stage, play

pytestmark = pytest.mark.django_db


def address(event):
    return reverse("public:screen", args=[event.club.slug, event.slug])


def shown(client, event):
    answer = client.get(address(event))
    assert answer.status_code == 200
    return answer.content.decode()


def text_of(page):
    plain = re.sub(r"<[^>]+>", " ", page[page.index("<main") :])
    return " ".join(html.unescape(plain).split())


def start(round, minutes=45, at=NOW):
    return rounds.start_clock(round=round, minutes=minutes, actor=DIRECTOR, at=at)


@pytest.mark.long
def test_it_shows_the_round_its_clock_the_tables_and_who_rests(client):
    round = open_round(make_league(5, make_club(time_zone="Europe/London"))[0])
    start(round)

    text = text_of(shown(client, round.stage.event))

    assert "Round 1" in text
    assert "0 of 2 tables done" in text
    assert "until 19:45" in text
    assert "have a bye" in text
    for placement in round.placements.filter(table__isnull=False):
        assert placement.entry.members.first().player.name in text
    assert "Follow along on your phone" in text


@pytest.mark.long
def test_it_shows_the_standings_as_they_are(client):
    stage = make_stage("Ann", "Bob", "Cy", "Di")
    play(make_round(stage), {"Ann": 300, "Bob": 100})
    build(stage)

    text = text_of(shown(client, stage.event))

    assert "Standings during round 1" in text
    assert re.search(r"1 Ann 2\b", text)
    assert "Ann 300 won Bob 100" in text


@pytest.mark.long
def test_before_the_first_round_it_says_that_it_will_appear(client):
    drawn = make_league(4)[0]

    text = text_of(shown(client, drawn.stage.event))

    assert "No round is open yet" in text
    assert "Who plays where" not in text


@pytest.mark.long
def test_it_goes_on_to_the_round_that_was_opened_last(client):
    first, second, third = make_league(4)
    open_round(first)
    assert "Round 1" in text_of(shown(client, first.stage.event))

    rounds.open_round(round=second, actor=DIRECTOR, at=NOW + timedelta(hours=1))
    assert "Round 2" in text_of(shown(client, first.stage.event))

    close_round(first)
    close_round(Round.objects.get(pk=second.pk))
    assert "Round 2 Closed" in text_of(shown(client, first.stage.event))
    assert third.state == "drawn"


@pytest.mark.long
@pytest.mark.parametrize(
    ("visibility", "stranger", "player", "scorer"),
    [
        ("public", 200, 200, 200),
        ("unlisted", 200, 200, 200),
        ("members", 302, 200, 200),
        ("hidden", 404, 404, 200),
    ],
)
def test_it_is_for_whoever_may_see_the_event(client, visibility, stranger, player, scorer):
    event = open_round(make_league(4, visibility=visibility)[0]).stage.event
    members = [make_member(event.club, role=role).user for role in (Role.PLAYER, Role.SCORER)]
    statuses = [client.get(address(event)).status_code]
    for user in members:
        client.force_login(user)
        statuses.append(client.get(address(event)).status_code)
    client.force_login(make_user("Eve Elsewhere"))
    elsewhere = client.get(address(event)).status_code

    assert statuses == [stranger, player, scorer]
    assert elsewhere == (404 if stranger != 200 else 200)


def test_a_hidden_event_gives_nobody_its_code(client):
    event = open_round(make_league(4)[0]).stage.event
    client.force_login(make_member(event.club, role=Role.SCORER).user)

    assert "Follow along on your phone" in text_of(shown(client, event))
    Event.objects.filter(pk=event.pk).update(visibility="hidden")
    assert "Follow along on your phone" not in text_of(shown(client, event))


@pytest.mark.long
def test_strangers_see_the_names_that_players_show_the_public(client):
    stage = make_stage("Ann")
    add_entry(stage, "Zoe Quinn", public_name="initials")
    play(make_round(stage), {"Zoe Quinn": 900, "Ann": 100})
    build(stage)

    assert "Quinn" not in shown(client, stage.event)
    client.force_login(make_member(stage.event.club).user)
    assert "Zoe Quinn" in shown(client, stage.event)


@pytest.mark.long
def test_live_js_is_given_the_board_alone(client):
    round = open_round(make_league(4)[0])

    answer = client.get(address(round.stage.event), headers={"HX-Request": "true"})
    part = answer.content.decode()

    assert "<html" not in part
    assert "Who plays where" in part


@pytest.mark.long
def test_the_page_does_not_change_because_time_passes(client):
    round = open_round(make_league(4)[0])
    start(round, at=timezone.now() - timedelta(minutes=10))

    one = client.get(address(round.stage.event))
    again = client.get(address(round.stage.event), headers={"If-None-Match": one["ETag"]})

    assert again.status_code == 304


@pytest.mark.long
@pytest.mark.parametrize(
    ("meanwhile", "said"),
    [
        (
            lambda r: rounds.pause_clock(round=r, actor=DIRECTOR, at=NOW + timedelta(minutes=2)),
            "43:00 paused",
        ),
        (
            lambda r: rounds.extend_clock(round=r, minutes=5, actor=DIRECTOR, at=NOW),
            "until 19:50",
        ),
    ],
)
def test_what_happens_to_the_clock_is_seen(client, meanwhile, said):
    round = open_round(make_league(4, make_club(time_zone="Europe/London"))[0])
    start(round)
    meanwhile(round)

    assert said in text_of(shown(client, round.stage.event))
    page = reverse("public:round", args=[round.stage.event.club.slug, round.stage.event.slug, 1, 1])
    assert said in text_of(client.get(page).content.decode())


@pytest.mark.long
def test_a_clock_that_was_ended_is_gone(client):
    round = open_round(make_league(4)[0])
    start(round)

    assert "data-clock" in shown(client, round.stage.event)
    rounds.end_clock(round=round, actor=DIRECTOR, at=NOW)
    assert "data-clock" not in shown(client, round.stage.event)


@pytest.mark.long
def test_it_takes_the_same_number_of_queries_however_many_tables(client):
    counts = []
    for players in (4, 24):
        round = open_round(make_evening(players, **(PITCH | {"least_seats": 4, "most_seats": 4})))
        with CaptureQueriesContext(connection) as queries:
            shown(client, round.stage.event)
        counts.append(len(queries))

    assert counts[0] == counts[1]


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("variant", "seats"), [(info.id, seats) for info in games.variants() for seats in info.seats]
)
def test_every_game_has_its_screen_with_every_number_of_players(client, variant, seats):
    names = ["Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"][:seats]
    fields = {"method": {"name": "total_points"}, "least_seats": seats, "most_seats": seats}
    stage = make_stage(*names, variant=variant, **fields)
    play(make_round(stage), {name: 10 * place for place, name in enumerate(names)})
    build(stage)

    text = text_of(shown(client, stage.event))

    assert all(f"{name} {10 * place}" in text for place, name in enumerate(names))


@pytest.mark.long
def test_the_event_page_leads_to_the_screen_when_there_is_a_round(client):
    round = make_league(4)[0]
    page = reverse("public:event", args=[round.stage.event.club.slug, round.stage.event.slug])

    assert address(round.stage.event) not in client.get(page).content.decode()
    open_round(round)
    assert address(round.stage.event) in client.get(page).content.decode()


def test_the_time_is_told_in_milliseconds_and_never_kept(client, django_assert_num_queries):
    before = timezone.now().timestamp() * 1000
    with django_assert_num_queries(0):
        answer = client.get(reverse("public:time"))

    assert before - 1 <= json.loads(answer.content)["now"] <= timezone.now().timestamp() * 1000 + 1
    assert "no-store" in answer["Cache-Control"]
