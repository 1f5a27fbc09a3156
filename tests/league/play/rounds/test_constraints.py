"""What the database itself refuses about tables, placements and seats."""

import pytest
from django.db import IntegrityError, connection, transaction

from league.play.rounds.models import Placement, Seat
from tests.league.play.events.factories import add_pairs, make_event
from tests.league.play.rounds.factories import make_league

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture
def drawn():
    return make_league(4)


def refused(sql, *params):
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        with pytest.raises(IntegrityError) as fault, transaction.atomic():
            cursor.execute(sql, params)
    return fault.value.__cause__.diag.constraint_name


def test_an_entry_is_once_in_a_round(drawn):
    one, other = Placement.objects.filter(round=drawn[0])[:2]

    constraint = refused(
        "UPDATE rounds_placement SET entry_id = %s WHERE id = %s", one.entry_id, other.pk
    )

    assert constraint == "entry_once_in_a_round"


def test_a_seat_is_taken_once(drawn):
    one, other = Seat.objects.filter(table=drawn[0].tables.first())[:2]

    constraint = refused("UPDATE rounds_seat SET number = %s WHERE id = %s", one.number, other.pk)

    assert constraint == "seat_taken_once"


def test_a_player_sits_once_in_a_round(drawn):
    one, other = Seat.objects.filter(round=drawn[0])[:2]

    constraint = refused(
        "UPDATE rounds_seat SET player_id = %s WHERE id = %s", one.player_id, other.pk
    )

    assert constraint == "player_at_one_seat_of_a_round"


def test_a_placement_is_at_a_table_of_its_round(drawn):
    placement = Placement.objects.filter(round=drawn[0]).first()
    elsewhere = drawn[1].tables.first()

    constraint = refused(
        "UPDATE rounds_placement SET table_id = %s WHERE id = %s", elsewhere.pk, placement.pk
    )

    assert constraint in ("placement_at_a_table_of_the_round", "seat_of_a_placement_at_the_table")


def test_a_seat_is_in_the_round_of_its_table(drawn):
    seat = Seat.objects.filter(round=drawn[0]).first()

    constraint = refused("UPDATE rounds_seat SET round_id = %s WHERE id = %s", drawn[1].pk, seat.pk)

    assert constraint in ("seat_at_a_table_of_the_round", "player_at_one_seat_of_a_round")


def test_a_seat_is_of_a_placement_at_its_table(drawn):
    seat = Seat.objects.filter(round=drawn[0], table__number=1).first()
    other = Placement.objects.filter(round=drawn[0], table__number=2).first()

    constraint = refused(
        "UPDATE rounds_seat SET placement_id = %s WHERE id = %s", other.pk, seat.pk
    )

    assert constraint == "seat_of_a_placement_at_the_table"


def test_an_entry_of_another_event_has_no_place_in_a_round(drawn):
    foreign = add_pairs(make_event(), 1)[0]

    constraint = refused(
        "INSERT INTO rounds_placement (round_id, entry_id, kind, room) VALUES (%s, %s, 'bye', 1)",
        drawn[0].pk,
        foreign.pk,
    )

    assert constraint == "placement_of_an_entry_of_the_event"


@pytest.mark.parametrize(
    "values", ["kind = 'bye'", "table_id = NULL", "kind = 'table', side = NULL"]
)
def test_whoever_plays_has_a_side_of_a_table_and_whoever_rests_has_none(drawn, values):
    placement = Placement.objects.filter(round=drawn[0]).first()
    Seat.objects.filter(placement=placement).delete()

    constraint = refused(
        f"UPDATE rounds_placement SET {values} WHERE id = %s",  # noqa: S608
        placement.pk,
    )

    assert constraint == "placement_at_a_table_or_not_playing"


def test_a_round_has_its_number_once(drawn):
    constraint = refused("UPDATE rounds_round SET number = 1 WHERE id = %s", drawn[1].pk)

    assert constraint == "round_number_once_in_a_stage"
