"""What must follow when the database was brought back, or moved, is done by the site itself.

The site notes where its database is. Workers and the beat compare it when they start and every
minute: a dump that was restored elsewhere, a recovery to an earlier moment and a standby that took
over are all another place (docs/decisions/0021-failover-and-backups.md).
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeAlias

import structlog
from django.core.cache import cache
from django.db import ProgrammingError, connection, transaction
from psycopg.errors import InsufficientPrivilege

from deploy.site.models import DatabasePlace
from league.foundation.journal.models import Asked
from league.office.webhooks.services import skip_positions
from league.tables.standings.services import skip_versions

log = structlog.stdlib.get_logger("restored")

Step: TypeAlias = Callable[[], object]

# the cluster's own number, which every copy of its files has, too
CLUSTER = "SELECT system_identifier FROM pg_control_system()"
# the database in it, and the timeline: a recovery or a standby that takes over begins another
WITHIN = """
SELECT oid, CASE WHEN pg_is_in_recovery() THEN ''
    ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END
FROM pg_database WHERE datname = current_database()
"""
ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtext('put right after a restore'))"


def place_of_database() -> str:
    """Return where the database is: "cluster/database/timeline"; "" for a standby."""
    with connection.cursor() as cursor:
        cursor.execute(WITHIN)
        database, timeline = cursor.fetchone()
    return f"{_cluster()}/{database}/{timeline}" if timeline else ""


def _cluster() -> str:
    """Return the number of the cluster; "unknown" where the site may not ask for it."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(CLUSTER)
            return str(cursor.fetchone()[0])
    except ProgrammingError as error:
        if isinstance(error.__cause__, InsufficientPrivilege):
            return "unknown"
        raise


def is_elsewhere() -> bool:
    """Return whether the database is not where it was noted last, or was never noted."""
    return _is_elsewhere(place_of_database())


def _is_elsewhere(place: str) -> bool:
    return bool(place) and not DatabasePlace.objects.filter(place=place).exists()


def put_right_if_elsewhere(at: datetime) -> bool:
    """Do what follows a restore when the database is elsewhere; return whether it was."""
    place = place_of_database()
    if not _is_elsewhere(place):
        return False
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(ONE_AT_A_TIME)
        if not _is_elsewhere(place):
            return False  # somebody else has just done it
        put_right(at, steps=STEPS if DatabasePlace.objects.exists() else FIRST_STEPS)
    return True


@transaction.atomic
def put_right(at: datetime, *, steps: Sequence[Step] | None = None) -> None:
    """Make the site go on from what is in its database now, and note where that is.

    What is wanted and not built yet, and jobs that were being done, are found by the sweeps. Done
    twice, it changes nothing that people see.
    """
    noted = DatabasePlace.objects.first()
    for step in STEPS if steps is None else steps:
        step()
    DatabasePlace.objects.update_or_create(defaults={"place": place_of_database(), "noted_at": at})
    log.warning("database_is_elsewhere", before=noted.place if noted else "")


def forget_claims() -> None:
    """Forget what was asked for of workers that never heard of it."""
    Asked.objects.all().delete()


def forget_kept_pages() -> None:
    cache.clear()


# a database that was never noted is new, or was last used by a release whose pages are not kept
FIRST_STEPS: tuple[Step, ...] = (forget_claims,)
STEPS = (*FIRST_STEPS, skip_versions, skip_positions, forget_kept_pages)
