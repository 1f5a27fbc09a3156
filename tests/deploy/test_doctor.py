"""`manage.py doctor`: each check finds the fault it is for, and says what to do."""

import json
import socket
from dataclasses import replace
from datetime import timedelta
from functools import partial
from io import StringIO

import psycopg
import pytest
from django.conf import settings as site_settings
from django.contrib.staticfiles.finders import get_finder
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.cache import cache
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.test import override_settings
from django.utils import timezone
from django.utils.functional import empty

from deploy.celery import app
from deploy.doctor import (
    broker_memory,
    catalogues,
    free_disk,
    last_backup,
    notifications,
    outgoing_mail,
    shared_cache,
    static_files,
    stored_data,
    told_settings,
    unread_journal,
    working_queues,
)
from deploy.doctor.checks import CHECKS, Check, look_at_all
from deploy.doctor.models import SignOfLife
from deploy.doctor.result import fault, well
from deploy.doctor.tasks import IN_THE_CACHE, show_sign_of_life
from deploy.staticfiles import CollectedStorage
from league.faces.public.live.listening import why_nothing_is_heard
from league.foundation.journal.actor import SYSTEM
from league.foundation.journal.models import Undelivered
from league.foundation.journal.services import append, deliver_all
from tests.site_processes import database_address


@pytest.fixture
def signs(db):
    """Note a sign of life of every queue: signs(age=seconds, waited=seconds)."""

    def note(*, age=1.0, waited=0.1, queues=None):
        done_at = timezone.now() - timedelta(seconds=age)
        for queue in queues or app.amqp.queues:
            sent_at = done_at - timedelta(seconds=waited)
            SignOfLife.objects.update_or_create(
                queue=queue, defaults={"sent_at": sent_at, "done_at": done_at}
            )
            cache.set(IN_THE_CACHE.format(queue=queue), "there")

    return note


# --- the list --------------------------------------------------------------------------------


def test_a_check_needs_only_what_is_looked_at_before_it():
    seen = set()
    for check in CHECKS:
        assert set(check.needs) <= seen, check.name
        seen.add(check.name)


def test_what_a_process_needs_to_serve_is_looked_at_by_readyz():
    assert [check.name for check in CHECKS if check.needed_to_serve and not check.local] == []


def test_what_needs_a_part_that_is_away_is_not_looked_at():
    looked = []
    checks = [
        Check(name="database", look=lambda: fault("It is away.", "Start it.")),
        Check(name="tables", look=lambda: looked.append(1), needs=["database"]),
    ]

    results = look_at_all(checks)

    assert looked == []
    assert not results["tables"].is_well
    assert "database" in results["tables"].do


def test_a_check_that_fails_itself_is_a_fault_and_the_others_go_on():
    def fail():
        raise ValueError("password=secret")

    other = Check(name="two", look=lambda: well("It is there."))
    results = look_at_all([Check(name="one", look=fail), other])

    assert not results["one"].is_well
    assert "secret" not in results["one"].says
    assert results["two"].is_well


# --- the command -----------------------------------------------------------------------------


def said_by_doctor(*words):
    out = StringIO()
    try:
        call_command("doctor", *words, stdout=out)
    except SystemExit as ended:
        return ended.code, out.getvalue()
    return 0, out.getvalue()


@pytest.fixture
def checks(monkeypatch):
    def use(**results):
        found = [Check(name=name, look=lambda of=name: results[of]) for name in results]
        monkeypatch.setattr(
            "deploy.management.commands.doctor.look_at_all", lambda: look_at_all(found)
        )

    return use


def test_a_site_that_is_well_ends_with_0(checks):
    checks(disk=well("There is room.", free=7))

    disk = {"name": "disk", "well": True, "says": "There is room.", "do": ""}

    assert said_by_doctor() == (0, "ok     disk: There is room.\nThe site is well.\n")
    assert json.loads(said_by_doctor("--json")[1]) == {
        "well": True,
        "checks": [disk | {"figures": {"free": 7}}],
    }


