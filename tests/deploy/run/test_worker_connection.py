"""A worker's connection to the database: kept from task to task while it is young and answers."""

import time
from types import SimpleNamespace

import pytest
from celery.fixups.django import DjangoWorkerFixup
from django.db import connection

from deploy.site.celery import _keep_connection, app

pytestmark = pytest.mark.django_db(transaction=True)

TASK = SimpleNamespace(request=SimpleNamespace(is_eager=False))


@pytest.fixture
def run_task():
    """Return a function that does what a worker does around a task which asks the database."""
    around = DjangoWorkerFixup(app)

    def run():
        around.on_task_prerun(sender=TASK)
        _keep_connection(task=TASK)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            pid = cursor.fetchone()[0]
        around.on_task_postrun(sender=TASK)
        _keep_connection(task=TASK)
        return pid

    return run


def test_tasks_use_one_connection_after_the_other(run_task):
    assert run_task() == run_task()


def test_a_connection_that_is_old_is_not_used_again(run_task):
    first = run_task()
    connection.close_at = time.monotonic()

    assert run_task() != first


def test_a_connection_that_the_database_has_ended_is_replaced(run_task):
    connection.close()  # whoever used it before may have asked for no check
    first = run_task()
    connection.connection.close()

    assert run_task() != first
