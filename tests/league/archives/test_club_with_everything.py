"""A club with something of everything, out and in again: as a new club, as itself, on one site."""

from io import BytesIO

import pytest
from django.utils import timezone

from league.archives.scope import Scope
from league.archives.services.make_archive import write_archive
from league.archives.services.read_archive import read_archive
from league.clubs.models import Club
from league.journal.actor import SYSTEM
from tests.permissions.club_with_everything import ClubWithEverything

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> ClubWithEverything:
    return ClubWithEverything("oak", "ab" * 32)


def archive_of(scope: Scope, *, with_addresses: bool = False) -> BytesIO:
    out = BytesIO()
    write_archive(scope, out, at=timezone.now(), with_addresses=with_addresses)
    return out


def test_as_a_new_club_on_the_same_site(club):
    file = archive_of(Scope(club=club.club))

    done = read_archive(file, actor=SYSTEM, at=timezone.now(), slug="elsewhere")

    copy = Club.objects.get(slug="elsewhere")
    assert done.club == copy
    assert copy.players.count() == club.club.players.count()
    assert copy.events.count() == club.club.events.count()
    assert not copy.members.exists()


def test_the_club_itself_has_everything_already(club):
    file = archive_of(Scope(club=club.club))

    done = read_archive(file, actor=SYSTEM, at=timezone.now(), into=club.club)

    assert not done.report.changes_something
    assert [note for note in done.report.notes if "still secret" not in note] == []
