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
from tests.league.factories import make_club, make_member
from tests.league.office.paper.reading import joined, text_of
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
def club():
    return make_club()


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
@pytest.mark.parametrize("name", ["slips_pdf", "table_cards_pdf", "score_sheets_pdf"])
def test_the_file_is_offered_made_and_taken_away(client, club, round_, name):
    desk = signed_in(client, club)
    offer = desk.get(address(round_, name)).content.decode()
    assert "The round has 2 tables" in offer
    assert not Job.objects.exists()

    asked = desk.post(address(round_, name))
    job = job_of(asked)
    assert desk.get(file_at(club, job)).status_code == 404
    carry_out(job_id=job.pk, at=NOW)

    page = desk.get(asked["Location"]).content.decode()
    assert file_at(club, job) in page
    assert "for you alone" in page
    file = desk.get(file_at(club, job))
    assert file["Content-Type"] == "application/pdf"
    assert "no-store" in file["Cache-Control"]
    assert f'filename="{round_.stage.event.slug}-' in file["Content-Disposition"]
    for player in club.players.all():
        assert joined(player.name) in text_of(file.content)


@pytest.mark.long
def test_it_is_the_same_file_as_of_a_small_round(client, club, round_, monkeypatch):
    desk = signed_in(client, club)
    job = job_of(desk.post(address(round_), {}))
    carry_out(job_id=job.pk, at=NOW)
    monkeypatch.setattr(rounds_paper, "SLIPS", replace(rounds_paper.SLIPS, most=2))

    at_once = desk.get(address(round_))

    assert text_of(desk.get(file_at(club, job)).content) == text_of(at_once.content)


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
    player = signed_in(client, club, Role.PLAYER)
    assert player.get(file_at(club, job)).status_code == 403
    assert player.post(address(round_)).status_code == 403
    client.logout()
    assert client.get(file_at(club, job)).status_code == 302


@pytest.mark.long
def test_two_ask_at_once_and_each_has_a_job(client, club, round_):
    desk = signed_in(client, club)
    first, again = job_of(desk.post(address(round_))), job_of(desk.post(address(round_)))
    letter = job_of(desk.post(address(round_) + "?paper=letter"))
    other = job_of(signed_in(client, club, Role.OWNER).post(address(round_)))

    assert first == again
    assert len({first, letter, other}) == 3


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


@pytest.mark.long
def test_a_cancelled_job_makes_no_file(client, club, round_):
    desk = signed_in(client, club)
    asked = desk.post(address(round_))
    desk.post(f"{asked['Location']}cancel/")

    carry_out(job_id=job_of(asked).pk, at=NOW)

    assert not JobFile.objects.exists()
    assert "Cancelled." in desk.get(asked["Location"]).content.decode()


@pytest.mark.long
def test_a_job_of_a_round_that_is_gone_is_refused(client, club, round_):
    job = job_of(signed_in(client, club).post(address(round_)))
    Job.objects.filter(pk=job.pk).update(subject_id=round_.pk + 1)

    assert carry_out(job_id=job.pk, at=NOW).sentence == "This round no longer exists."


@pytest.mark.long
def test_a_long_list_of_who_sits_where_is_made_in_the_background(client, club, round_):
    desk = signed_in(client, club)
    event = round_.stage.event
    seating = reverse("desk:movement_pdf", args=[club.slug, event.slug, 1])
    assert "The file is long" in desk.get(seating).content.decode()

    asked = desk.post(seating)
    job = job_of(asked)
    carry_out(job_id=job.pk, at=NOW)

    file = desk.get(file_at(club, job)).content
    names = club.players.values_list("name", flat=True)
    assert [name for name in names if joined(name) not in text_of(file)] == []
    assert event.name in desk.get(asked["Location"]).content.decode()
