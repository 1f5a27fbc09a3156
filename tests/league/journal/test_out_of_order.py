"""Transactions that commit in another order than they began: nothing may be missed."""

from contextlib import contextmanager

import pytest
from django.db import connection, connections, transaction

from league.journal.actor import SYSTEM
from league.journal.models import Happening
from league.journal.services import append, deliver_all, is_held_back
from league.journal.tasks import deliver_task
from tests.league.factories import NOW
from tests.league.journal.subscribing import KIND, Notebook, deliver_everything, only

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def another_connection():
    """A second person's connection to the same database."""
    other = connections.create_connection("default")
    other.set_autocommit(False)
    try:
        yield other
    finally:
        other.close()


def write_through(other):
    """Write a happening as `append` does, on another connection, and leave it uncommitted."""
    with other.cursor() as cursor:
        cursor.execute(
            "INSERT INTO journal_happening (kind, subject_type, actor_name, via, data)"
            " VALUES (%s, '', 'Bob', 'desk', '{}') RETURNING id",
            [KIND],
        )
        return cursor.fetchone()[0]


def happen():
    with transaction.atomic():
        return append(kind=KIND, actor=SYSTEM, at=NOW).pk


def test_row_that_was_written_first_and_committed_last_is_not_missed():
    book = Notebook()
    with only(book.subscriber), another_connection() as slow:
        early = write_through(slow)
        late = happen()
        assert early < late

        deliver_all()
        assert book.ids == []  # reading `late` now would pass over `early` for ever

        slow.commit()
        deliver_everything()

    assert book.ids == [early, late]


def test_reader_waits_for_an_older_transaction_whatever_that_one_does():
    book = Notebook()
    with only(book.subscriber), another_connection() as slow:
        with slow.cursor() as cursor:
            cursor.execute("SELECT pg_current_xact_id()")
        late = happen()
        deliver_all()
        waiting, handed_early = is_held_back(), list(book.ids)
        slow.rollback()
        deliver_everything()

    assert (waiting, handed_early, book.ids) == (True, [], [late])


def test_row_id_may_be_larger_in_the_older_transaction():
    book = Notebook()
    with only(book.subscriber), another_connection() as slow:
        with slow.cursor() as cursor:
            cursor.execute("SELECT pg_current_xact_id()")
        small = happen()
        large = write_through(slow)
        deliver_all()
        slow.commit()
        deliver_everything()
        deliver_everything()

    assert small < large
    assert book.ids == [large, small]  # by transaction, then by row


def test_delivery_that_came_too_early_asks_again_once(embedded_servers):
    from deploy.celery import app

    app.control.purge()
    with only(Notebook().subscriber), another_connection() as slow:
        write_through(slow)
        with transaction.atomic():
            append(kind=KIND, actor=SYSTEM, at=NOW)
            connection.run_on_commit.clear()  # count what the deliveries ask for alone

        deliver_task()
        deliver_task()
        asked = app.control.purge()
        deliver_task(again=True)
        asked_again = app.control.purge()

    assert (asked, asked_again) == (1, 1)


def test_two_deliveries_at_once_hand_over_once():
    book = Notebook()
    with only(book.subscriber), another_connection() as other:
        happening = happen()
        deliver_everything()
        happen_again = happen()
        with other.cursor() as cursor:  # as the other delivery does: it holds the reader's row
            cursor.execute("SELECT * FROM journal_reader WHERE name = %s FOR UPDATE", [book.name])

        deliver_all()
        assert book.ids == [happening]

        other.rollback()
        deliver_everything()

    assert book.ids == [happening, happen_again]
    assert Happening.objects.count() == 2
