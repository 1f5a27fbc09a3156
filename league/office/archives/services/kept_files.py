"""Archives as files that the site keeps for a while, in pieces, so that none is ever in memory."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from typing import IO, Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.foundation.journal.actor import Actor
from league.office.archives.archive_format import LARGEST_FILE, Manifest
from league.office.archives.models import ArchiveFile, ArchivePiece, Direction
from league.office.archives.opened_archive import NotAnArchive

KEPT = timedelta(days=7)
MOST_KEPT = 10  # of a club; the oldest go first
PIECE = 1024 * 1024


@transaction.atomic
def keep_file(
    file: IO[bytes],
    *,
    club: Club,
    direction: Direction,
    name: str,
    manifest: Manifest | None = None,
    actor: Actor,
    at: datetime,
) -> ArchiveFile:
    """Store a file from where it stands, piece by piece. Raises NotAnArchive if it is too large."""
    kept = ArchiveFile.objects.create(
        club=club,
        direction=direction,
        extent=manifest.extent if manifest else "",
        of=manifest.name[:120] if manifest else "",
        has_addresses=bool(manifest and manifest.with_addresses),
        name=name[:200],
        size=0,
        sha256="0" * 64,
        stored_at=at,
        stored_by_name=actor.name[:200],
        kept_until=at + KEPT,
    )
    digest = sha256()
    for number, content in enumerate(iter(lambda: file.read(PIECE), b"")):
        kept.size += len(content)
        if kept.size > LARGEST_FILE:
            raise too_large()
        digest.update(content)
        ArchivePiece.objects.create(file=kept, number=number, content=content)
    kept.sha256 = digest.hexdigest()
    kept.save(update_fields=["size", "sha256"])
    for old in files_of(club, at=at)[MOST_KEPT:]:
        old.delete()
    return kept


def files_of(club: Club, *, at: datetime) -> "QuerySet[ArchiveFile]":
    """Return the archives that are kept of a club, the newest first."""
    rows = ArchiveFile.objects.filter(club=club, kept_until__gt=at)
    return rows.order_by("-stored_at", "-pk")


def content_of(kept: ArchiveFile) -> Iterator[bytes]:
    """Go through the bytes of a kept file, a piece at once."""
    number = 0
    rows = ArchivePiece.objects.filter(file=kept)
    while (piece := rows.filter(number=number).first()) is not None:
        yield bytes(piece.content)
        number += 1


@contextmanager
def opened(kept: ArchiveFile) -> Iterator[IO[bytes]]:
    """Open a kept file as one that can be sought in, on the disk of this machine."""
    with tempfile.TemporaryFile() as file:
        for content in content_of(kept):
            file.write(content)
        file.seek(0)
        yield file


def delete_archives_of(club_id: int) -> int:
    """Delete all archives that are kept of a club, made or uploaded; return how many."""
    _rows, by_model = ArchiveFile.objects.filter(club_id=club_id).delete()
    return by_model.get(ArchiveFile._meta.label, 0)


def past_their_time(before: datetime) -> "QuerySet[Any]":
    """Return the files that were to be kept until before a moment, for the site's housekeeping."""
    return ArchiveFile.objects.filter(kept_until__lt=before)


def too_large() -> NotAnArchive:
    return NotAnArchive(
        _("The file is too large: an archive has at most %(most)d MB.")
        % {"most": LARGEST_FILE // 1024**2},
        field="file",
    )
