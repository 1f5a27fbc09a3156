"""A plan says whether a query reads a table as a whole, and how many rows it looked at."""

import pytest

from deploy.bench.plans import Query, growing, queries_of, reads_by_index, reads_when_done
from league.clubs.models import Club, Player

pytestmark = pytest.mark.django_db


def reads_of(rows):
    (query,) = queries_of(lambda: list(rows))
    return reads_by_index(query)


def test_a_column_without_an_index_makes_it_read_everything():
    assert any(read.is_whole for read in reads_of(Player.objects.filter(email="a@b.example")))


def test_a_key_finds_its_row():
    assert not any(read.is_whole for read in reads_of(Player.objects.filter(pk=7)))


def test_the_first_rows_of_an_index_are_not_the_whole_of_it():
    in_order = Club.objects.order_by("name", "id")

    assert not any(read.is_whole for read in reads_of(in_order[:3]))
    assert any(read.is_whole for read in reads_of(in_order))


def test_rows_that_a_filter_drops_were_read_all_the_same():
    Club.objects.bulk_create(Club(name=f"Club {n}", slug=f"club-{n}") for n in range(9))
    query = Query("SELECT id FROM clubs_club WHERE about = %s", ["nothing of the kind"])

    assert [read.rows for read in reads_when_done(query)] == [9]


def test_what_clubs_have_rows_in_grows_and_what_the_site_has_once_does_not():
    assert {"events_event", "games_deal", "journal_happening"} <= growing()
    assert not {"journal_reader", "prepared_weeklydeal"} & growing()
