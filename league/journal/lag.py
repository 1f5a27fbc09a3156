"""How far the hindmost reader of the journal is behind it."""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from league.journal.subscribers import subscribers

# a journal that nobody reads grows: counting stops here
MOST_COUNTED = 10_000

UNREAD_OF_THE_HINDMOST = """
SELECT count(*), min(unread.at) FROM (
    SELECT happening.at FROM journal_happening happening, (
        SELECT transaction, happening_id FROM journal_reader WHERE name = ANY(%(names)s)
        ORDER BY transaction, happening_id LIMIT 1
    ) hindmost
    WHERE (happening.transaction, happening.id) > (hindmost.transaction, hindmost.happening_id)
    ORDER BY happening.transaction, happening.id LIMIT %(most)s
) unread
"""


@dataclass(frozen=True, slots=True)
class Lag:
    """`entries` that somebody has not read, MOST_COUNTED at most; the oldest is of `since`."""

    entries: int
    since: datetime | None


def lag() -> Lag:
    """Return how far the hindmost of those who read is behind; one query."""
    names = [subscriber.name for subscriber in subscribers()]
    with connection.cursor() as cursor:
        cursor.execute(UNREAD_OF_THE_HINDMOST, {"names": names, "most": MOST_COUNTED})
        entries, since = cursor.fetchone()
    return Lag(entries, since)