def test_a_fault_ends_with_1_and_says_what_to_do(checks):
    checks(disk=fault("It is full.", "Make room."), mail=well("It leaves."))

    code, text = said_by_doctor()

    assert code == 1
    assert "FAULT  disk: It is full.\n       What to do: Make room.\n" in text
    assert "Faults: 1 of 2 checks." in text
    code, text = said_by_doctor("--json")
    assert (code, json.loads(text)["well"]) == (1, False)


# --- settings and files ----------------------------------------------------------------------


def test_settings_of_a_demo_are_not_those_of_a_site():
    assert "for 'make run' and the tests only" in told_settings.look().says


def test_settings_that_lie_are_told(settings, monkeypatch):
    settings.EMBEDDED_SERVERS = False
    settings.CACHE_URL, settings.WEB_PROCESSES = "local", 2
    monkeypatch.setattr(told_settings, "_of_django", list)

    assert "CACHE_URL is local" in told_settings.look().says


def test_what_django_says_of_a_deployment_is_told(settings):
    settings.SECURE_HSTS_SECONDS = 0

    assert any("SECURE_HSTS_SECONDS" in said for said in told_settings._of_django())


@pytest.fixture
def collected(tmp_path, monkeypatch):
    """The storage of a site whose files were collected, a few of them."""
    with override_settings(
        STATIC_COLLECTED=True,
        STATIC_ROOT=tmp_path / "static",
        STORAGES=site_settings.STORAGES
        | {"staticfiles": {"BACKEND": "deploy.staticfiles.CollectedStorage"}},
    ):
        call_command("collectstatic", verbosity=0, interactive=False)
        storage = CollectedStorage()
        monkeypatch.setattr(static_files, "staticfiles_storage", storage)
        yield storage
    # pages of the tests that follow are made with the storage of the settings as they are now
    staticfiles_storage._wrapped = empty


@pytest.mark.long
def test_collected_files_are_found_and_a_lost_or_former_one_too(collected, settings, tmp_path):
    assert static_files.look_quickly().is_well
    assert static_files.look().is_well

    collected.delete(collected.stored_name("site/site.css"))
    assert "is not in" in static_files.look_quickly().says

    added = tmp_path / "added"
    added.mkdir()
    (added / "new.js").write_text("// of the next release")
    settings.STATICFILES_DIRS = [*settings.STATICFILES_DIRS, added]
    get_finder.cache_clear()
    try:
        assert "of another release" in static_files.look().says
    finally:
        get_finder.cache_clear()


def test_a_catalogue_that_is_not_compiled_is_named(settings, tmp_path):
    catalogue = tmp_path / "locale" / "ja" / "LC_MESSAGES" / "django.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text('msgid ""\nmsgstr ""\n')
    settings.BASE_DIR = tmp_path

    assert "locale/ja/LC_MESSAGES/django.po" in catalogues.look().says
    catalogue.with_suffix(".mo").write_bytes(b"")
    assert catalogues.look().is_well


def test_a_disk_without_room_is_told_with_its_figures(monkeypatch):
    assert free_disk.look().is_well

    monkeypatch.setattr(free_disk, "LEAST_SHARE", 1.1)
    found = free_disk.look()

    assert not found.is_well
    assert 0 < found.figures["free"] < found.figures["total"]


# --- database --------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_database_that_is_away_is_told(monkeypatch):
    def refuse():
        raise DatabaseError("connection to server failed for user x")

    assert stored_data.look_for_database().is_well
    monkeypatch.setattr(connection, "cursor", refuse)

    found = stored_data.look_for_database()
    assert not found.is_well
    assert "user x" not in found.says + found.do


