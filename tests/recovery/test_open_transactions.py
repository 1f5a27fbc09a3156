"""Somebody keeps a transaction open: results are delivered and standings follow all the same."""

from contextlib import contextmanager

import psycopg
import pytest
from django.db import connection, connections

from tests.recovery.evenings import make_evening, score_of
from tests.recovery.mishaps import agree
from tests.recovery.truth import check_tables, wait_for_standings

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True), pytest.mark.long]


@contextmanager
def open_in_another_database():
    """A transaction that has written, in another database of the same cluster."""
    to_ours = connection.get_connection_params()
    where = {key: to_ours[key] for key in ("host", "port", "user", "password") if key in to_ours}
    with psycopg.connect(**where, dbname="postgres") as other:
        other.execute("CREATE TEMPORARY TABLE kept_open (number int)")
        yield
        other.rollback()


@contextmanager
def forgotten_in_our_own():
    """A session that has written into the journal, and whose person has gone home."""
    other = connections.create_connection("default")
    other.set_autocommit(False)
    try:
        with other.cursor() as cursor:
            cursor.execute(
                "INSERT INTO journal_happening (kind, subject_type, actor_name, via, data)"
                " VALUES ('club.changed', '', 'Bob', 'desk', '{}')"
            )
        yield
    finally:
        other.rollback()
        other.close()


@pytest.mark.parametrize("obstacle", [open_in_another_database, forgotten_in_our_own])
def test_standings_are_built_before_it_ends(obstacle, start_quick_worker):
    start_quick_worker(sweeps=False)
    evening = make_evening(2)
    with obstacle():
        agree(evening, 1, points=24)
        agree(evening, 2, points=27)

        wait_for_standings(evening)

    check_tables(evening, {1: [score_of(24)], 2: [score_of(27)]})
