"""Papers of a large round: made by a worker, kept for an hour, for whoever asked."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.urls import reverse

from league.clubs.models import Role
from league.faces.desk.rounds import paper as rounds_paper
from league.foundation.jobs import services as jobs
from league.foundation.jobs.models import Job, JobFile
from league.foundation.jobs.services import carry_out, sweep
from tests.league.factories import make_member
from tests.league.play.events.factories import NOW
from tests.league.play.rounds.factories import make_evening, open_round

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def two_tables_are_many(monkeypatch):
    monkeypatch.setattr(jobs, "queue", lambda _job_id: None)
    for name in ("TABLE_CARDS", "SLIPS", "SCORE_SHEETS", "SEATING"):
        few = replace(getattr(rounds_paper, name), most=1)
        monkeypatch.setattr(rounds_paper, name, few)


@pytest.fixture(autouse=True)
def now(monkeypatch):
    """The moment at which pages are looked at, to be moved on."""
    clock = {"at": NOW}
    monkeypatch.setattr("django.utils.timezone.now", lambda: clock["at"])
    return clock


@pytest.fixture
def round_(club):
    return open_round(make_evening(8, club))


def signed_in(client, club, role=Role.DIRECTOR):
    client.force_login(make_member(club, role=role).user)
    return client


def address(round_, name="slips_pdf"):
    event = round_.stage.event
    return reverse(f"desk:{name}", args=[event.club.slug, event.slug, 1, round_.number])


def job_of(answer):
    return Job.objects.get(pk=answer["Location"].rstrip("/").rsplit("/", 1)[1])


def file_at(club, job):
    return reverse("desk:job_file", args=[club.slug, job.pk])


@pytest.mark.long
def test_only_who_requested_a_file_can_open_it_and_others_may_request_their_own(
    client, club, round_
):
    job = job_of(signed_in(client, club).post(address(round_)))
    carry_out(job_id=job.pk, at=NOW)

    other = signed_in(client, club, Role.OWNER)
    assert other.get(file_at(club, job)).status_code == 404
    page = other.get(reverse("desk:job", args=[club.slug, job.pk])).content.decode()
    assert "who asked for it, can open the file" in page
    assert file_at(club, job) not in page
    assert job_of(other.post(address(round_))) != job


def test_a_file_is_kept_for_an_hour(client, club, round_, now):
    desk = signed_in(client, club)
    asked = desk.post(address(round_))
    job = job_of(asked)
    carry_out(job_id=job.pk, at=NOW)

    now["at"] = NOW + timedelta(minutes=59)
    assert desk.get(file_at(club, job)).status_code == 200
    now["at"] = NOW + timedelta(hours=1)
    assert desk.get(file_at(club, job)).status_code == 404
    assert "kept for an hour" in desk.get(asked["Location"]).content.decode()
    sweep(at=now["at"])
    assert not JobFile.objects.exists()
