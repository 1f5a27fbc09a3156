"""Does the database answer, with the tables of this release, and is nobody in its way?"""

import logging
from dataclasses import astuple

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from deploy.ops.doctor.result import Result, fault, well

log = logging.getLogger(__name__)

OLDEST_SECONDS = 300

# the kinds of process that serve people; commands take as long as they must
LIMITED = ("web", "worker")
# of the whole cluster, as far as this role may see it; what copies the database may take long
OLDEST = """
SELECT pid, coalesce(datname, ''), coalesce(application_name, ''), coalesce(state, ''),
    extract(epoch FROM clock_timestamp() - xact_start)::float
FROM pg_stat_activity
WHERE xact_start IS NOT NULL AND pid <> pg_backend_pid() AND backend_type = 'client backend'
ORDER BY xact_start LIMIT 1
"""


def look_for_database() -> Result:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('server_version_num')::int / 10000")
            (version,) = cursor.fetchone()
    except DatabaseError as error:
        log.warning("database_away", extra={"reason": str(error)})
        return fault(
            "The database does not answer.",
            "See whether it runs ('systemctl status postgresql'), and whether DATABASE_URL names"
            " it; the reason stands in the log.",
        )
    return well(f"The database answers: PostgreSQL {version}.", version=version)


def look_for_migrations() -> Result:
    executor = MigrationExecutor(connection)
    waiting = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    if not waiting:
        return well("The tables are those of this release.")
    return fault(
        f"{waiting} migrations are not applied: the tables are those of an older release.",
        "Run 'tricktable-manage prepare'.",
        waiting=waiting,
    )


def look_for_time_limits() -> Result:
    """Look whether each statement, lock and forgotten transaction of the site ends by itself."""
    if settings.DATABASE_POOLER != "none":
        return well(
            f"{settings.DATABASE_POOLER} sets the time limits (docs/configuration.md, “Through"
            " pgbouncer”)."
        )
    without = [name for name in LIMITED if 0 in astuple(settings.DATABASE_TIME_LIMITS[name])]
    if not without:
        return well("Statements, locks and idle transactions end by themselves.")
    return fault(
        f"A time limit is switched off for: {', '.join(without)}. One forgotten transaction can"
        " hold up everybody else.",
        "Take the 0 out of WEB_STATEMENT_SECONDS, WEB_LOCK_SECONDS or WORKER_LOCK_SECONDS.",
    )


def look_for_old_ones() -> Result:
    with connection.cursor() as cursor:
        cursor.execute(OLDEST)
        row = cursor.fetchone()
    if row is None:
        return well("No other transaction is open.", seconds=0)
    process, database, application, state, seconds = row
    if seconds < OLDEST_SECONDS:
        return well(f"The oldest transaction is {seconds:.0f} s old.", seconds=seconds)
    return fault(
        f"A transaction in the database {database} is open for {seconds:.0f} s"
        f" (process {process}, {application or 'without a name'}, {state}): what is deleted"
        " meanwhile cannot be tidied up, and others may wait for its locks.",
        f"End what it belongs to, or as the database's administrator"
        f" SELECT pg_terminate_backend({process});",
        seconds=seconds,
        process=process,
    )
