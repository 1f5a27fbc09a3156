"""How long the database works for a process: short for whoever is waited for, long for workers."""

import subprocess
import sys

import pytest
from django.conf import settings
from django.db import connections

from deploy.site.celery import _limit_the_database
from tests.deploy.site.settings_of import settings_of

NAMES = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
SHOW = f"""
import {{module}}
from django.db import connection
with connection.cursor() as cursor:
    for name in {NAMES!r}:
        cursor.execute(f"SHOW {{{{name}}}}")
        print(cursor.fetchone()[0])
connection.close_pool()
"""


def shown(connection):
    found = []
    with connection.cursor() as cursor:
        for name in NAMES:
            cursor.execute(f"SHOW {name}")
            found.append(cursor.fetchone()[0])
    connection.close()
    return found


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("module", ["deploy.site.wsgi", "deploy.site.asgi"])
def test_web_processes_have_short_ones(module, site_env):
    env = {name: value for name, value in site_env.items() if name != "DATABASE_LIMITS"}
    done = subprocess.run(
        [sys.executable, "-c", SHOW.format(module=module)], env=env, capture_output=True, text=True
    )

    assert done.stdout.split() == ["15s", "5s", "1min"], done.stderr


@pytest.mark.django_db(transaction=True)
def test_a_worker_has_those_of_its_tasks_whatever_its_environment_says(monkeypatch):
    before = connections.settings["default"]["OPTIONS"]
    monkeypatch.setitem(
        connections.settings["default"], "OPTIONS", {"options": "-c lock_timeout=1"}
    )
    _limit_the_database()
    try:
        limits = shown(connections.create_connection("default"))
    finally:
        connections.settings["default"]["OPTIONS"] = before

    longest = settings.TASK_VISIBILITY_TIMEOUT
    assert longest == 150
    assert limits == ["150s", "1min", "150s"]


@pytest.mark.django_db(transaction=True)
def test_commands_and_migrations_have_none():
    assert shown(connections.create_connection("default")) == ["0", "0", "0"]


class TestSettings:
    def test_they_are_read_from_the_environment(self):
        options = settings_of(
            "DATABASES",
            DATABASE_LIMITS="web",
            WEB_STATEMENT_SECONDS="7",
            WEB_LOCK_SECONDS="2",
        )["DATABASES"]["default"]["OPTIONS"]["options"]

        assert options == (
            "-c statement_timeout=7s -c lock_timeout=2s -c idle_in_transaction_session_timeout=28s"
        )

    @pytest.mark.long
    def test_pgbouncer_is_sent_no_options_and_no_cursor_that_outlives_its_transaction(self):
        database = settings_of("DATABASES", DATABASE_LIMITS="web", DATABASE_POOLER="pgbouncer")
        database = database["DATABASES"]["default"]

        assert "options" not in database["OPTIONS"]
        assert database["DISABLE_SERVER_SIDE_CURSORS"] is True
