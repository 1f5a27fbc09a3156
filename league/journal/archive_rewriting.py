"""Rewriting files of the journal's archive, so that who is forgotten is not named in them.

A new file is written beside the old one, its digest noted, and only then it takes the old one's
place. Cut off anywhere, the next time goes on: what the database notes is in one of the two.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import structlog
from django.db import transaction

from league.journal.archive_file import (
    DamagedArchive,
    Line,
    digest_of,
    read_archive,
    write_archive,
)
from league.journal.models import Archive, ArchiveState

log = structlog.stdlib.get_logger("archiving")

# a line as it is to be, or None: it goes
Change = Callable[[Line], Line | None]


def rewritten_file(file: Path) -> Path:
    """Return where the file is written that will take this one's place."""
    return file.with_name(f".{file.name}.rewritten")


def noted_file(folder: Path, archive: Archive) -> Path:
    """Return the file that the database notes: the one in its place, or the one to come there."""
    file = folder / archive.file_name
    new = rewritten_file(file)
    is_noted = new.is_file() and new.stat().st_size == archive.bytes
    return new if is_noted and digest_of(new) == archive.digest else file


def rewrite_files(folder: Path, change: Change) -> int:
    """Change the lines of all files; return how many were changed. Done again, it changes nothing.

    A file that is missing is left out: it names nobody here. Raises DamagedArchive and OSError.
    """
    with transaction.atomic():
        # what is being moved there at this moment may have been read before it was changed
        list(Archive.objects.select_for_update().filter(state=ArchiveState.BEGUN))
    done = Archive.objects.filter(state=ArchiveState.DONE).order_by("pk")
    return sum(_rewrite(folder, pk, change) for pk in done.values_list("pk", flat=True))


def _rewrite(folder: Path, pk: int, change: Change) -> int:
    _put_in_place(folder, pk)
    changed = _write_beside(folder, pk, change)
    _put_in_place(folder, pk)
    return changed


@transaction.atomic
def _write_beside(folder: Path, pk: int, change: Change) -> int:
    archive = Archive.objects.select_for_update().filter(pk=pk).first()
    if archive is None:
        return 0
    file = folder / archive.file_name
    if not file.is_file():
        log.warning("journal_archive_missing", file=str(file))
        return 0
    changed = sum(change(line) != line for line in read_archive(file))
    if changed:
        _write_and_note(file, archive, change)
        log.info("journal_archive_rewritten", file=str(file), happenings=changed)
    return changed


def _write_and_note(file: Path, archive: Archive, change: Change) -> None:
    new = rewritten_file(file)
    count = write_archive(new, _changed(file, change))
    if count != sum(1 for _line in read_archive(new)):
        raise DamagedArchive(f"{new} is not what was written.")
    if not count:
        new.unlink()
        file.unlink()
        archive.delete()
        return
    archive.happenings, archive.digest = count, digest_of(new)
    archive.bytes = new.stat().st_size
    archive.save(update_fields=["happenings", "digest", "bytes"])


def _changed(file: Path, change: Change) -> Iterator[Line]:
    for line in read_archive(file):
        new = change(line)
        if new is not None:
            yield new


@transaction.atomic
def _put_in_place(folder: Path, pk: int) -> None:
    """Let a new file take its place if the database notes it; one it does not note goes."""
    archive = Archive.objects.select_for_update().filter(pk=pk).first()
    if archive is None:
        return
    file = folder / archive.file_name
    new = rewritten_file(file)
    if not new.is_file():
        return
    if noted_file(folder, archive) == new:
        new.replace(file)
    else:
        new.unlink()