def test_a_time_limit_that_is_switched_off_is_told(settings):
    assert stored_data.look_for_time_limits().is_well
    web = replace(settings.DATABASE_TIME_LIMITS["web"], lock=0)
    settings.DATABASE_TIME_LIMITS = {**settings.DATABASE_TIME_LIMITS, "web": web}

    found = stored_data.look_for_time_limits()

    assert "switched off for: web." in found.says
    assert "WEB_LOCK_SECONDS" in found.do


def test_time_limits_behind_a_pooler_are_the_poolers(settings):
    settings.DATABASE_POOLER = "pgbouncer"

    assert "pgbouncer sets the time limits" in stored_data.look_for_time_limits().says


@pytest.mark.django_db
def test_a_transaction_that_stays_open_is_named(monkeypatch):
    with psycopg.connect(database_address(), application_name="forgotten") as forgotten:
        forgotten.execute("SELECT 1")
        assert stored_data.look_for_old_ones().is_well
        monkeypatch.setattr(stored_data, "OLDEST_SECONDS", 0)
        # connections of other tests may be older
        own = stored_data.OLDEST.replace("ORDER BY", "AND application_name = 'forgotten' ORDER BY")
        monkeypatch.setattr(stored_data, "OLDEST", own)
        found = stored_data.look_for_old_ones()
        process = forgotten.info.backend_pid

    assert not found.is_well
    assert "forgotten" in found.says
    assert f"pg_terminate_backend({process})" in found.do


@pytest.mark.django_db(transaction=True)
def test_a_notification_comes_back():
    assert notifications.look().is_well


@pytest.mark.django_db
def test_a_notification_that_is_lost_on_its_way_is_told(monkeypatch):
    monkeypatch.setattr(notifications, "why_nothing_is_heard", partial(why_nothing_is_heard, 0.2))

    # the test's transaction is never committed, so that nobody is notified
    found = notifications.look()

    assert not found.is_well
    assert "connection pool" in found.says
    assert "LIVE_DATABASE_URL" in found.do


@pytest.mark.django_db
def test_an_address_of_live_pages_that_nobody_answers_at_is_told(settings):
    settings.LIVE_DATABASE = {"host": "127.0.0.1", "port": "1", "dbname": "none"}

    assert "Live pages cannot listen" in notifications.look().says


@pytest.mark.django_db
def test_a_journal_that_is_not_delivered_is_told():
    assert unread_journal.look().is_well
    deliver_all()
    with transaction.atomic():
        append(kind="club.changed", actor=SYSTEM)
    Undelivered.objects.update(since=timezone.now() - timedelta(minutes=9))

    found = unread_journal.look()

    assert not found.is_well
    assert found.figures["happenings"] == 1
    assert 500 < found.figures["seconds"] < 700


# --- queues, broker and cache ----------------------------------------------------------------


def test_queues_that_are_served_are_well(signs):
    signs()

    assert working_queues.look().is_well


def test_a_site_without_workers_is_told(db):
    assert "No task goes through any queue" in working_queues.look().says


def test_a_queue_that_nobody_serves_is_named(signs, monkeypatch):
    monkeypatch.setattr(working_queues, "queues", lambda: ["journal", "mail"])
    signs(queues=["journal"])
    signs(queues=["mail"], age=1_000)

    found = working_queues.look()

    assert "“mail” was last served" in found.says
    assert "WORKERS names sends" in found.do


def test_a_queue_in_which_tasks_wait_is_named(signs):
    signs(waited=90)

    assert "Tasks wait 90 s" in working_queues.look().says


def test_beat_sends_a_sign_through_every_queue():
    app.finalize()
    entries = [
        entry
        for entry in app.conf.beat_schedule.values()
        if entry["task"] == "deploy.doctor.tasks.show_sign_of_life"
    ]

    assert {entry["options"]["queue"] for entry in entries} == set(app.amqp.queues)
    assert {entry["args"][0] for entry in entries} == set(app.amqp.queues)


