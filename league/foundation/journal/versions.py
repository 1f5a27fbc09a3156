"""A count of what was worked out from a club's facts, and one for the whole site.

With the numbers of its last happenings it says whether a page that is kept shows what is so
(`league/faces/public/page_cache.py`).
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.core import serializers
from django.db import connection
from django.db.models import Model

from league.foundation.journal.actor import Act
from league.foundation.journal.models import Asked, Happening
from league.foundation.journal.selectors import happenings_about

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


# --- Deleted rows that can be restored: the journal stores them completely, with their ids ---


def kept(rows: Iterable[Model]) -> list[dict[str, Any]]:
    """Return the rows as values that the journal can keep."""
    rows_as_json: list[dict[str, Any]] = json.loads(serializers.serialize("json", rows))
    return rows_as_json


def put_rows_back(rows: Sequence[Mapping[str, Any]]) -> None:
    """Make kept rows again, in their order; columns that a newer release took away are left out.

    Raises IntegrityError, here and not when the transaction ends, for rows that no longer fit.
    """
    for row in serializers.deserialize("python", rows, ignorenonexistent=True):
        row.save()
    connection.check_constraints()


# --- Changes that can be taken back: which happening they wrote, and whether that was undone ---
# What undoing one needs stands in the data of its happening as `was`; the undo is a happening of
# its own whose `undoes` names it.


def change_made(
    subject_type: str, subject_id: int, kinds: Collection[str], *, by: Act
) -> Happening | None:
    """Return what somebody's act at a moment wrote, where it can be undone."""
    rows = happenings_about(subject_type, subject_id).filter(
        kind__in=kinds, at=by.at, actor_user_id=by.actor.user_id, data__has_key="was"
    )
    return rows.last()


def change_to_undo(
    subject_type: str, subject_id: int, kinds: Collection[str], number: int
) -> Happening | None:
    """Return the happening of this number, if it is about the subject and can be undone."""
    rows = happenings_about(subject_type, subject_id)
    return rows.filter(pk=number, kind__in=kinds, data__has_key="was").first()


def is_undone(change: Happening) -> bool:
    """Say whether somebody has undone the change already."""
    about = happenings_about(change.subject_type, change.subject_id or 0)
    return about.filter(pk__gt=change.pk, data__undoes=change.pk).exists()


# --- Asked ---
# What was asked for and has not begun yet, as all processes see it: nobody asks a second time.
#
# A mark stands in the database, where the web processes and the workers meet. It is set after the
# commit of a fact, in a moment of its own, so that no transaction waits for another one's mark.

# who finds a fresh mark writes nothing; of two that find none the second one waits for the first
ASK = """
INSERT INTO journal_asked (what, at)
SELECT %(what)s, now() WHERE NOT EXISTS (
    SELECT FROM journal_asked
    WHERE what = %(what)s AND at > now() - make_interval(secs => %(lasts)s)
)
ON CONFLICT (what) DO UPDATE SET at = excluded.at
WHERE journal_asked.at IS NULL
    OR journal_asked.at <= excluded.at - make_interval(secs => %(lasts)s)
RETURNING what
"""


def ask(what: str, *, lasts_s: float) -> bool:
    """Mark that something is asked for; False: it is already, and has not begun.

    A mark lasts so many seconds: what was asked for may have been lost.
    """
    with connection.cursor() as cursor:
        cursor.execute(ASK, {"what": what, "lasts": lasts_s})
        return cursor.fetchone() is not None


def begin(what: str) -> None:
    """Take the mark away: whoever asks from now on asks for another one."""
    Asked.objects.filter(what=what, at__isnull=False).update(at=None)
