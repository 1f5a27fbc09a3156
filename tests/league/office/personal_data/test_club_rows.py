"""Every row of a club is found by its references, also where one of them is empty."""

import pytest

from league.office.personal_data.club_rows import rows_of_club
from league.play.rounds.models import Seat
from tests.league.play.results.factories import make_table

pytestmark = pytest.mark.django_db


def test_a_seat_without_a_player_belongs_to_the_club_of_its_event():
    table = make_table()
    seat = table.seats.first()
    Seat.objects.filter(pk=seat.pk).update(player=None)

    assert seat in rows_of_club(Seat, table.round.stage.event.club_id)
