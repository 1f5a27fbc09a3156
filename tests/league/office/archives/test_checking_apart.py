"""An archive is checked by a process of its own with bounds, before anything of it is read."""

import struct
import tempfile
from io import BytesIO

import pytest
from django.utils import timezone, translation

from league.foundation.jobs.apart import SILENT, USUAL, Limits
from league.office.archives.checking_apart import check_apart
from league.office.archives.opened_archive import NotAnArchive
from league.office.archives.scope import Scope
from league.office.archives.services.read_archive import write_archive
from tests.league.factories import make_club, make_player
from tests.league.office.archives.forging import forged, unpacked

MANY = 200_000
TOO_MUCH_FOR_IT = Limits(memory=300_000_000)
NAMED = "<4s4B4HL2L5H2L"  # a file in a zip's list of its files
LIST_IS_AT = "<4sQ2H2L4Q"
THAT_IS_AT = "<4sLQL"
END = "<4s4H2LH"


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


def check(content: bytes, limits: Limits = USUAL) -> None:
    with tempfile.TemporaryFile() as file:
        file.write(content)
        check_apart(file, SILENT, limits)


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "limits", "sentence"),
    [
        ("en", Limits(seconds=0.01), "took longer than 0 seconds and was stopped"),
        ("de", TOO_MUCH_FOR_IT, "brauchte mehr als 300 MB Speicher und wurde beendet"),
    ],
)
def test_an_archive_that_takes_too_much_to_check_is_not_read(language, limits, sentence):
    with translation.override(language), pytest.raises(NotAnArchive, match=sentence):
        check(zip_of_names(MANY), limits)


@pytest.mark.long
@pytest.mark.django_db
def test_every_line_is_looked_at_before_one_is_read():
    club = make_club("Harbour")
    make_player(club, "Ann Lee")
    out = BytesIO()
    write_archive(Scope(club=club), out, at=timezone.now())
    check(out.getvalue())

    with pytest.raises(NotAnArchive, match=r"Line 1 of rows/players\.jsonl"):
        check(forged(unpacked(out), {"rows/players.jsonl": b"no line\n"}).getvalue())
