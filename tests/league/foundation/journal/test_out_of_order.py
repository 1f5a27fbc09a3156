"""Transactions that commit in another order than they began: nothing is missed, nobody waits."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from random import Random

import psycopg
import pytest
from django.db import connection, transaction
from django.utils import timezone
from structlog.testing import capture_logs

from league.foundation.journal import services
from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.journal.models import Happening, Reader, Undelivered
from league.foundation.journal.services import _deliver_new, append, deliver_all
from tests.league.factories import NOW
from tests.league.foundation.journal.second_person import another_connection
from tests.league.foundation.journal.subscribing import KIND, Notebook, only

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def another_database():
    """A connection to another database of the same cluster, in the middle of a transaction."""
    to_ours = connection.get_connection_params()
    own = {key: to_ours[key] for key in ("host", "port", "user", "password") if key in to_ours}
    with psycopg.connect(**own, dbname="postgres") as other:
        other.execute("SELECT pg_current_xact_id()")
        yield other
        other.rollback()


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
        return append(kind=KIND, by=Act(SYSTEM, NOW)).pk


@pytest.mark.long
def test_row_that_was_written_first_and_committed_last_is_not_missed():
    book = Notebook()
    with only(book.subscriber), another_connection() as slow:
        early = write_through(slow)
        late = happen()
        deliver_all()
        meanwhile = list(book.ids)
        slow.commit()
        deliver_all()

    assert early < late
    assert (meanwhile, book.ids) == ([late], [late, early])


@pytest.mark.long
def test_a_transaction_in_another_database_of_the_cluster_holds_nothing_up():
    book = Notebook()
    with only(book.subscriber), another_database():
        happening = happen()
        deliver_all()

    assert book.ids == [happening]


@pytest.mark.long
def test_a_forgotten_session_in_our_own_database_holds_nothing_up():
    book = Notebook()
    with only(book.subscriber), another_connection() as forgotten:
        write_through(forgotten)
        ids = [happen(), happen()]
        deliver_all()

    assert book.ids == ids


@pytest.mark.long
def test_a_row_that_somebody_keeps_locked_holds_up_one_reader_alone(monkeypatch):
    monkeypatch.setattr(services, "LOCK_WAIT_S", 1)
    free, waits = Notebook("free"), Notebook("waits")

    def lock(happenings):
        # the row is locked by somebody who has gone home
        Reader.objects.select_for_update().get(name="held")
        waits.handle(happenings)

    with only(waits.subscriber._replace(handle=lock), free.subscriber):
        deliver_all()
        Reader.objects.create(name="held")
        with another_connection() as forgotten, capture_logs():
            with forgotten.cursor() as cursor:
                cursor.execute("SELECT FROM journal_reader WHERE name = 'held' FOR UPDATE")
            happening = happen()
            deliver_all()
            meanwhile = list(free.ids), list(waits.ids)
        deliver_all(at=timezone.now() + timedelta(hours=1))

    assert meanwhile == ([happening], [])
    assert (free.ids, waits.ids) == ([happening], [happening])


@pytest.mark.long
def test_many_writers_and_deliveries_at_once_lose_and_double_nothing():
    """Each writer commits late, rolls some back; three deliver all the while."""
    writers, each = 6, 25
    notes, is_over = Notes(), threading.Event()

    def write(number):
        lot, kept = Random(number), []
        for _ in range(each):
            with another_connection() as own:
                ids = [write_through(own) for _ in range(lot.randint(1, 3))]
                if lot.random() < 0.3:
                    own.rollback()
                else:
                    own.commit()
                    kept += ids
        return kept

    def deliver():
        try:
            while not is_over.is_set():
                deliver_all()
        finally:
            connection.close()

    with only(notes.subscriber), ThreadPoolExecutor(writers + 3) as threads:
        delivering = [threads.submit(deliver) for _ in range(3)]
        written = [one for kept in threads.map(write, range(writers)) for one in kept]
        is_over.set()
        for one in delivering:
            one.result(60)
        deliver_all()

    assert sorted(notes.ids) == sorted(written) == sorted(all_ids())
    assert not Undelivered.objects.exists()


class Notes(Notebook):
    """A notebook that several may write into; `ids` are those whose delivery was committed."""

    def handle(self, happenings):
        ids = [happening.pk for happening in happenings]
        transaction.on_commit(lambda: self.batches.append(ids))


def all_ids():
    return Happening.objects.values_list("id", flat=True)


class TestNewReader:
    """A reader that a release brings is handed the whole journal, and misses nothing."""

    def test_a_worker_that_does_not_know_it_yet_keeps_things_for_it(self):
        old, new = Notebook("old"), Notebook("new")
        with only(old.subscriber, new.subscriber):
            deliver_all()
        with only(old.subscriber):  # the worker of the release before
            happening = happen()
            deliver_all()
        with only(old.subscriber, new.subscriber):
            deliver_all()

        assert (old.ids, new.ids) == ([happening], [happening])

    @pytest.mark.long
    def test_a_delivery_that_was_under_way_when_it_came_is_in_its_history(self):
        """The delivery of another release has taken a row, and has not heard of the reader."""
        old, new = Notebook("old"), Notebook("new")
        with only(old.subscriber):
            deliver_all()
        happening = happen()
        taken, may_end = threading.Event(), threading.Event()

        def deliver_slowly(happenings):
            taken.set()
            assert may_end.wait(30)
            old.handle(happenings)

        slow = old.subscriber._replace(handle=deliver_slowly)
        with ThreadPoolExecutor(1) as thread, only(old.subscriber, new.subscriber):
            delivering = thread.submit(in_a_thread, {"old": slow})
            assert taken.wait(30)
            deliver_all()
            may_end.set()
            delivering.result(30)
            deliver_all()

        assert (old.ids, new.ids) == ([happening], [happening])


def in_a_thread(known):
    """Deliver as a worker does that knows these readers alone."""
    try:
        return _deliver_new(known, NOW, "happening_id")
    finally:
        connection.close()