@pytest.mark.django_db
def test_a_sign_is_noted_in_the_database_and_the_cache():
    show_sign_of_life.push_request(sent_at=1_700_000_000.0)
    show_sign_of_life.run("mail")
    show_sign_of_life.pop_request()

    sign = SignOfLife.objects.get(queue="mail")
    assert sign.sent_at.timestamp() == 1_700_000_000
    assert (timezone.now() - sign.done_at).total_seconds() < 60
    assert cache.get(IN_THE_CACHE.format(queue="mail"))


def test_a_broker_that_is_there_keeps_tasks(embedded_servers):
    assert broker_memory.look_for_broker().is_well
    assert broker_memory.look_for_policy().is_well


def test_a_broker_that_forgets_tasks_is_told(embedded_servers, monkeypatch):
    monkeypatch.setattr(broker_memory, "_policy", lambda: "allkeys-lru")

    found = broker_memory.look_for_policy()

    assert not found.is_well
    assert "allkeys-lru" in found.says


def test_the_policy_is_the_one_of_the_broker(embedded_servers):
    assert broker_memory._policy() == "volatile-lru"


def test_a_broker_that_is_away_is_told(no_broker):
    assert not broker_memory.look_for_broker().is_well


def test_a_cache_in_which_workers_leave_their_sign_is_shared(embedded_servers, signs):
    signs()

    assert shared_cache.look().says == "The cache answers, and workers share it."


def test_workers_with_another_cache_are_told(embedded_servers, signs):
    signs()
    cache.clear()

    assert "another cache" in shared_cache.look().says


@pytest.mark.django_db
def test_a_cache_that_is_away_is_told(no_broker):
    assert "does not answer" in shared_cache.look().says


def test_a_cache_of_each_process_is_told_where_there_are_several(settings):
    settings.CACHE_URL, settings.WEB_PROCESSES = "local", 2
    assert not shared_cache.look().is_well
    settings.WEB_PROCESSES = 1
    assert shared_cache.look().is_well


# --- mail and backups ------------------------------------------------------------------------


@pytest.fixture
def mail_settings(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", 1, 2
    settings.DEFAULT_FROM_EMAIL = "Card club <cards@example.org>"
    return settings


def test_a_site_without_a_mail_server_is_told(mail_settings):
    mail_settings.EMAIL_HOST = ""

    assert "No mail leaves the site" in outgoing_mail.look().says


def test_mails_from_nowhere_are_told(mail_settings):
    mail_settings.DEFAULT_FROM_EMAIL = "Tricktable <tricktable@localhost>"

    assert "EMAIL_FROM" in outgoing_mail.look().do


def test_a_mail_server_that_does_not_answer_is_told(mail_settings):
    assert "127.0.0.1:1 cannot be talked to" in outgoing_mail.look().says


def test_a_mail_server_that_is_silent_is_not_waited_for_for_ever(mail_settings):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        mail_settings.EMAIL_PORT = silent.getsockname()[1]
        mail_settings.EMAIL_TIMEOUT = 0.2

        assert not outgoing_mail.look().is_well


@pytest.mark.parametrize(
    ("hours", "is_well", "sentence"),
    [
        (None, False, "No backup is known."),
        (5, True, "The last backup is 5 hours old."),
        (40, False, "The last backup is 40 hours old."),
    ],
)
def test_an_old_backup_is_told(monkeypatch, hours, is_well, sentence):
    at = None if hours is None else timezone.now() - timedelta(hours=hours)
    monkeypatch.setattr(last_backup, "last_backup_at", lambda: at)

    found = last_backup.look()

    assert (found.is_well, found.says) == (is_well, sentence)
    assert bool(found.do) is not is_well


def test_backups_of_somebody_else_are_not_looked_for(settings):
    settings.BACKUP_HOURS = 0

    assert last_backup.look().is_well


@pytest.mark.django_db
def test_a_new_site_has_no_backup():
    assert last_backup.last_backup_at() is None
