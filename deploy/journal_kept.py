"""The journal's table kept in form: partitions made ahead, and what has passed in the archive."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import structlog
from django.conf import settings
from django.db import connection

from league.journal.archive_file import DamagedArchive
from league.journal.archiving import ArchiveRefused, archive_passed
from league.journal.models import Archive
from league.journal.partitions import make_ahead

log = structlog.stdlib.get_logger("housekeeping")

# files written in one go of the beat, of some seconds each: the next hour goes on
MOST_FILES = 10
A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Kept:
    """Whether a partition was made, and how many happenings went to the archive."""

    is_partition_made: bool
    archived: int


def keep_journal(at: datetime) -> Kept:
    """Do what is due. An archive that cannot be written is logged; it keeps nothing else from it.

    The check "journal archive" of `manage.py doctor` says so as well.
    """
    is_made = make_ahead(at) is not None
    try:
        archived = sum(archive.happenings for archive in archive_what_is_due(at))
    except (ArchiveRefused, DamagedArchive, OSError) as error:
        log.error("journal_not_archived", reason=str(error))
        archived = 0
    return Kept(is_made, archived)


def archive_what_is_due(at: datetime) -> Iterator[Archive]:
    """Yield each file that was written and checked, if the site keeps an archive.

    Raises what `archive_passed` raises.
    """
    if not settings.JOURNAL_ARCHIVE_FOLDER:
        return
    check_clock(at)
    folder = archive_folder()
    for _file in range(MOST_FILES):
        archive = archive_passed(folder, before=month_begun(at), at=at)
        if archive is None:
            return
        yield archive


def check_clock(at: datetime) -> None:
    """Raise ArchiveRefused where the database says that it is another day.

    A clock that has jumped ahead would make everything old.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT now()")
        (there,) = cursor.fetchone()
    if abs(there - at) > A_DAY:
        raise ArchiveRefused(
            f"It is {at:%Y-%m-%d %H:%M} on this machine and {there:%Y-%m-%d %H:%M} on that of the"
            " database (UTC): set their clocks. Nothing was removed from the journal."
        )


def archive_folder() -> Path:
    """Return the folder; it is made, for its owner alone, if it is missing. Raises OSError."""
    folder = Path(settings.JOURNAL_ARCHIVE_FOLDER)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def month_begun(at: datetime) -> datetime:
    """Return before which moment what has passed goes: whole months, so that files are few."""
    then = at - timedelta(days=settings.JOURNAL_DAYS)
    return then.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
