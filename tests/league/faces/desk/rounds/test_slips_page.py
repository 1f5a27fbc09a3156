"""Slips to print: everybody once, with table, seat, company, code and where next."""

import pytest
from django.urls import reverse

from tests.league.factories import make_club, make_member
from tests.league.play.rounds.factories import make_evening, open_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def director(client, club):
    client.force_login(make_member(club, role="director").user)
    return client


def at(round):
    event = round.stage.event
    return reverse(
        "desk:slips", args=[event.club.slug, event.slug, round.stage.number, round.number]
    )


@pytest.mark.long
def test_everybody_has_one_slip_with_table_seat_company_and_code(director, club):
    round = open_round(make_evening(9, club))

    page = director.get(at(round))

    slips = page.context["slips"]
    assert [slip["name"] for slip in slips] == sorted(p.name for p in club.players.all())
    for table in round.tables.all():
        seats = list(table.seats.order_by("number"))
        for seat in seats:
            (slip,) = [one for one in slips if one["player"] == seat.player]
            assert slip["place"] == f"Table {table.number}, seat {seat.number + 1}"
            assert slip["deals_first"] == (seat.number == 0)
            assert slip["partners"] == ""
            others = {other.player.name for other in seats} - {slip["name"]}
            assert set(slip["opponents"].split(" & ")) == others
    assert page.content.count(b"<svg") >= 9
