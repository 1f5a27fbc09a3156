"""Imports at the desk: nothing is stored before it was seen, nothing that was typed is lost."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from deploy.housekeeping import keep_house
from league.faces.desk.imports import views
from league.foundation.jobs import services as jobs
from league.foundation.jobs.models import Job
from league.office.imports.models import Upload
from league.tables.past_events.models import PastEvent
from tests.league.factories import make_club, make_member, make_player, make_user
from tests.league.reading import text_of

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
def test_preview_names_each_bad_line_and_stores_nothing(desk, club, address):
    html = read(desk, address, LIST).content.decode()

    assert "2 lines are new." in html
    assert "2 lines cannot be imported:" in html
    # the script goes where the mistakes are
    assert html.count("data-error-summary") == 1
    assert "Line 3:</strong> The name is missing; write one or remove the line." in html
    assert "Line 4:</strong> “bob@” is not an e-mail address; correct it or leave it empty." in html
    assert stored(club) == []


@pytest.mark.long
def test_good_lines_are_stored_once_seen(desk, club, address):
    response = confirm(desk, read(desk, address, LIST))

    assert response.url == reverse("desk:people", args=[club.slug])
    assert stored(club) == [("Ann Lee", "1"), ("Cy Young", "3")]
    page = desk.get(response.url).content.decode()
    sentence = "List imported: 2 players added, 0 changed, 0 already listed, 2 lines left out."
    assert sentence in page


@pytest.mark.long
def test_button_pressed_twice_adds_nobody_twice(desk, club, address):
    preview = read(desk, address, LIST)
    for _ in range(2):
        confirm(desk, preview)

    assert len(stored(club)) == 2


@pytest.mark.long
def test_a_list_is_corrected_on_the_page_and_read_again(desk, club, address):
    preview = read(desk, address, LIST)
    assert "bob@" in preview.content.decode()
    upload = Upload.objects.get()
    columns = reverse("desk:import_columns", args=[club.slug, upload.pk])

    text = LIST.replace("bob@", "bob@example.org")
    again = desk.post(columns, {"text": text}, follow=True)
    confirm(desk, again)

    assert [name for name, _ in stored(club)] == ["Ann Lee", "Bob Ray", "Cy Young"]


def test_a_heading_that_was_corrected_is_read(desk, club, address):
    text = "name;e-mail;remark\nHans Meyer;a@example.org;Bakery\nHans Meyer;b@example.org;Mill Road"
    read(desk, address, text)
    upload = Upload.objects.get()
    columns = reverse("desk:import_columns", args=[club.slug, upload.pk])
    asked = desk.post(
        columns, {"has_headings": "on", "column-0": "name", "column-1": "email", "column-2": ""}
    )
    assert "a word each in a column “Told apart by”" in text_of(desk.get(asked["Location"]))

    again = desk.post(columns, {"text": text.replace("remark", "Told apart by")}, follow=True)
    confirm(desk, again)

    assert [name for name, _ in stored(club)] == ["Hans Meyer (Bakery)", "Hans Meyer (Mill Road)"]


@pytest.mark.long
@pytest.mark.parametrize("seen", ["", "0" * 64, "x"])
def test_nothing_is_stored_unseen(desk, club, address, seen):
    preview = read(desk, address, LIST)
    path = preview.redirect_chain[-1][0]

    again = desk.post(path, {"seen": seen, "import": "1"}, follow=True)

    assert "look at it once more" in again.content.decode()
    assert stored(club) == []


@pytest.mark.long
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "euc_jp", "utf-16"])
def test_japanese_file_is_read(desk, club, address, encoding):
    text = "名前;会員番号;ふりがな\n山田 太郎;7;やまだ たろう\n佐藤 花子;8;さとう はなこ\n"
    file = SimpleUploadedFile("list.csv", text.encode(encoding))

    preview = read(desk, address, file=file)
    assert "山田 太郎" in preview.content.decode()
    confirm(desk, preview)

    assert stored(club) == [("山田 太郎", "7"), ("佐藤 花子", "8")]
    assert club.players.first().sort_name == "やまだ たろう"


@pytest.mark.long
def test_the_letters_of_a_file_can_be_chosen_where_they_are_guessed_wrong(desk, club, address):
    file = SimpleUploadedFile("list.csv", "name\nŘehoř\n".encode("cp1250"))
    read(desk, address, file=file)
    upload = Upload.objects.get()
    columns = reverse("desk:import_columns", args=[club.slug, upload.pk])

    fields = {"column-0": "name", "has_headings": "on"}
    lost = desk.post(columns, fields | {"encoding": "utf-8"}, follow=True).content.decode()
    assert "Some characters could not be read." in lost
    assert "Line 2: \ufffdeho\ufffd" in lost

    right = desk.post(columns, fields | {"encoding": "cp1250"}, follow=True).content.decode()
    assert "Řehoř" in right
    assert "Some characters could not be read." not in right


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"PK\x03\x04\x00\x00", "The file cannot be read as a workbook."),
        (b"name\n" + b"A" * 8_000_001, "The file has 8000 kB; an import can have 8000 at most."),
        (b"\n\n", "The list is empty; paste it or choose a file."),
    ],
)
def test_file_that_is_no_list_says_what_to_do(desk, club, address, data, sentence):
    file = SimpleUploadedFile("list.xlsx", data)

    html = read(desk, address, file=file).content.decode()

    assert sentence in html
    assert not Upload.objects.exists()


def test_nothing_pasted_and_nothing_chosen_is_said(desk, address):
    html = read(desk, address).content.decode()
    assert "The list is empty; paste it or choose a file." in html


@pytest.mark.long
def test_known_players_are_shown_with_what_changes(desk, club, address):
    make_player(club, "Ann Lee")

    html = read(desk, address, "name,number\nann lee,1\n").content.decode()

    assert "0 lines are new." in html
    assert "1 line changes what is there." in html
    assert "name: Ann Lee → ann lee; member number: – → 1" in html


@pytest.mark.long
def test_what_people_wrote_is_shown_as_text(desk, address):
    html = read(desk, address, "name,<b>x\n<script>alert(1)</script>,1\n").content.decode()

    assert "<script>alert" not in html
    assert "<b>x" not in html
    assert "&lt;script&gt;alert" in html


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 300])
def test_number_of_queries_of_the_preview_does_not_grow(
    desk, address, count, django_assert_num_queries
):
    text = "name\n" + "".join(f"Player {n}\n" for n in range(count))
    path = desk.post(address, {"text": text})["Location"]

    # session, account, club, role (twice: for the page and its header), file, players
    with django_assert_num_queries(7):
        desk.get(path)


def test_the_preview_says_how_the_file_was_read_and_lets_it_be_changed(desk, club, address):
    content = "Players 2026\nName;Member no\nZoë O’Brien;00417\n".encode("utf-8-sig")
    page = desk.post(address, {"file": SimpleUploadedFile("list.csv", content)}, follow=True)

    html = page.content.decode()
    assert "Encoding: UTF-8." in html
    assert "Between the columns: semicolon." in html
    assert "Left out above the headings: Players 2026." in html
    columns = reverse("desk:import_columns", args=[club.slug, Upload.objects.get().pk])
    assert f'href="{columns}">Change how it is read' in html

    fields = {"encoding": "cp1252", "delimiter": ";", "has_headings": "on"}
    other = desk.post(columns, fields | {"column-0": "name", "again": "1"}, follow=True)
    assert "Encoding: Western European (Windows)." in other.content.decode()


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


def test_a_file_of_another_club_is_not_found(desk, club, address):
    read(desk, address, LIST)
    upload = Upload.objects.get()
    other = make_club("Other")
    desk.force_login(make_member(other, role="director").user)

    for name in ("import_columns", "import_preview"):
        page = desk.get(reverse(f"desk:{name}", args=[other.slug, upload.pk]))
        assert page.status_code == 404
    page = desk.post(reverse("desk:import_discard", args=[other.slug, upload.pk]))
    assert page.status_code == 404
    assert Upload.objects.exists()


def test_a_file_is_forgotten_when_it_is_discarded_or_a_day_old(desk, club, address):
    read(desk, address, LIST)
    desk.post(reverse("desk:import_discard", args=[club.slug, Upload.objects.get().pk]))
    assert not Upload.objects.exists()
    preview = read(desk, address, LIST)
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert desk.get(preview.redirect_chain[-1][0]).status_code == 302
        keep_house(timezone.now())
    assert not Upload.objects.exists()


@pytest.mark.long
def test_pages_with_what_people_brought_are_in_no_cache(desk, address):
    preview = read(desk, address, LIST)
    assert "no-store" in preview["Cache-Control"]


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


@pytest.mark.long
def test_a_large_file_is_read_by_a_job_whose_page_leads_on(desk, club, address, no_broker):
    many = "name\n" + "".join(f"Ann Lee {number}\n" for number in range(2_500))
    waiting = desk.post(address, {"file": SimpleUploadedFile("many.csv", many.encode())})
    job = Job.objects.get(kind="import_reading")
    assert waiting.url == reverse("desk:job", args=[club.slug, job.pk])
    columns = reverse("desk:import_columns", args=[club.slug, job.subject_id])
    assert desk.get(columns).url == waiting.url

    jobs.carry_out(job_id=job.pk, at=timezone.now())

    preview = reverse("desk:import_preview", args=[club.slug, job.subject_id])
    assert f'href="{preview}"' in desk.get(waiting.url).content.decode()
    assert "2500 lines are new." in desk.get(preview).content.decode()


def test_what_was_not_read_to_its_end_is_chosen_once_more(desk, club, address, no_broker):
    desk.post(address, {"file": SimpleUploadedFile("many.csv", b"Ann Lee\n" * 9_000)})
    job = Job.objects.get(kind="import_reading")
    jobs.cancel(job=job, at=timezone.now())

    page = desk.get(reverse("desk:import_preview", args=[club.slug, job.subject_id]), follow=True)

    assert "The file was not read to its end; choose it once more." in page.content.decode()
    assert not Upload.objects.exists()
