"""What the database and the broker say when they are asked for figures."""

from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from django.db import connection, transaction
from django.utils import timezone

from deploy.metrics import readings
from deploy.metrics.readings import Readings, read_all
from league.clubs.models.mails import INVITATION
from league.foundation.jobs.models import Job, Worker
from league.foundation.journal import services as journal
from league.foundation.journal.actor import SYSTEM
from league.foundation.journal.models import Undelivered
from league.foundation.metrics import COUNTED, READ
from league.foundation.outbox.models import OutboxMessage
from league.office.kitty.models import EventCharges
from league.office.notifications.models import Notification, StoppedAddress
from league.tables.ratings.models import ClubRatings
from tests.league.factories import make_club, make_user
from tests.league.play.events.factories import make_event

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def read():
    return {
        (value[0].name.removeprefix("tricktable_"), *value[1]): value[2] for value in read_all(NOW)
    }


def test_every_figure_is_read_and_none_failed_where_all_parts_are_there(embedded_servers):
    Worker.objects.create(name="workers", heard_at=NOW - timedelta(seconds=9))
    found = read()

    failed = {key: value for key, value in found.items() if key[0] == "reading_failed"}
    assert failed
    assert set(failed.values()) == {0.0}
    assert found["worker_silent_seconds",] == 9
    # without a backup there is no age of one: an alert says so
    names = {read.name.removeprefix("tricktable_") for read in READ} - {"last_backup_seconds"}
    assert {key[0] for key in found} == names


def test_a_mail_a_rebuild_and_a_job_that_wait_are_counted_with_their_age():
    club = make_club()
    asked_at = NOW - timedelta(minutes=3)
    OutboxMessage.objects.create(
        way="mail", kind=INVITATION, club=club, made_at=asked_at, due_at=NOW
    )
    ClubRatings.objects.create(club=club, wanted=2, built=1, wanted_at=NOW - timedelta(seconds=70))
    Job.objects.create(
        kind="paper", club_id=club.pk, subject_id=1, asked_at=NOW - timedelta(seconds=20)
    )
    since = NOW - timedelta(seconds=30)
    EventCharges.objects.create(event=make_event(club), wanted=1, wanted_at=since)
    found = read()

    assert found["mails_waiting",] == 1
    assert found["behind", "charges"] == 1
    assert found["behind_seconds", "charges"] == 30
    assert found["queue_age_seconds", "mail"] == 180
    assert found["behind", "ratings"] == 1
    assert found["behind", "standings"] == 0
    assert found["behind_seconds", "ratings"] == 70
    assert found["queue_age_seconds", "rebuild"] == 70
    assert found["jobs_unfinished", "waiting"] == 1
    assert found["queue_age_seconds", "large"] == 20


def test_notifications_that_are_due_and_stopped_addresses_are_counted():
    club, user = make_club(), make_user("Ann Lee")
    about = {"user": user, "club": club, "what": "message", "about": "message", "subject": 1}
    told = Notification.objects.create(**about, made_at=NOW)
    due = NOW - timedelta(minutes=5)
    OutboxMessage.objects.create(notification=told, way="mail", made_at=NOW, due_at=due)
    later = NOW + timedelta(hours=1)
    OutboxMessage.objects.create(notification=told, way="push", made_at=NOW, due_at=later)
    StoppedAddress.objects.create(user=user, email=user.email, reason="bounced", at=NOW)
    found = read()

    assert found["notifications_due", "mail"] == 1
    assert found["notifications_due_seconds", "mail"] == 300
    assert found["notifications_due", "push"] == found["notifications_due_seconds", "push"] == 0
    assert found["addresses_stopped",] == 1


@pytest.mark.parametrize("state", ["sent", "not_needed", "given_up"])
def test_a_mail_that_is_over_does_not_wait(state):
    OutboxMessage.objects.create(
        way="mail", kind=INVITATION, made_at=NOW, due_at=NOW, ended_at=NOW, state=state
    )

    assert read()["mails_waiting",] == 0


@pytest.mark.django_db(transaction=True)
def test_the_journal_lags_by_what_is_not_delivered():
    journal.deliver_all()
    club = make_club()
    with transaction.atomic():
        for _ in range(3):
            journal.append(
                kind="club.created",
                actor=SYSTEM,
                club_id=club.pk,
                subject=club,
            )
    Undelivered.objects.update(since=NOW - timedelta(seconds=40))
    behind = read()
    journal.deliver_all()
    followed = read()

    assert behind["journal_lag_entries",] == 3
    assert behind["journal_lag_seconds",] == behind["queue_age_seconds", "journal"] == 40
    assert followed["journal_lag_entries",] == followed["journal_lag_seconds",] == 0


def test_a_transaction_in_another_database_of_the_cluster_is_seen():
    known = connection.get_connection_params()
    place = {key: known[key] for key in ("host", "port", "user", "password") if known.get(key)}
    with psycopg.connect(dbname="postgres", **place) as other:
        open_for = other.execute("SELECT extract(epoch FROM clock_timestamp() - now())")
        least = float(open_for.fetchone()[0])

        assert read()["oldest_transaction_seconds",] > least


def test_a_part_that_cannot_be_read_is_named_and_the_others_are_answered(no_broker):
    found = read()

    assert found["reading_failed", "broker"] == 1
    assert found["reading_failed", "database"] == 0
    assert not [key for key in found if key[0] == "queue_messages"]
    assert found["database_connections_most",] > 0


def test_messages_are_counted_where_they_wait(embedded_servers):
    from deploy.celery import app

    app.control.purge()
    app.send_task("league.nobody.does_this", queue="mail")
    waiting = read()
    app.control.purge()

    assert waiting["queue_messages", "mail"] == 1
    assert read()["queue_messages", "mail"] == 0


def test_asking_often_reads_once_in_some_seconds(monkeypatch):
    asked = []
    monkeypatch.setattr(readings, "read_all", lambda at: asked.append(at) or [])
    monkeypatch.setattr(readings, "families", lambda values: ["something"])
    now = [0.0]
    kept = Readings(clock=lambda: now[0])
    for now[0] in (0.0, 1.0, readings.SECONDS - 0.1):
        kept.collect()
    assert len(asked) == 1

    now[0] = readings.SECONDS
    kept.collect()
    assert len(asked) == 2


def test_the_names_of_figures_are_declared_once():
    names = [metric._name for metric in COUNTED] + [read.name for read in READ]

    assert len(names) == len(set(names))
    assert all(name.startswith("tricktable_") for name in names)


def test_the_page_of_figures_names_each_with_its_labels():
    page = Path("docs/metrics.md").read_text(encoding="utf-8")
    counted = [
        (
            f"{one._name}_total" if one._type == "counter" else one._name,
            one._labelnames,
            one._documentation,
        )
        for one in COUNTED
    ]
    rows = [
        f"| `{name}` | {', '.join(f'`{label}`' for label in labels) or '-'} | {text} |"
        for name, labels, text in [*counted, *((one.name, one.labels, one.help) for one in READ)]
    ]

    assert [row for row in rows if row not in page] == []
