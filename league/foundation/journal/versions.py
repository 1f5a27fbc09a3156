"""A count of what was worked out from a club's facts, and one for the whole site.

With the numbers of its last happenings it says whether a page that is kept shows what is so
(`league/faces/public/page_cache.py`).
"""

from collections.abc import Iterable

from django.db import connection

# so many rows count for the whole site: those who work at the same time seldom wait for each other
SITE_ROWS = 16
# in one order, the site first as the clubs are sorted behind it: two never wait for each other
COUNT_UP = """
WITH site AS (
    INSERT INTO journal_siteversion (id, number) SELECT pg_backend_pid() %% %s, 1
    ON CONFLICT (id) DO UPDATE SET number = journal_siteversion.number + 1
    RETURNING id
)
INSERT INTO journal_clubversion (club_id, number)
SELECT club_id, 1 FROM site, unnest(%s::bigint[]) AS club_id ORDER BY club_id
ON CONFLICT (club_id) DO UPDATE SET number = journal_clubversion.number + 1
"""


def count_up(club_ids: Iterable[int | None]) -> None:
    """Note that something was worked out for these clubs: the last thing of its transaction."""
    ids = sorted({club_id for club_id in club_ids if club_id is not None})
    if ids:
        with connection.cursor() as cursor:
            cursor.execute(COUNT_UP, [SITE_ROWS, ids])
