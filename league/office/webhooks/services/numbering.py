"""The positions of changes, given after the commit and in the order of commits.

Numbers of happenings are taken when they are written and seen when they are committed, so a lower
one may appear after a higher one. A position is given to what is committed, by one process at a
time, and is committed itself before the next is given: what has been read up to a position is all
there is up to it (docs/decisions/0016-sending.md).

That standings changed is numbered once they follow what changed them, or after a minute.
"""

from datetime import timedelta

from django.db import connection, transaction

from league.office.webhooks.models import RETENTION

# a day more than programs may ask for by a cursor, so that no cursor finds half of it
STORED = RETENTION + timedelta(days=1)
AT_ONCE = 5_000
# standings that do not stand still become visible all the same after so long
STANDINGS_WAIT = timedelta(minutes=1)
# seconds in which the standings, a reader of their own, have heard of what changes them
STANDINGS_HEAR = 3

ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtext('number changes'))"
NUMBER = """
WITH waiting AS (
    SELECT happening_id FROM webhooks_change change WHERE position IS NULL
        AND (happening_id > 0 OR told_at <= clock_timestamp() - make_interval(secs => %s) OR (
            told_at <= clock_timestamp() - make_interval(secs => %s) AND NOT EXISTS (
                SELECT FROM standings_stagestandings standings
                WHERE standings.stage_id = change.stage_id AND standings.wanted > standings.built
            )
        ))
    ORDER BY abs(happening_id), happening_id DESC LIMIT %s
), numbered AS (
    SELECT happening_id, nextval('webhooks_change_position') AS position FROM waiting
    ORDER BY abs(happening_id), happening_id DESC
)
UPDATE webhooks_change SET position = numbered.position, told_at = clock_timestamp()
FROM numbered WHERE webhooks_change.happening_id = numbered.happening_id
"""
# positions that were given after the moment a database was brought back to were read by somebody
SKIPPED = 1_000_000
SKIP = "SELECT setval('webhooks_change_position', nextval('webhooks_change_position') + %s)"


def number_changes() -> int:
    """Give positions to what has none, and return to how many."""
    total = 0
    while True:
        given = _number_some()
        total += given
        if given < AT_ONCE:
            return total


@transaction.atomic
def _number_some() -> int:
    with connection.cursor() as cursor:
        cursor.execute(ONE_AT_A_TIME)
        cursor.execute(NUMBER, [STANDINGS_WAIT.total_seconds(), STANDINGS_HEAR, AT_ONCE])
        return int(cursor.rowcount)


def skip_positions() -> None:
    """Go on far beyond what was given: after a restore, programs come with cursors from before."""
    with connection.cursor() as cursor:
        cursor.execute(SKIP, [SKIPPED])
