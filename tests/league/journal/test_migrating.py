"""A journal in partitions becomes one table, and keeps what it has."""

from importlib import import_module

import pytest
from django.db import connection

from league.journal.models import Happening, Undelivered
from league.journal.services import deliver_all
from tests.emptied import let_the_journal_be_emptied
from tests.league.journal.subscribing import KIND, Notebook, happen, only

pytestmark = pytest.mark.django_db(transaction=True)

partition = import_module("league.journal.migrations.0006_partitioned").partition
make_one_table = import_module("league.journal.migrations.0008_one_table").make_one_table
A_MILLION = 1_000_000


def ask(question, *values):
    with connection.cursor() as cursor:
        cursor.execute(question, values)
        return cursor.fetchall()


@pytest.fixture
def in_partitions():
    """The table as the release before has it, with a happening in each of its two partitions."""
    partition(None, connection.schema_editor())
    rows = [happen(data={"n": 1})]
    ((last,),) = ask("SELECT max(id) / 1000000 + 2 FROM journal_happening")
    ask("SELECT setval('journal_happening_id_seq', %s, false)", last * A_MILLION)
    yield [*rows, happen(data={"n": 2})]
    with connection.cursor() as cursor:
        let_the_journal_be_emptied(cursor)


def test_it_keeps_its_journal_its_numbers_and_what_waits(in_partitions):
    indexes = set(ask("SELECT indexname FROM pg_indexes WHERE tablename = 'journal_happening'"))

    make_one_table(None, connection.schema_editor())
    after = happen()

    assert list(Happening.objects.order_by("id")) == [*in_partitions, after]
    assert after.pk == in_partitions[-1].pk + 1
    tables = "SELECT relname, relkind FROM pg_class WHERE relname LIKE %s AND relkind IN ('r', 'p')"
    assert ask(tables, "journal_happening%") == [("journal_happening", "r")]
    assert indexes == set(
        ask("SELECT indexname FROM pg_indexes WHERE tablename = 'journal_happening'")
    )
    book = Notebook()
    with only(book.subscriber):
        deliver_all()
    assert sorted(book.ids) == [row.pk for row in (*in_partitions, after)]


def test_a_table_that_is_one_stays_as_it_is():
    row = happen()

    make_one_table(None, connection.schema_editor())

    assert Happening.objects.get() == row


def test_what_a_dump_brings_row_by_row_is_delivered_once():
    """The row of what waits is there before the trigger would write it."""
    book = Notebook()
    with only(book.subscriber), connection.cursor() as cursor:
        deliver_all()
        cursor.execute("INSERT INTO journal_undelivered (happening_id) VALUES (7)")
        cursor.execute(
            "INSERT INTO journal_happening (id, kind, subject_type, actor_name, via, data)"
            " VALUES (7, %s, '', 'Bob', 'desk', '{}')",
            [KIND],
        )
        waiting = Undelivered.objects.count()
        deliver_all()

    assert (waiting, book.ids) == (1, [7])
