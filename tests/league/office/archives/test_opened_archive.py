"""Files that are no archive, were changed or are traps: refused before anything is believed."""

import struct
import zipfile
from io import BytesIO

import orjson
import pytest
from django.utils import timezone

from league.clubs.models import Club, Player
from league.foundation.journal.actor import SYSTEM, Act
from league.office.archives.archive_format import MANIFEST, MOST_TIMES_SMALLER
from league.office.archives.opened_archive import SMALL, NotAnArchive, open_archive
from league.office.archives.scope import Scope
from league.office.archives.services.read_archive import read_archive, write_archive
from tests.league.factories import make_club, make_player
from tests.league.office.archives.forging import forged, packed

pytestmark = pytest.mark.django_db
MANY = 200_000
NAMED = "<4s4B4HL2L5H2L"  # a file in a zip's list of its files
LIST_IS_AT = "<4sQ2H2L4Q"
THAT_IS_AT = "<4sLQL"
END = "<4s4H2LH"


@pytest.fixture
def files() -> dict[str, bytes]:
    """The files of an archive of a club with one player."""
    club = make_club("Harbour")
    make_player(club, "Ann Lee")
    out = BytesIO()
    write_archive(Scope(club=club), out, at=timezone.now())
    with zipfile.ZipFile(out) as zip:
        return {name: zip.read(name) for name in zip.namelist()}


@pytest.mark.long
def test_an_archive_that_was_not_touched_is_known_again(files):
    archive = open_archive(packed(files))

    assert archive.is_sealed
    assert archive.rows_in("rows/players.jsonl") == 1


@pytest.mark.long
def test_one_with_another_content_is_not_taken_for_ones_own(files):
    line = files["rows/players.jsonl"].replace(b"Ann Lee", b"Bob Lee")

    archive = open_archive(forged(files, {"rows/players.jsonl": line}))

    assert not archive.is_sealed


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("rows/players.jsonl", b'{"id": 1}\n'),
        ("../../etc/passwd", b"root"),
        ("/etc/passwd", b"root"),
        ("more.txt", b"hidden"),
    ],
)
def test_a_file_that_was_changed_or_added_is_refused(files, name, content):
    with pytest.raises(NotAnArchive, match="not as it was made"):
        open_archive(packed(files | {name: content}))


def test_a_file_that_is_missing_is_refused(files):
    del files["rows/players.jsonl"]
    with pytest.raises(NotAnArchive, match="not as it was made"):
        open_archive(packed(files))


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 no zip", b"\0" * 1_000])
def test_no_zip_at_all_is_no_archive(content):
    with pytest.raises(NotAnArchive, match="no archive of a club"):
        open_archive(BytesIO(content))


def zip_of_names(count: int) -> bytes:
    """Return a zip that lists so many files and has none: Python holds a kilobyte of each."""
    names = [f"{number:08}".encode() for number in range(count)]
    listed = b"".join(
        struct.pack(NAMED, b"PK\1\2", 20, 0, 20, *[0] * 8, len(name), *[0] * 6) + name
        for name in names
    )
    size = len(listed)
    return b"".join(
        (
            listed,
            struct.pack(LIST_IS_AT, b"PK\6\6", 44, 45, 45, 0, 0, count, count, size, 0),
            struct.pack(THAT_IS_AT, b"PK\6\7", 0, size, 1),
            struct.pack(END, b"PK\5\6", 0, 0, *[0xFFFF] * 2, *[0xFFFFFFFF] * 2, 0),
        )
    )


def test_a_zip_that_lists_more_files_than_an_archive_has_is_refused_before_its_list_is_read():
    with pytest.raises(NotAnArchive, match="larger than an archive may be"):
        open_archive(BytesIO(zip_of_names(MANY)))


def test_a_list_of_files_cannot_hide_behind_a_comment(files):
    packed_files = packed(files)
    with zipfile.ZipFile(packed_files, "a") as zip:
        zip.comment = b"x" * 22
    with pytest.raises(NotAnArchive, match="no archive of a club"):
        open_archive(packed_files)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("manifest", [b"[]", b"{", b"null", b'{"format": "tar"}', b"[" * 5_000])
def test_a_manifest_that_is_none_is_refused(files, manifest):
    with pytest.raises(NotAnArchive, match="no archive of a club"):
        open_archive(packed(files | {MANIFEST: manifest}))


def test_a_newer_format_is_named_with_what_to_do(files):
    with pytest.raises(NotAnArchive, match=r"version 3 of the format.*Update this site"):
        open_archive(forged(files, {}, version=3))


def test_a_file_that_is_packed_too_tightly_is_a_trap(files):
    trap = b"\0" * (SMALL * MOST_TIMES_SMALLER)
    with pytest.raises(NotAnArchive, match="larger than an archive may be"):
        open_archive(forged(files, {"papers/trap.pdf": trap}))


def test_lines_that_the_manifest_does_not_count_are_refused(files):
    manifest = orjson.loads(files[MANIFEST])
    del manifest["files"]["rows/players.jsonl"]["rows"]
    archive = open_archive(packed(files | {MANIFEST: orjson.dumps(manifest)}))

    with pytest.raises(NotAnArchive, match="not as it was made"):
        list(archive.lines("rows/players.jsonl"))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "line",
    [
        b"no json\n",
        b"[]\n",
        b'{"name": "Ann"}\n',
        b'{"id": 0, "name": "Ann"}\n',
        b'{"id": 1, "name": {"a": 1}}\n',
        b'{"id": 1, "name": "Ann\\u0000", "public_name": "full", "created_at": "2026-01-01"}\n',
        b'{"id": 1, "name": "Ann", "public_name": "nobody"}\n',
        b'{"id": 1, "name": "Ann", "is_active": "perhaps"}\n',
        b'{"id": 1, "name": "Ann", "merged_into": "2"}\n',
        b'{"id": 1, "name": "Ann"}',
    ],
)
def test_lines_that_describe_no_row_are_refused_and_nothing_is_stored(files, line):
    with pytest.raises(NotAnArchive, match="Nothing was changed"):
        read_archive(
            forged(files, {"rows/players.jsonl": line}),
            by=Act(SYSTEM, timezone.now()),
            slug="elsewhere",
        )
    assert not Club.objects.filter(slug="elsewhere").exists()


def test_a_forged_archive_does_not_reach_rows_of_another_club(files):
    other = make_player(make_club("Elm"), "Elma")
    line = orjson.loads(files["rows/players.jsonl"]) | {"id": other.pk, "name": "Mallory"}
    club = Club.objects.get(name="Harbour")

    read_archive(
        forged(files, {"rows/players.jsonl": orjson.dumps(line) + b"\n"}),
        by=Act(SYSTEM, timezone.now()),
        into=club,
    )

    other.refresh_from_db()
    assert (other.name, other.club.name) == ("Elma", "Elm")
    assert Player.objects.get(name="Mallory").club == club
