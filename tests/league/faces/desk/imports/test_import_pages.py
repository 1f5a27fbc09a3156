"""Imports at the desk: nothing is stored before it was seen, nothing that was typed is lost."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from deploy.site.housekeeping import keep_house
from league.faces.desk.imports import views
from league.foundation.jobs import services as jobs
from league.foundation.jobs.models import Job
from league.office.imports.models import Upload
from league.tables.past_events.models import PastEvent
from tests.league.factories import make_club, make_member, make_player, make_user

pytestmark = pytest.mark.django_db

LIST = "name,number,email\nAnn Lee,1,ann@example.org\n,2,\nBob Ray,,bob@\nCy Young,3,\n"


@pytest.fixture
def club():
    return make_club(owner=make_user("Olive Owner"))


@pytest.fixture
def address(club):
    return reverse("desk:players_import", args=[club.slug])


@pytest.fixture
def desk(client, club):
    client.force_login(club.members.get().user)
    return client


def read(desk, address, text="", **fields):
    return desk.post(address, {"text": text} | fields, follow=True)


def seen_in(response):
    return re.search(r'name="seen" value="(\w+)"', response.content.decode()).group(1)


def confirm(desk, response, **fields):
    path = (
        response.redirect_chain[-1][0] if response.redirect_chain else response.request["PATH_INFO"]
    )
    path = response.redirect_chain[-1][0]
    return desk.post(path, {"seen": seen_in(response), "import": "1"} | fields)


def stored(club):
    return list(club.players.order_by("id").values_list("name", "member_number"))


@pytest.mark.long
@pytest.mark.parametrize("seen", ["", "0" * 64, "x"])
def test_nothing_is_stored_unseen(desk, club, address, seen):
    preview = read(desk, address, LIST)
    path = preview.redirect_chain[-1][0]

    again = desk.post(path, {"seen": seen, "import": "1"}, follow=True)

    assert "look at it once more" in again.content.decode()
    assert stored(club) == []


def test_unknown_columns_are_named_and_can_be_matched(desk, club, address):
    html = read(desk, address, "Wer,Hobby,Nr\nAnn Lee,chess,7\n").content.decode()
    assert "left out unless you match them: Wer, Hobby." in html
    assert "No column is matched with “Name”: choose one." in html
    upload = Upload.objects.get()
    columns = reverse("desk:import_columns", args=[club.slug, upload.pk])

    fields = {"has_headings": "on", "column-1": "", "column-2": "member_number"}
    twice = desk.post(columns, fields | {"column-0": "member_number"}).content.decode()
    assert "Column 1 is matched with “Member number” already." in twice
    confirm(desk, desk.post(columns, fields | {"column-0": "name"}, follow=True))

    assert stored(club) == [("Ann Lee", "7")]


def test_it_is_asked_who_of_two_namesakes_is_meant(desk, club, address):
    first, second = make_player(club, "Ann Lee"), make_player(club, "Ann Lee")
    preview = read(desk, address, "name,email\nAnn Lee,a@example.org\n")
    assert "Who is meant?" in preview.content.decode()
    path = preview.redirect_chain[-1][0]

    answers = {"person-0": str(second.pk), "key-0": "ann lee", "people": "1"}
    confirm(desk, desk.post(path, answers, follow=True))

    second.refresh_from_db()
    first.refresh_from_db()
    assert (first.email, second.email) == ("", "a@example.org")


def test_past_results_are_imported_step_by_step(desk, club):
    chooser = reverse("desk:imports", args=[club.slug])
    text = "Place,Name,Points\n1,Ann Lee & Bob Ray,58.5\n2,Cy Fox & Di Orr,41.5\n"
    page = read(desk, chooser, text, kind="past_results")
    assert "What the file does not say" in page.content.decode()
    path = page.redirect_chain[-1][0]

    fields = {
        "has_headings": "on",
        "column-0": "place",
        "column-1": "name",
        "column-2": "points",
        "option-event": "Spring Cup",
        "option-day": "2019-03-14",
        "option-add_people": "on",
    }
    preview = desk.post(path, fields, follow=True)
    html = preview.content.decode()
    assert "place 1 with 58.5 points" in html
    assert "4 new players are added to the club" in html
    confirm(desk, preview)

    assert PastEvent.objects.get().places.count() == 2
    assert "Spring Cup" in desk.get(reverse("desk:past_events", args=[club.slug])).content.decode()


def test_a_long_file_is_imported_by_a_worker(desk, club, address, monkeypatch):
    monkeypatch.setattr(jobs, "queue", lambda _job_id: None)
    monkeypatch.setattr(views, "LONG", 2)

    answer = confirm(desk, read(desk, address, LIST))

    (job,) = Job.objects.all()
    assert answer["Location"] == reverse("desk:job", args=[club.slug, job.pk])
    page = desk.get(answer["Location"]).content.decode()
    assert "It waits for its turn." in page
    jobs.carry_out(job_id=job.pk, at=timezone.now())
    assert len(stored(club)) == 2
    assert "Import another file" in desk.get(answer["Location"]).content.decode()


def test_a_file_is_forgotten_when_it_is_discarded_or_a_day_old(desk, club, address):
    read(desk, address, LIST)
    desk.post(reverse("desk:import_discard", args=[club.slug, Upload.objects.get().pk]))
    assert not Upload.objects.exists()
    preview = read(desk, address, LIST)
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert desk.get(preview.redirect_chain[-1][0]).status_code == 302
        keep_house(timezone.now())
    assert not Upload.objects.exists()


class TestInvitations:
    @pytest.fixture
    def address(self, club):
        return reverse("desk:invitations_import", args=[club.slug])

    def test_pasted_addresses_are_looked_at_corrected_and_invited(self, desk, club, address):
        text = "Ann Lee <ann@example.org>\nbob at example.org\n"
        answer = desk.post(address, {"text": text}, follow=True)
        upload = Upload.objects.get()
        preview = reverse("desk:import_preview", args=[club.slug, upload.pk])
        page = desk.get(preview).content.decode()
        assert answer.status_code == 200
        assert "invited as player, and added to the players" in page
        assert "The e-mail address is missing" in page
        assert "bob at example.org" in page
        assert club.invitations.count() == 0

        columns = reverse("desk:import_columns", args=[club.slug, upload.pk])
        desk.post(columns, {"text": text.replace(" at ", "@")})
        seen = re.search(r'name="seen" value="(\w+)"', desk.get(preview).content.decode())[1]
        done = desk.post(preview, {"import": "1", "seen": seen}, follow=True).content.decode()

        assert "2 people invited" in done
        assert sorted(club.invitations.values_list("email", flat=True)) == [
            "ann@example.org",
            "bob@example.org",
        ]
        assert club.players.get().name == "Ann Lee"

    def test_director_sees_no_list_of_an_owner(self, desk, client, club, address):
        desk.post(address, {"text": "ann@example.org"})
        upload = Upload.objects.get()
        client.force_login(make_member(club, role="director").user)

        for page in ("import_columns", "import_preview"):
            assert (
                client.get(reverse(f"desk:{page}", args=[club.slug, upload.pk])).status_code == 403
            )
        discard = reverse("desk:import_discard", args=[club.slug, upload.pk])
        assert client.post(discard).status_code == 403
        assert Upload.objects.count() == 1


def test_what_was_not_read_to_its_end_is_chosen_once_more(desk, club, address, no_broker):
    desk.post(address, {"file": SimpleUploadedFile("many.csv", b"Ann Lee\n" * 9_000)})
    job = Job.objects.get(kind="import_reading")
    jobs.cancel(job=job, at=timezone.now())

    page = desk.get(reverse("desk:import_preview", args=[club.slug, job.subject_id]), follow=True)

    assert "The file was not read to its end; choose it once more." in page.content.decode()
    assert not Upload.objects.exists()
