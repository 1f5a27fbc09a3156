"""What was asked for is asked for once, whichever process asks, until it begins or is lost."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from deploy.celery import app
from league.foundation.journal.asked import ask, begin
from league.foundation.journal.models import Asked
from league.foundation.journal.services import deliver_all
from tests.league.foundation.journal.subscribing import Notebook, happen, one_process, only

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.long
def test_what_waits_is_not_asked_for_again_until_it_begins():
    asked = [ask("tea", lasts_s=60), ask("tea", lasts_s=60), ask("coffee", lasts_s=60)]
    begin("tea")

    assert asked == [True, False, True]
    assert ask("tea", lasts_s=60)


@pytest.mark.long
def test_what_was_lost_is_asked_for_again_after_a_while():
    ask("tea", lasts_s=60)

    assert ask("tea", lasts_s=0)
    assert not ask("tea", lasts_s=60)


@pytest.mark.long
def test_of_several_who_ask_at_once_one_does():
    people = 6
    start = threading.Barrier(people)

    def person(_number):
        start.wait(30)
        try:
            return ask("tea", lasts_s=60)
        finally:
            connection.close()

    with ThreadPoolExecutor(people) as threads:
        assert sum(threads.map(person, range(people))) == 1


@pytest.mark.long
def test_whoever_finds_a_mark_writes_nothing():
    ask("tea", lasts_s=60)
    before = row_version()

    ask("tea", lasts_s=60)

    assert row_version() == before


def row_version():
    """Return what PostgreSQL changes with every write to the row, also with a lock on it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT xmin::text, xmax::text FROM journal_asked")
        return cursor.fetchone()


def test_marks_are_no_burden_on_the_log():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relpersistence FROM pg_class WHERE oid = %s::regclass", [Asked._meta.db_table]
        )
        assert cursor.fetchone() == ("u",)


@pytest.mark.long
@pytest.mark.usefixtures("embedded_servers")
def test_a_delivery_is_asked_for_at_once_though_the_worker_shares_no_cache(settings):
    settings.CACHES = one_process("web")
    app.control.purge()

    with only(Notebook().subscriber):
        happen()
        happen()
        first = app.control.purge()
        settings.CACHES = one_process("worker")
        deliver_all()
        settings.CACHES = one_process("web")
        happen()

    assert (first, app.control.purge()) == (1, 1)
