"""The page of a club's record: an archive made, downloaded, uploaded, looked at and read."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.clubs.models import Club, Role
from league.foundation.jobs import services as jobs
from league.foundation.jobs.models import Job
from league.office.archives.models import ArchiveFile
from tests.league.faces.api.factories import V1, client_of
from tests.league.factories import make_club, make_member, make_player, make_user
from tests.league.play.events.factories import make_event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch):
    monkeypatch.setattr(jobs, "queue", lambda _job: None)


@pytest.fixture
def club():
    club = make_club("Harbour", slug="harbour")
    make_player(club, "Ann Lee")
    return club


@pytest.fixture
def owner(club):
    client = Client()
    client.force_login(make_member(club, make_user("Olive"), Role.OWNER).user)
    return client


def carried_out(answer):
    """Do the work of the job to whose page an answer leads; return the job."""
    job = Job.objects.latest("pk")
    assert answer["Location"] == reverse("desk:job", args=["harbour", job.pk])
    jobs.carry_out(job_id=job.pk, at=timezone.now())
    job.refresh_from_db()
    return job


RECORD = "/desk/harbour/record/"


def test_an_archive_goes_out_and_comes_back(club, owner):
    made = carried_out(owner.post(RECORD, {"make": "1", "of": "club"}))
    kept = ArchiveFile.objects.get(pk=made.result["archive"])
    assert kept.name in owner.get(RECORD).content.decode()
    page = reverse("desk:archive", args=["harbour", kept.pk])
    assert page in owner.get(reverse("desk:job", args=["harbour", made.pk])).content.decode()
    content = b"".join(owner.get(f"{page}file/").streaming_content)
    answer = client_of(club.members.get().user).get(f"{V1}/clubs/harbour/archives/{kept.pk}/file")
    assert answer["Content-Disposition"] == f'attachment; filename="{kept.name}"'
    assert b"".join(answer.streaming_content) == content
    club.players.all().delete()

    file = SimpleUploadedFile("mine.zip", content, "application/zip")
    tried = carried_out(owner.post(RECORD, {"upload": "1", "file": file}))
    uploaded = ArchiveFile.objects.get(name="mine.zip")
    page = reverse("desk:archive", args=["harbour", uploaded.pk])
    shown = owner.get(page).content.decode()
    assert tried.sentence in shown
    assert "Read the archive" in shown

    carried_out(owner.post(page, {"read": "1"}))
    assert club.players.get().name == "Ann Lee"

    carried_out(owner.post(page, {"read": "1", "as_new": "elm"}))
    assert Club.objects.get(slug="elm").players.get().name == "Ann Lee"

    owner.post(page, {"delete": "1"})
    assert owner.get(page).status_code == 404


def test_an_event_of_another_club_cannot_be_chosen(owner):
    event = make_event(make_club("Elm"))

    answer = owner.post(RECORD, {"make": "1", "of": f"event {event.pk}"})

    assert answer.status_code == 200
    assert not Job.objects.exists()
