"""Standings are wanted or built: one row a stage is the whole queue."""

from collections.abc import Sequence
from datetime import datetime

import structlog
from celery import current_app
from django.db import connection, transaction
from django.db.models import F
from kombu.exceptions import OperationalError as BrokerAway

from league.standings.models import StageStandings

REBUILD = "league.standings.tasks.rebuild"

log = structlog.stdlib.get_logger("standings")


@transaction.atomic
def want(*, stage_ids: Sequence[int], at: datetime) -> list[int]:
    """Count up what the standings must follow; return the stages for which a rebuild was sent.

    A message goes out only where nothing was wanted before: whoever rebuilds looks again when it
    is done, and a lost message is sent again by the sweep.
    """
    if not stage_ids:
        return []
    with connection.cursor() as cursor:
        # in one order, so that two readers never wait for each other's rows
        cursor.execute(
            "INSERT INTO standings_stagestandings AS now"
            " (stage_id, wanted, built, wanted_at, version, pulse)"
            " SELECT id, 1, 0, %s, 0, 1 FROM events_stage WHERE id = ANY(%s) ORDER BY id"
            " ON CONFLICT (stage_id) DO UPDATE SET"
            " wanted = now.wanted + 1, pulse = now.pulse + 1,"
            # since when the oldest of what is not built yet has waited
            " wanted_at = CASE WHEN now.wanted > now.built THEN now.wanted_at"
            " ELSE excluded.wanted_at END"
            " RETURNING stage_id, wanted - built",
            [at, list(stage_ids)],
        )
        fresh = [stage_id for stage_id, ahead in cursor.fetchall() if ahead == 1]
    for stage_id in fresh:
        send_rebuild(stage_id)
    return fresh


def hear(*, stage_ids: Sequence[int]) -> None:
    """Note something that open pages show and standings are not made from."""
    for stage_id in sorted(stage_ids):
        StageStandings.objects.filter(stage_id=stage_id).update(pulse=F("pulse") + 1)


def send_rebuild(stage_id: int) -> None:
    """Queue a rebuild for after the commit; what a broker that is away loses, the sweep sends."""

    def send() -> None:
        try:
            # by its name: the task calls into these services
            current_app.send_task(REBUILD, kwargs={"stage_id": stage_id})
        except BrokerAway as error:
            log.warning("standings_rebuild_not_queued", stage_id=stage_id, reason=str(error))

    transaction.on_commit(send, robust=True)
