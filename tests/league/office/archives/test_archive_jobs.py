"""Archives as jobs, and the files that are kept of them."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.utils import timezone

from league.clubs.models import Club, Player
from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import Cancelled, Progress
from league.foundation.jobs.models import JobState
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.office.archives.models import ArchiveFile, ArchivePiece, Direction
from league.office.archives.opened_archive import NotAnArchive, open_archive
from league.office.archives.scope import Scope
from league.office.archives.services import archive_jobs
from league.office.archives.services.archive_jobs import (
    MOST_KEPT,
    delete_archives_of,
    files_of,
    keep_file,
    opened,
    request_archive,
    request_preview,
    request_reading,
)
from tests.league.factories import actor_of, make_club, make_player, make_user

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch):
    monkeypatch.setattr(jobs, "queue", lambda _job: None)


@pytest.fixture
def owner():
    return actor_of(make_user("Olive Owner"))


@pytest.fixture
def club():
    club = make_club("Harbour")
    make_player(club, "Ann Lee")
    return club


def carried_out(job):
    return jobs.carry_out(job_id=job.pk, at=timezone.now())


@pytest.mark.long
def test_an_archive_is_made_looked_at_and_read(club, owner):
    made = carried_out(request_archive(Scope(club=club), by=Act(owner, NOW)))
    kept = ArchiveFile.objects.get(pk=made.result["archive"])
    assert made.state == JobState.DONE
    assert kept.name.startswith("harbour-")
    with opened(kept) as file:
        assert open_archive(file).is_sealed
    assert Happening.objects.get(kind="archive.made").data["of"] == "Harbour"
    Player.objects.all().delete()

    tried = carried_out(request_preview(kept=kept, by=Act(owner, NOW)))
    assert tried.result["report"]["counts"]["players"]["made"] == 1
    assert not club.players.exists()

    done = carried_out(request_reading(kept=kept, by=Act(owner, NOW)))
    assert done.result["club"] == "harbour"
    assert club.players.get().name == "Ann Lee"


@pytest.mark.long
def test_an_archive_read_as_a_new_club_belongs_to_who_asked(club, owner):
    made = carried_out(request_archive(Scope(club=club), by=Act(owner, NOW)))
    kept = ArchiveFile.objects.get(pk=made.result["archive"])

    carried_out(request_reading(kept=kept, as_new="elm", by=Act(owner, NOW)))

    assert Club.objects.get(slug="elm").members.get().user_id == owner.user_id


def test_asked_for_twice_it_is_made_once_and_with_addresses_another_time(club, owner):
    first = request_archive(Scope(club=club), by=Act(owner, NOW))

    assert request_archive(Scope(club=club), by=Act(owner, NOW)) == first
    assert request_archive(Scope(club=club), with_addresses=True, by=Act(owner, NOW)) != first


class Unwanted(Progress):
    """Somebody cancels at a step."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence

    def step(self, sentence: str, total: int = 0) -> None:
        if sentence == self.sentence:
            raise Cancelled("cancelled")


@pytest.mark.long
def test_a_reading_that_is_cancelled_leaves_nothing(club, owner, monkeypatch):
    made = carried_out(request_archive(Scope(club=club), by=Act(owner, NOW)))
    kept = ArchiveFile.objects.get(pk=made.result["archive"])
    Player.objects.all().delete()
    monkeypatch.setattr(jobs, "SharedProgress", lambda: Stopping("Reading the records"))

    job = carried_out(request_reading(kept=kept, by=Act(owner, NOW)))

    assert job.state == JobState.CANCELLED
    assert "Nothing of the archive was stored." in job.sentence
    assert not club.players.exists()


class Stopping(Unwanted):
    """The same, as a job has it."""

    now = ("", 0, 0)

    def cancel(self) -> None:
        pass


def keep(club, owner, content=b"some bytes", at=NOW):
    return keep_file(
        BytesIO(content),
        club=club,
        direction=Direction.UPLOADED,
        name="a.zip",
        by=Act(owner, at),
    )


def test_a_file_is_kept_in_pieces_and_is_the_same_again(club, owner, monkeypatch):
    monkeypatch.setattr(archive_jobs, "PIECE", 4)
    kept = keep(club, owner)

    assert ArchivePiece.objects.filter(file=kept).count() == 3
    with opened(kept) as file:
        assert file.read() == b"some bytes"


def test_a_file_that_is_too_large_is_refused_and_not_kept(club, owner, monkeypatch):
    monkeypatch.setattr(archive_jobs, "LARGEST_FILE", 4)
    with pytest.raises(NotAnArchive, match="too large"):
        keep(club, owner)
    assert not ArchiveFile.objects.exists()


def test_of_many_files_the_oldest_go(club, owner):
    for number in range(MOST_KEPT + 2):
        keep(club, owner, at=NOW + timedelta(seconds=number))

    assert files_of(club, at=NOW).count() == MOST_KEPT


def test_all_archives_of_a_club_can_be_deleted(club, owner):
    keep(club, owner)
    keep(make_club("Elm"), owner)

    assert delete_archives_of(club.pk) == 1
    assert ArchiveFile.objects.get().club.slug == "elm"
