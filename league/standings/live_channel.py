"""Tells the live streams, when the transaction commits, that an event's pages have changed."""

import json

from django.db import connection

CHANNEL = "tricktable_live"


def announce(event_ids: list[int]) -> None:
    """Queue one notification an event; PostgreSQL sends it with the commit, or never.

    The version is the sum of the pulses of the event's stages, which only grows.
    """
    if not event_ids:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT stage.event_id, sum(standings.pulse) FROM standings_stagestandings standings"
            " JOIN events_stage stage ON stage.id = standings.stage_id"
            " WHERE stage.event_id = ANY(%s) GROUP BY stage.event_id ORDER BY stage.event_id",
            [event_ids],
        )
        for event_id, version in cursor.fetchall():
            payload = json.dumps({"topic": f"event:{event_id}", "version": int(version)})
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload])
