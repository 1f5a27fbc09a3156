"""Moving what has passed from the journal into files; facts stay for ever.

What is a fact, each kind of happening says where its subject registers it (`kinds.register`). A
file is begun by a row; written, read back and compared with the journal, and only then, in the
transaction that notes its digest, the happenings are removed. Killed at any moment, the next time
writes the same file once more: nothing is lost, and nothing stands in two files.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from pathlib import Path
from typing import Any

import structlog
from django.db import connection, transaction
from django.db.models import Max, Min, QuerySet

from league.journal import kinds
from league.journal.archive_file import DamagedArchive, digest_of, read_archive, write_archive
from league.journal.archive_rewriting import noted_file
from league.journal.models import Archive, ArchiveState, Happening, Undelivered

log = structlog.stdlib.get_logger("archiving")

A_FILE = 50_000  # happenings
COLUMNS = tuple(field.attname for field in Happening._meta.concrete_fields)


class ArchiveRefused(Exception):
    """What was written is not what the journal has: nothing was removed. The text says which."""


def archive_passed(folder: Path, *, before: datetime, at: datetime) -> Archive | None:
    """Move what passed before a moment into one file in the folder; None: there is nothing to move.

    What another process has begun at this moment is left to it. Raises ArchiveRefused,
    DamagedArchive and OSError, and then removes nothing.
    """
    _begin(before, at)
    return _carry_out(folder)


def _begin(before: datetime, at: datetime) -> None:
    """Note which happenings go into the next file, unless one is begun and not done."""
    if Archive.objects.filter(state=ArchiveState.BEGUN).exists():
        return
    found = _next_range(before, at)
    if found:
        first, last = found
        row = Archive(begun_at=at, before=before, first_id=first, last_id=last)
        Archive.objects.bulk_create([row], ignore_conflicts=True)


def _next_range(before: datetime, at: datetime) -> tuple[int, int] | None:
    """Return the ids between which the next file's happenings lie."""
    over = Archive.objects.aggregate(last=Max("last_id"))["last"] or 0
    rows = Happening.objects.filter(id__gt=over).order_by("id")
    # what a clock said that was ahead is as old as what stands beside it
    younger = rows.filter(at__gte=before, at__lte=at).values_list("id", flat=True).first()
    owed = Undelivered.objects.aggregate(first=Min("happening_id"))["first"]
    ends = [end for end in (younger, owed) if end is not None]
    if ends:
        rows = rows.filter(id__lt=min(ends))
    passed = rows.filter(kind__in=kinds.passing_kinds()).values_list("id", flat=True)
    ids = list(passed[:A_FILE])
    return (ids[0], ids[-1]) if ids else None


@transaction.atomic
def _carry_out(folder: Path) -> Archive | None:
    begun = Archive.objects.select_for_update(skip_locked=True).filter(state=ArchiveState.BEGUN)
    archive = begun.first()
    if archive is None:
        return None
    # of the release that carries it out
    archive.kinds = list(kinds.passing_kinds())
    file = folder / archive.file_name
    archive.happenings = write_archive(file, _lines_of(archive))
    if not archive.happenings:  # what it was begun for are facts in this release
        archive.delete()
        file.unlink()
        return None
    _compare(file, archive)
    _take_away(file, archive)
    log.info("journal_archived", file=str(file), happenings=archive.happenings)
    return archive


def _happenings_of(archive: Archive) -> QuerySet[Happening]:
    rows = Happening.objects.filter(id__gte=archive.first_id, id__lte=archive.last_id)
    return rows.filter(kind__in=archive.kinds).order_by("id")


def _lines_of(archive: Archive) -> Iterator[dict[str, Any]]:
    for row in _happenings_of(archive).values(*COLUMNS).iterator(chunk_size=2_000):
        yield {**row, "at": row["at"].isoformat()}


def _compare(file: Path, archive: Archive) -> None:
    for written, row in zip_longest(read_archive(file), _lines_of(archive)):
        if written != row:
            number = (row or written or {}).get("id")
            raise ArchiveRefused(
                f"{file} does not have happening {number} as the journal has it: nothing was"
                " removed. The next attempt writes the file anew."
            )


def _take_away(file: Path, archive: Archive) -> None:
    """Note the file, let its happenings go, and note that they are gone: all of it or nothing."""
    archive.digest, archive.bytes = digest_of(file), file.stat().st_size
    archive.state = ArchiveState.CHECKED
    archive.save()
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM journal_happening WHERE id BETWEEN %s AND %s AND kind = ANY(%s)",
            [archive.first_id, archive.last_id, archive.kinds],
        )
        removed = cursor.rowcount
    if removed != archive.happenings:
        raise ArchiveRefused(
            f"{file} has {archive.happenings} happenings and the journal {removed}: nothing was"
            " removed. The next attempt writes the file anew."
        )
    archive.state = ArchiveState.DONE
    archive.save(update_fields=["state"])


@dataclass(frozen=True, slots=True)
class Looked:
    """What came of looking at the files: how many are as they were written, and what is not."""

    whole: int
    faults: tuple[str, ...]


def look_at_files(folder: Path, *, thoroughly: bool) -> Looked:
    """Compare the files in the folder with what the journal notes of them.

    Thoroughly is byte by byte and line by line; otherwise whether each is there in its size.
    """
    done = Archive.objects.filter(state=ArchiveState.DONE).order_by("pk")
    found = [_fault_of(folder, archive, thoroughly=thoroughly) for archive in done]
    faults = [fault for fault in found if fault]
    known = set(Archive.objects.order_by().values_list("pk", "begun_at"))
    names = {Archive(pk=pk, begun_at=begun).file_name for pk, begun in known}
    strange = sorted(file.name for file in folder.glob("journal-*.jsonl.gz"))
    faults += [
        f"{name} is not known to the journal: after a restore, what is in it is in the journal"
        " again. Move the file elsewhere."
        for name in strange
        if name not in names
    ]
    return Looked(whole=len(found) - sum(map(bool, found)), faults=tuple(faults))


def _fault_of(folder: Path, archive: Archive, *, thoroughly: bool) -> str:
    file = noted_file(folder, archive)
    if not file.is_file():
        return f"{archive.file_name} is missing: bring it back from a copy of the folder."
    damaged = (
        f"{archive.file_name} is not what was written: bring it back from a copy of the folder."
    )
    if file.stat().st_size != archive.bytes:
        return damaged
    if not thoroughly:
        return ""
    try:
        is_whole = digest_of(file) == archive.digest and _count(file) == archive.happenings
    except DamagedArchive:
        is_whole = False
    return "" if is_whole else damaged


def _count(file: Path) -> int:
    return sum(1 for _line in read_archive(file))
