"""What rebuilds and open pages must follow: facts that standings are made from, and others."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import F

from league import following
from league.standings.models import StageStandings


def want(*, stage_ids: Collection[int], at: datetime) -> list[int]:
    """Note that facts of these stages changed; return those for which a rebuild was sent."""
    return following.want(StageStandings, stage_ids, at=at, pulse=F("pulse") + 1)


def hear(*, stage_ids: Collection[int]) -> None:
    """Note something that open pages show and standings are not made from."""
    for stage_id in sorted(stage_ids):
        StageStandings.objects.filter(pk=stage_id).update(pulse=F("pulse") + 1)
