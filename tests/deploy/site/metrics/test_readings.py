"""What the database and the broker say when they are asked for figures."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from deploy.site.metrics.readings import read_all
from league.clubs.models.accounts import INVITATION
from league.foundation.jobs.models import Job, Worker
from league.foundation.journal import services as journal
from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.journal.models import Undelivered
from league.foundation.metrics import READ
from league.foundation.outbox.models import OutboxMessage
from league.office.kitty.models import EventCharges
from league.tables.ratings.models import ClubRatings
from tests.league.factories import make_club
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


@pytest.mark.django_db(transaction=True)
def test_the_journal_lags_by_what_is_not_delivered():
    journal.deliver_all()
    club = make_club()
    with transaction.atomic():
        for _ in range(3):
            journal.append(
                kind="club.created",
                by=Act(SYSTEM, timezone.now()),
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


def test_a_part_that_cannot_be_read_is_named_and_the_others_are_answered(no_broker):
    found = read()

    assert found["reading_failed", "broker"] == 1
    assert found["reading_failed", "database"] == 0
    assert not [key for key in found if key[0] == "queue_messages"]
    assert found["database_connections_most",] > 0
