"""Two accept at the same moment, over two connections: one has the seat, the other learns it."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier

import pytest
from django.db import connection

from league.calendar.stand_ins import services
from league.calendar.stand_ins.models import Answer, AskedPlayer
from league.calendar.stand_ins.selectors import asked_players, seats_with_rounds
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.play.rounds.models import Seat
from tests.league.factories import actor_of
from tests.league.office.notifications.notifying_club import NotifyingClub, with_account

pytestmark = pytest.mark.long

MONDAY = datetime(2026, 3, 9, 12, 0, tzinfo=UTC)
PLAYERS = 6


@pytest.mark.django_db(transaction=True)
def test_of_those_who_accept_at_once_exactly_one_has_the_seat():
    club = NotifyingClub(MONDAY, deadline=MONDAY + timedelta(days=6))
    club.open_round(MONDAY)
    players = [with_account(club, f"Guest {n}") for n in range(PLAYERS)]
    seat = seats_with_rounds().get(table=club.table(), number=0)
    pks = [player.pk for player in players]
    services.ask(seat=seat, players=pks, by=Act(actor_of(club.dora), MONDAY))
    together = Barrier(PLAYERS)

    def accept(player):
        try:
            row = asked_players().get(player=player)
            together.wait(timeout=30)
            services.accept(asked=row, by=Act(actor_of(player.user), MONDAY))
        except services.RequestOver as over:
            return str(over)
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor(PLAYERS) as pool:
        said = list(pool.map(accept, players))

    assert said.count("") == 1
    assert {one for one in said if one} == {
        "The seat is taken: somebody else accepted first. Thank you for answering."
    }
    winner = AskedPlayer.objects.get(answer=Answer.ACCEPTED).player
    assert players[said.index("")] == winner == Seat.objects.get(pk=seat.pk).player
    assert Happening.objects.filter(kind="stand_in.accepted").count() == 1
    assert Happening.objects.filter(kind="seat.substituted").count() == 1
