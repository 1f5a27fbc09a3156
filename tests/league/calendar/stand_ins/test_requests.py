"""Players are asked to take a seat: who can be, who gets it, who is notified of what."""

from copy import deepcopy
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from time_machine import travel

from league.calendar.stand_ins import services
from league.calendar.stand_ins.models import Answer, AskedPlayer, RequestState
from league.calendar.stand_ins.selectors import (
    asked_of,
    asked_players,
    candidates_for,
    own_seats,
    request_of,
    seats_with_rounds,
)
from league.calendar.stand_ins.services import RequestOver, RequestRefused
from league.clubs.models import Player
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.play.events.models import Captain
from league.play.rounds import services as rounds
from league.play.rounds.models import Seat
from tests.league.factories import actor_of
from tests.league.office.notifications.notifying_club import (
    NotifyingClub,
    turn,
    with_account,
)

pytestmark = pytest.mark.django_db
MONDAY = datetime(2026, 3, 9, 12, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def prepared_club(module_rows):
    with travel(MONDAY, tick=False):
        made = NotifyingClub(MONDAY, deadline=MONDAY + timedelta(days=6))
        made.open_round(MONDAY)
        made.ina, made.ole = (with_account(made, name) for name in ("Ina New", "Ole Old"))
        turn(MONDAY)
    return made


@pytest.fixture
def club(prepared_club, time_machine):
    """A club with an open round, and Ina and Ole, who play nowhere in it."""
    time_machine.move_to(MONDAY, tick=False)
    return deepcopy(prepared_club)


def seat_of(club, number=1, seat=0):
    return seats_with_rounds().get(table=club.table(number), number=seat)


def ask(club, *players, seat=None, at=MONDAY):
    wanted = seat or seat_of(club)
    pks = [player.pk for player in players]
    return services.ask(seat=wanted, players=pks, by=Act(actor_of(club.dora), at))


def asked(request, player):
    return asked_players().get(request=request, player=player)


def accept(request, player, at=MONDAY):
    row = asked(request, player)
    return services.accept(asked=row, by=Act(actor_of(player.user), at))


def kinds():
    rows = Happening.objects.filter(kind__startswith="stand_in").order_by("pk")
    return list(rows.values_list("kind", flat=True))


def test_only_those_who_may_sit_there_and_have_an_account_can_be_asked(club):
    Player.objects.create(club=club.club, name="Nora Noaccount")
    club.event.reserves.create(player=club.ole)

    found = candidates_for(seat_of(club), MONDAY)
    assert [one.player for one in found] == [club.ole, club.ina], "reserves first"


def test_the_rule_on_substitutes_says_who_can_be_asked(club):
    club.event.substitutes = "reserves"
    club.event.save(update_fields=["substitutes"])
    club.event.reserves.create(player=club.ole)

    assert [candidate.player for candidate in candidates_for(seat_of(club), MONDAY)] == [club.ole]
    with pytest.raises(RequestRefused, match="Ina New cannot be asked"):
        ask(club, club.ina)
    assert request_of(seat_of(club)) is None


@pytest.mark.long
def test_each_player_asked_is_notified_once_with_a_link_of_their_own(club):
    ask(club, club.ina, club.ole)
    ask(club, club.ina, club.ole)

    sent = turn(MONDAY)

    assert sorted(to for to, _subject in sent) == sorted([club.ina.user.email, club.ole.user.email])
    assert all(subject.startswith("Can you stand in? ") for _to, subject in sent)
    links = {line for one in mail.outbox for line in one.body.splitlines() if "/stand-ins/" in line}
    assert len(links) == 2
    assert kinds() == ["stand_in.asked"]


@pytest.mark.long
def test_the_first_who_accepts_has_the_seat_and_the_table_is_notified(club):
    before = seat_of(club).player
    request = ask(club, club.ina, club.ole)
    turn(MONDAY)

    accept(request, club.ole)

    seat = seat_of(club)
    assert (seat.player, seat.is_substitute, seat.stands_in_for) == (club.ole, True, before)
    request.refresh_from_db()
    assert request.state == RequestState.FOUND
    sent = dict(turn(MONDAY))
    assert sent[club.dora.email].startswith("Ole Old stands in at table 1 in round 1")
    assert club.ole.user.email not in sent
    assert club.ina.user.email not in sent
    assert before.user.email in sent


@pytest.mark.long
def test_accepted_twice_it_is_once(club):
    request = ask(club, club.ina)
    accept(request, club.ina)
    accept(request, club.ina, at=MONDAY + timedelta(hours=1))

    assert kinds() == ["stand_in.asked", "stand_in.accepted"]
    assert Seat.objects.filter(player=club.ina).count() == 1


def decline(request, player, at=MONDAY):
    services.decline(asked=asked(request, player), by=Act(actor_of(player.user), at))


@pytest.mark.long
def test_whoever_asked_is_notified_once_that_everybody_declined(club):
    request = ask(club, club.ina, club.ole)
    turn(MONDAY)
    decline(request, club.ina)
    assert turn(MONDAY) == []

    decline(request, club.ole)
    sent = turn(MONDAY)

    assert [to for to, _subject in sent] == [club.dora.email]
    assert sent[0][1].startswith("Nobody stands in yet: all 2 players asked have declined.")
    assert f"/stand-ins/seats/{seat_of(club).pk}/" in mail.outbox[-1].body
    assert turn(MONDAY + timedelta(hours=1)) == []


def test_who_has_the_seat_cannot_decline(club):
    request = ask(club, club.ina)
    accept(request, club.ina)

    with pytest.raises(RequestOver, match="tell a director if you cannot come"):
        services.decline(asked=asked(request, club.ina), by=Act(actor_of(club.ina.user), MONDAY))


@pytest.mark.long
def test_taken_back_nobody_can_accept_and_nobody_is_notified_any_more(club):
    request = ask(club, club.ina)
    services.take_back(request=request, by=Act(actor_of(club.dora), MONDAY))
    services.take_back(request=request, by=Act(actor_of(club.dora), MONDAY))

    with pytest.raises(RequestOver, match="taken back"):
        accept(request, club.ina)
    assert turn(MONDAY) == []
    assert kinds() == ["stand_in.asked", "stand_in.taken_back"]


def test_a_request_that_was_accepted_cannot_be_taken_back(club):
    request = ask(club, club.ina)
    accept(request, club.ina)

    with pytest.raises(RequestOver, match="undo the substitution instead"):
        services.take_back(request=request, by=Act(actor_of(club.dora), MONDAY))
    with pytest.raises(RequestRefused, match="Ina New stands in at this seat already"):
        ask(club, club.ole)


def test_it_is_over_when_the_round_is_closed(club):
    request = ask(club, club.ina)
    rounds.close_round(round=club.round, even_unfinished=True, by=Act(actor_of(club.dora), MONDAY))

    with pytest.raises(RequestOver, match="Round 1 is over"):
        accept(request, club.ina)
    assert asked_of(club.ina.user) == []
    with pytest.raises(RequestRefused, match="Round 1 is closed"):
        ask(club, club.ole)


def test_it_is_over_when_a_director_seats_somebody(club):
    request = ask(club, club.ina)
    rounds.seat_substitute(seat=seat_of(club), player=club.ole, by=Act(actor_of(club.dora), MONDAY))

    with pytest.raises(RequestOver, match="given to somebody else"):
        accept(request, club.ina)


def test_who_may_ask(club):
    seat = seat_of(club)
    own, stranger = seat.player.user, seat_of(club, number=2).player.user

    assert own.has_perm("stand_ins.ask_for_seat", seat)
    assert club.dora.has_perm("stand_ins.ask_for_seat", seat)
    assert not stranger.has_perm("stand_ins.ask_for_seat", seat)
    Captain.objects.create(entry=seat.placement.entry, player=club.ina)
    assert club.ina.user.has_perm("stand_ins.ask_for_seat", seat)
    assert seat.pk in {one.pk for one in own_seats(club.ina.user)}
    assert seat.pk in {one.pk for one in own_seats(own)}


def test_the_database_lets_one_accept_and_one_request_wait(club):
    request = ask(club, club.ina, club.ole)
    rows = AskedPlayer.objects.filter(request=request)
    with pytest.raises(IntegrityError, match="stand_in_accepted_by_one"), transaction.atomic():
        rows.update(answer=Answer.ACCEPTED, answered_at=MONDAY)
    with (
        pytest.raises(IntegrityError, match="stand_in_asked_for_once_at_a_time"),
        transaction.atomic(),
    ):
        type(request).objects.create(seat=request.seat, asked_at=MONDAY)
