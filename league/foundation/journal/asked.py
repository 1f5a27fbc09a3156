"""What was asked for and has not begun yet, as all processes see it: nobody asks a second time.

A mark stands in the database, where the web processes and the workers meet. It is set after the
commit of a fact, in a moment of its own, so that no transaction waits for another one's mark.
"""

from django.db import connection

from league.foundation.journal.models import Asked

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
