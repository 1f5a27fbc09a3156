"""Tells the live streams, when the transaction commits, that pages of events have changed."""

from django.db import connection

CHANNEL = "tricktable_live"

ANNOUNCE = """
SELECT pg_notify(%(channel)s, payload::text) FROM (
    (
        SELECT json_build_object(
            'topic', 'event:' || stage.event_id, 'version', sum(standings.live_version)::bigint
        ) AS payload
        FROM standings_stagestandings standings
        JOIN events_stage stage ON stage.id = standings.stage_id
        WHERE stage.event_id = ANY(%(events)s) GROUP BY stage.event_id ORDER BY stage.event_id
    )
    UNION ALL
    (
        SELECT json_build_object('topic', 'club:' || club_id)
        FROM events_event WHERE id = ANY(%(events)s) GROUP BY club_id ORDER BY club_id
    )
) AS moved
"""


def announce(event_ids: list[int]) -> None:
    """Queue one notification an event, and one a club; they are sent with the commit, or never.

    The version is the sum of the live versions of the event's stages, which only grows.
    """
    if not event_ids:
        return
    with connection.cursor() as cursor:
        cursor.execute(ANNOUNCE, {"channel": CHANNEL, "events": event_ids})
