"""A site of the release before: what was not delivered is delivered once, what was is not again."""

import pytest
from django.core.management import call_command
from django.db import connection

from league.journal.models import Undelivered
from league.journal.services import deliver_all
from tests.emptied import let_the_journal_be_emptied
from tests.league.journal.subscribing import KIND, Notebook, happen, only

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

OLD_CLUSTER = 4_000_000_000  # far ahead of the transactions of any test


@pytest.fixture
def former_release():
    """The tables as the release before has them."""
    call_command("migrate", "journal", "0003", verbosity=0)
    yield
    call_command("migrate", verbosity=0)  # and what depends on the journal
    with connection.cursor() as cursor:
        let_the_journal_be_emptied(cursor)


def migrate():
    call_command("migrate", "journal", verbosity=0)


def written(count, *, transaction=None):
    """Write happenings as the release before does; return (transaction, id) of each."""
    rows = []
    with connection.cursor() as cursor:
        for number in range(count):
            cursor.execute(
                "INSERT INTO journal_happening"
                " (transaction, kind, subject_type, actor_name, via, data) VALUES"
                " (coalesce(%s, pg_current_xact_id()::text::bigint), %s, '', 'Bob', 'desk', '{}')"
                " RETURNING transaction, id",
                [None if transaction is None else transaction + number, KIND],
            )
            rows.append(cursor.fetchone())
    return rows


def reader(name, place):
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO journal_reader (name, transaction, happening_id) VALUES (%s, %s, %s)",
            [name, *place],
        )


@pytest.mark.usefixtures("former_release")
def test_each_reader_is_handed_what_stands_behind_its_place_once():
    ahead, behind = Notebook("ahead"), Notebook("behind")
    rows = written(3)
    reader("ahead", rows[2])
    reader("behind", rows[0])

    migrate()
    with only(ahead.subscriber, behind.subscriber):
        deliver_all()
        new = happen().pk
        deliver_all()

    assert ahead.ids == [new]
    assert sorted(behind.ids) == [rows[1][1], rows[2][1], new]


@pytest.mark.usefixtures("former_release")
def test_a_site_whose_journal_was_never_delivered_delivers_all_of_it():
    book = Notebook()
    ids = [row[1] for row in written(3)]

    migrate()
    with only(book.subscriber):
        deliver_all()

    assert book.ids == ids


@pytest.mark.usefixtures("former_release")
def test_a_database_that_was_restored_into_another_cluster_delivers_again():
    """Its readers are ahead of all transactions here: it had been waiting for ever."""
    book = Notebook()
    before = written(2, transaction=OLD_CLUSTER)
    reader(book.name, before[0])
    after = written(1)

    migrate()
    with only(book.subscriber):
        deliver_all()

    assert book.ids == [before[1][1], after[0][1]]


@pytest.mark.usefixtures("former_release")
def test_programs_of_the_release_before_go_on_until_they_are_restarted():
    book = Notebook()
    migrate()
    with only(book.subscriber):
        deliver_all()
        rows = written(1)  # by a web server that is still running
        reader("new", rows[0])  # by a worker
        deliver_all()

    assert book.ids == [rows[0][1]]


@pytest.mark.usefixtures("former_release")
def test_going_back_keeps_the_journal():
    migrate()
    happening = happen()
    call_command("migrate", "journal", "0003", verbosity=0)

    with connection.cursor() as cursor:
        cursor.execute("SELECT id, transaction > 0 FROM journal_happening")
        assert cursor.fetchall() == [(happening.pk, True)]
        cursor.execute("SELECT to_regclass('journal_undelivered')")
        assert cursor.fetchone() == (None,)


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
