"""Tells the live streams, when the transaction commits, that an event's pages have changed."""

from django.db import connection

CHANNEL = "tricktable_live"

ANNOUNCE = """
SELECT pg_notify(%s, json_build_object('topic', 'event:' || event_id, 'version', version)::text)
FROM (
    SELECT stage.event_id, sum(standings.pulse)::bigint AS version
    FROM standings_stagestandings standings JOIN events_stage stage ON stage.id = standings.stage_id
    WHERE stage.event_id = ANY(%s) GROUP BY stage.event_id ORDER BY stage.event_id
) AS moved
"""


def announce(event_ids: list[int]) -> None:
    """Queue one notification an event; PostgreSQL sends it with the commit, or never.

    The version is the sum of the pulses of the event's stages, which only grows.
    """
    if not event_ids:
        return
    with connection.cursor() as cursor:
        cursor.execute(ANNOUNCE, [CHANNEL, event_ids])
