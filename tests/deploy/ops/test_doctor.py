"""`manage.py doctor`: each check finds the fault it is for, and says what to do."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone

from deploy.ops.doctor import server_checks, work_checks
from deploy.ops.doctor.checks import Check, look_at_all
from deploy.ops.doctor.models import SignOfLife
from deploy.ops.doctor.result import fault, well
from deploy.ops.doctor.tasks import IN_THE_CACHE, show_sign_of_life
from deploy.site.celery import app


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
            "deploy.ops.management.commands.doctor.look_at_all", lambda: look_at_all(found)
        )

    return use


def test_a_fault_ends_with_1_and_says_what_to_do(checks):
    checks(disk=fault("It is full.", "Make room."), mail=well("It leaves."))

    code, text = said_by_doctor()

    assert code == 1
    assert "FAULT  disk: It is full.\n       What to do: Make room.\n" in text
    assert "Faults: 1 of 2 checks." in text
    code, text = said_by_doctor("--json")
    assert (code, json.loads(text)["well"]) == (1, False)


# --- settings and files ----------------------------------------------------------------------


# --- database --------------------------------------------------------------------------------


# --- queues, broker and cache ----------------------------------------------------------------


def test_a_queue_that_nobody_serves_is_named(signs, monkeypatch):
    monkeypatch.setattr(work_checks, "queues", lambda: ["journal", "mail"])
    signs(queues=["journal"])
    signs(queues=["mail"], age=1_000)

    found = work_checks.look_at_queues()

    assert "“mail” was last served" in found.says
    assert "WORKERS names sends" in found.do


def test_beat_sends_a_sign_through_every_queue():
    app.finalize()
    entries = [
        entry
        for entry in app.conf.beat_schedule.values()
        if entry["task"] == "deploy.ops.doctor.tasks.show_sign_of_life"
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


def test_a_broker_that_forgets_tasks_is_reported(embedded_servers, monkeypatch):
    monkeypatch.setattr(work_checks, "_policy", lambda: "allkeys-lru")

    found = work_checks.look_for_policy()

    assert not found.is_well
    assert "allkeys-lru" in found.says


# --- mail and backups ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hours", "is_well", "sentence"),
    [
        (None, False, "No backup is known."),
        (5, True, "The last backup is 5 hours old."),
        (40, False, "The last backup is 40 hours old."),
    ],
)
def test_an_old_backup_is_reported(monkeypatch, hours, is_well, sentence):
    at = None if hours is None else timezone.now() - timedelta(hours=hours)
    monkeypatch.setattr(server_checks, "last_backup_at", lambda: at)

    found = server_checks.look_at_backup()

    assert (found.is_well, found.says) == (is_well, sentence)
    assert bool(found.do) is not is_well
