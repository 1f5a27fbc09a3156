"""The pages of a site that has grown: copies of the demo, and no table read from end to end."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from deploy.run.embedded.pytest_plugin import SESSION_FOLDER
from deploy.run.embedded.roles import allow_copying_unchecked
from deploy.site.data_folder import places_for
from deploy.workshop.bench.copies import Size, add_copies
from deploy.workshop.bench.pages import main_pages
from deploy.workshop.bench.plans import growing, queries_of, reads_by_index

pytestmark = [pytest.mark.django_db, pytest.mark.long]

CLUBS, NIGHTS = 40, 1
# one of a few rows is read as a whole whatever indexes there are
FEW = 2 * CLUBS
KNOWN = {
    # pages of the list of clubs say how many there are
    ("front page", "clubs_club"),
    ("API: clubs", "clubs_club"),
    # the index has the flagged ones alone, which are few
    ("desk", "results_cardcheck"),
    ("desk: overview of the club", "results_cardcheck"),
    ("desk: tonight", "results_cardcheck"),
    ("desk: room", "results_cardcheck"),
    ("desk: sheet of a table", "results_cardcheck"),
    # a club has so few members that with as few accounts either may be read first
    ("desk: search for a table", "clubs_user"),
}


@pytest.fixture(scope="module")
def grown(demo: Client, django_db_blocker: DjangoDbBlocker) -> Iterator[Client]:
    """The demo among copies of it; a client signed in as its owner."""
    with django_db_blocker.unblock():
        allow_copying_unchecked(places_for(Path(os.environ[SESSION_FOLDER])))
        add_copies(Size(clubs=CLUBS, nights=NIGHTS), keep_indexes=True)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        yield demo


def test_no_main_page_reads_a_table_that_grows_from_one_end_to_the_other(grown):
    many = {table for table in growing() if rows_in(table) > FEW}
    assert {"events_event", "events_entry", "results_submission", "games_deal"} <= many
    found = {
        (page.what, read.table): query.sql
        for page in main_pages()
        for query in queries_of(lambda page=page: opened(page, grown))
        for read in reads_by_index(query)
        if read.is_whole and read.table in many
    }
    assert {at: sql for at, sql in found.items() if at not in KNOWN} == {}


def opened(page, owner):
    cache.clear()
    answer = (owner if page.for_director else Client()).get(page.address)
    assert answer.status_code == 200, page.address


def rows_in(table):
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE relname = %s", [table])
        return cursor.fetchone()[0]
