"""Asking for a substitute, and answering, on a phone of 360 pixels; and what a link opens."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.calendar.stand_ins import services
from league.calendar.stand_ins.models import Answer, AskedPlayer, RequestState, StandInRequest
from league.calendar.stand_ins.selectors import seats_with_rounds
from league.calendar.stand_ins.services import answer_token
from league.foundation.journal.actor import Act
from league.play.rounds.models import Seat
from tests.league.faces.desk.undoing import button_of, post
from tests.league.factories import actor_of
from tests.league.office.notifications.notifying_club import NotifyingClub, with_account


@pytest.fixture
def club(db):
    now = timezone.now()
    made = NotifyingClub(now, deadline=now + timedelta(days=6))
    made.open_round(now)
    made.players = [with_account(made, name) for name in ("Ina New", "Ole Old")]
    return made


def seat_of(club):
    return seats_with_rounds().get(table=club.table(), number=0)


def ask(club):
    pks = [player.pk for player in club.players]
    actor = actor_of(club.dora)
    return services.ask(seat=seat_of(club), players=pks, by=Act(actor, timezone.now()))


def link_of(player):
    asked = AskedPlayer.objects.get(player=player)
    return reverse("account:stand_in_answer", args=[answer_token(asked)])


def test_looking_at_the_link_answers_nothing(club):
    ask(club)
    page = Client().get(link_of(club.players[0]))

    assert "You answer for Ina New." in page.content.decode()
    assert set(AskedPlayer.objects.values_list("answer", flat=True)) == {Answer.WAITING}


def test_one_touch_accepts_without_signing_in_and_the_second_reads_that_it_is_taken(club):
    ask(club)
    first = Client().post(link_of(club.players[0]), {"answer": "yes"})
    second = Client().post(link_of(club.players[1]), {"answer": "yes"})

    assert "The seat is yours, Ina New." in first.content.decode()
    assert second.status_code == 409
    assert second.content.decode().count("The seat is taken: somebody else accepted first.") == 1
    assert Seat.objects.get(pk=seat_of(club).pk).player == club.players[0]


def test_a_link_that_this_site_did_not_make_opens_nothing(club):
    ask(club)
    path = link_of(club.players[0])

    assert Client().get(path[:-3] + "x/").status_code == 404
    club.players[0].user.is_active = False
    club.players[0].user.save()
    assert Client().post(path, {"answer": "yes"}).status_code == 404


def test_a_player_asks_for_a_seat_of_the_own_entry_and_for_no_other(club):
    own = seat_of(club)
    client = Client()
    client.force_login(own.player.user)
    page = reverse("account:stand_in_own", args=[own.pk])
    chosen = {"players": [club.players[1].pk]}

    assert client.post(page, chosen).status_code == 302
    assert [row.player for row in AskedPlayer.objects.all()] == [club.players[1]]
    other = club.table(2).seats.get(number=0)
    refused = reverse("account:stand_in_own", args=[other.pk])
    assert client.post(refused, chosen).status_code == 403


@pytest.fixture
def desk(club):
    """Return a director's client, and the page where they ask for the seat."""
    client = Client()
    client.force_login(club.dora)
    round = club.round
    at = [club.club.slug, club.event.slug, round.stage.number, round.number, seat_of(club).pk]
    return client, at


def ask_at_the_desk(desk, *players):
    client, at = desk
    return post(client, "stand_in_ask", *at, players=[player.pk for player in players])


@pytest.mark.long
def test_a_request_for_which_more_were_asked_since_is_not_taken_back_by_it(club, desk):
    client, _at = desk
    address, fields = button_of(client, ask_at_the_desk(desk, club.players[0]))
    more = ask_at_the_desk(desk, club.players[1])
    assert button_of(client, more) is None

    page = client.post(address, fields, follow=True).content.decode()

    assert "somebody has asked more players since then" in page
    assert StandInRequest.objects.get().state == RequestState.OPEN


def test_another_request_for_the_seat_is_not_taken_back_in_the_place_of_the_first(club, desk):
    client, _at = desk
    address, fields = button_of(client, ask_at_the_desk(desk, club.players[0]))
    back = client.post(address, fields, follow=True)
    assert "The request is taken back." in back.content.decode()
    ask_at_the_desk(desk, club.players[1])

    page = client.post(address, fields, follow=True).content.decode()

    assert "This can no longer be undone." in page
    assert StandInRequest.objects.filter(state=RequestState.OPEN).count() == 1
