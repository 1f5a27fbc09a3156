"""Writing and reading take no more memory for a large club than for a small one."""

import tempfile
import tracemalloc
from collections.abc import Callable

import pytest
from django.utils import timezone

from league.clubs.models import Club, Player
from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.journal.models import Happening
from league.office.archives.scope import Scope
from league.office.archives.services.read_archive import read_archive, write_archive
from tests.league.factories import make_club

pytestmark = [pytest.mark.django_db, pytest.mark.long]
FEW, MANY = 3_000, 12_000


def peak_of(work: Callable[[], object]) -> int:
    """Return how many bytes more than before were in use at most."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def club_of(size: int) -> Club:
    club = make_club(f"Club of {size}")
    Player.objects.bulk_create(Player(club=club, name=f"Ann {n}") for n in range(size))
    Happening.objects.bulk_create(
        Happening(
            club_id=club.pk,
            kind="player.added",
            subject_type="player",
            actor_name="Olive",
            via="desk",
            data={"player": f"Ann {n}"},
        )
        for n in range(size)
    )
    return club


def peaks_of(size: int) -> tuple[int, int]:
    """Return what writing and reading a club of so many players take."""
    club = club_of(size)
    with tempfile.TemporaryFile() as file:
        written = peak_of(lambda: write_archive(Scope(club=club), file, at=timezone.now()))
        file.seek(0)
        read = peak_of(
            lambda: read_archive(file, by=Act(SYSTEM, timezone.now()), slug=f"copy-of-{size}")
        )
    assert Player.objects.filter(club__slug=f"copy-of-{size}").count() == size
    return written, read


def test_four_times_the_rows_take_no_more_memory():
    peaks_of(100)  # what is loaded once, and stays
    few, many = peaks_of(FEW), peaks_of(MANY)

    assert many[0] < few[0] * 1.5
    assert many[1] < few[1] * 1.5
