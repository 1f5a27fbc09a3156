"""A list of players at the desk: nothing is stored before it was seen."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.league.factories import make_club, make_player, make_user

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


def read(desk, address, text):
    return desk.post(address, {"text": text, "read": "1"})


def seen_in(response):
    return re.search(r'name="seen" value="(\w+)"', response.content.decode()).group(1)


def confirm(desk, address, response, text):
    return desk.post(address, {"text": text, "seen": seen_in(response), "import": "1"})


def stored(club):
    return list(club.players.order_by("id").values_list("name", "member_number"))


def test_preview_names_each_bad_line_and_stores_nothing(desk, club, address):
    html = read(desk, address, LIST).content.decode()

    assert "2 players are added," in html
    assert "2 lines cannot be imported:" in html
    # the script goes where the mistakes are
    assert html.count("data-error-summary") == 1
    assert ">Line 3:</a> The name is missing; write one or remove the line." in html
    assert ">Line 4:</a> “bob@” is not an e-mail address; correct it or leave it empty." in html
    assert stored(club) == []


def test_good_lines_are_stored_once_seen(desk, club, address):
    response = confirm(desk, address, read(desk, address, LIST), LIST)

    assert response.url == reverse("desk:people", args=[club.slug])
    assert stored(club) == [("Ann Lee", "1"), ("Cy Young", "3")]
    page = desk.get(response.url).content.decode()
    sentence = "List imported: 2 players added, 0 changed, 0 already listed, 2 lines left out."
    assert sentence in page


def test_button_pressed_twice_adds_nobody_twice(desk, club, address):
    preview = read(desk, address, LIST)
    for _ in range(2):
        confirm(desk, address, preview, LIST)

    assert len(stored(club)) == 2


def test_list_changed_after_the_preview_is_shown_again_first(desk, club, address):
    preview = read(desk, address, LIST)
    changed = LIST.replace("bob@", "bob@example.org")

    again = confirm(desk, address, preview, changed)
    assert "The list was changed after the preview." in again.content.decode()
    assert stored(club) == []

    confirm(desk, address, again, changed)
    assert [name for name, _ in stored(club)] == ["Ann Lee", "Bob Ray", "Cy Young"]


def test_browsers_line_ends_do_not_count_as_a_change(desk, club, address):
    confirm(desk, address, read(desk, address, LIST), LIST.replace("\n", "\r\n"))

    assert len(stored(club)) == 2


@pytest.mark.parametrize("seen", ["", "0" * 64, "x"])
def test_nothing_is_stored_unseen(desk, club, address, seen):
    response = desk.post(address, {"text": LIST, "seen": seen, "import": "1"})

    assert response.status_code == 200
    assert stored(club) == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "utf-16"])
def test_japanese_file_is_read(desk, club, address, encoding):
    text = "名前;会員番号;ふりがな\n山田 太郎;7;やまだ たろう\n佐藤 花子;8;さとう はなこ\n"
    file = SimpleUploadedFile("list.csv", text.encode(encoding))

    preview = desk.post(address, {"file": file, "read": "1"})
    assert "山田 太郎" in preview.content.decode()
    confirm(desk, address, preview, text)

    assert stored(club) == [("山田 太郎", "7"), ("佐藤 花子", "8")]
    assert club.players.first().sort_name == "やまだ たろう"


def test_the_letters_of_a_file_can_be_chosen_where_they_are_guessed_wrong(desk, address):
    data = "name\nÄä\n".encode("cp1252")
    file = SimpleUploadedFile("list.csv", data)

    preview = desk.post(address, {"file": file, "encoding": "cp1252", "read": "1"})

    assert "Ää" in preview.content.decode()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"PK\x03\x04\x00\x00", "The file cannot be read in this encoding."),
        (b"name\n" + b"A" * 1_000_001, "The file has 1000 kB; a list of players has 1000 at most."),
        (b"\n\n", "The list is empty; paste it or choose a file."),
    ],
)
def test_file_that_is_no_list_says_what_to_do(desk, club, address, data, sentence):
    file = SimpleUploadedFile("list.xlsx", data)

    html = desk.post(address, {"file": file, "read": "1"}).content.decode()

    assert sentence in html
    assert stored(club) == []


def test_nothing_pasted_and_nothing_chosen_is_said(desk, address):
    assert (
        "The list is empty; paste it or choose a file." in read(desk, address, "").content.decode()
    )


def test_known_players_are_shown_with_what_changes(desk, club, address):
    make_player(club, "Ann Lee")

    html = read(desk, address, "name,number\nann lee,1\n").content.decode()

    assert "0 players are added," in html
    assert "1 is changed," in html
    assert "name: Ann Lee → ann lee; member number: – → 1" in html


def test_what_people_wrote_is_shown_as_text(desk, address):
    html = read(desk, address, "name,number\n<script>alert(1)</script>,1\n").content.decode()

    assert "<script>alert" not in html
    assert "&lt;script&gt;alert" in html


@pytest.mark.parametrize("count", [1, 300])
def test_number_of_queries_of_the_preview_does_not_grow(
    desk, address, count, django_assert_num_queries
):
    text = "name\n" + "".join(f"Player {n}\n" for n in range(count))

    # session, account, club, role (twice: for the page and its header), players
    with django_assert_num_queries(6):
        read(desk, address, text)
