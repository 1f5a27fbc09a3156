"""Archives by the API: made, looked at, downloaded, uploaded, read, deleted; for owners alone."""

import pytest
from django.utils import timezone

from league.clubs.models import Role
from league.foundation.jobs import services as jobs
from league.office.archives.models import ArchiveFile
from tests.league.faces.api.factories import V1, client_of
from tests.league.factories import make_club, make_member, make_player, make_user
from tests.league.play.events.factories import make_event

pytestmark = pytest.mark.django_db
ARCHIVES = f"{V1}/clubs/harbour/archives"


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
    return client_of(make_member(club, make_user("Olive"), Role.OWNER).user)


def job_after(client, answer):
    jobs.carry_out(job_id=answer.json()["id"], at=timezone.now())
    return client.get(f"{ARCHIVES}/jobs/{answer.json()['id']}").json()


def test_an_archive_goes_out_and_comes_back(club, owner):
    made = job_after(owner, owner.post(ARCHIVES, {}, format="json"))
    assert (made["state"], made["kind"]) == ("done", "archive")

    listed = owner.get(ARCHIVES).json()["results"]
    assert [one["id"] for one in listed] == [made["archive"]]
    file = owner.get(f"{ARCHIVES}/{made['archive']}/file")
    content = b"".join(file.streaming_content)
    assert file["Content-Type"] == "application/zip"
    assert len(content) == listed[0]["size"]
    club.players.all().delete()

    uploaded = owner.post(f"{ARCHIVES}/upload", content, content_type="application/zip")
    assert uploaded.status_code == 201
    address = f"{ARCHIVES}/{uploaded.json()['id']}"
    tried = job_after(owner, owner.post(f"{address}/read", {"dry_run": True}, format="json"))
    assert tried["report"]["counts"]["players"]["made"] == 1
    assert not club.players.exists()

    done = job_after(owner, owner.post(f"{address}/read", {}, format="json"))
    assert done["club"] == "harbour"
    assert club.players.get().name == "Ann Lee"

    assert owner.delete(address).status_code == 204
    assert owner.get(address).status_code == 404


@pytest.mark.long
def test_the_file_is_answered_to_a_program_that_accepts_nothing_else(owner):
    made = job_after(owner, owner.post(ARCHIVES, {}, format="json"))
    file = f"{ARCHIVES}/{made['archive']}/file"

    assert owner.get(file, HTTP_ACCEPT="application/zip")["Content-Type"] == "application/zip"
    missing = owner.get(f"{ARCHIVES}/0/file", HTTP_ACCEPT="application/zip")
    assert (missing.status_code, missing.json()["code"]) == (404, "not_found")


@pytest.mark.long
def test_one_event_is_named_by_its_address(club, owner):
    event = make_event(club)

    made = job_after(owner, owner.post(ARCHIVES, {"event": event.slug}, format="json"))

    kept = ArchiveFile.objects.get(pk=made["archive"])
    assert (kept.extent, kept.of) == ("event", event.name)
    assert owner.post(ARCHIVES, {"event": "none"}, format="json").status_code == 404


def test_a_file_that_is_no_archive_is_refused_when_it_is_looked_at(club, owner):
    uploaded = owner.post(f"{ARCHIVES}/upload", b"no zip", content_type="application/zip")

    answer = owner.post(f"{ARCHIVES}/{uploaded.json()['id']}/read", {}, format="json")
    job = job_after(owner, answer)

    assert job["state"] == "refused"
    assert "no archive of a club" in job["sentence"]


def test_another_content_than_a_zip_is_refused(owner):
    answer = owner.post(f"{ARCHIVES}/upload", {"a": 1}, format="json")

    assert answer.status_code == 415


def test_a_job_is_cancelled(owner):
    job = owner.post(ARCHIVES, {}, format="json").json()

    answer = owner.delete(f"{ARCHIVES}/jobs/{job['id']}")

    assert answer.json()["state"] == "cancelled"


def test_a_director_may_not(club):
    director = client_of(make_member(club, make_user("Dora"), Role.DIRECTOR).user)

    assert director.get(ARCHIVES).status_code == 403
    assert director.post(ARCHIVES, {}, format="json").status_code == 403
