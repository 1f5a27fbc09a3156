"""Catching up with the facts, by turns: what the workers do of standings, ratings, statistics."""

from collections.abc import Callable
from datetime import datetime
from typing import TypeAlias

import structlog

from league.following import Following
from league.jobs.turns import NoPlace, put_down, take

log = structlog.stdlib.get_logger("following")

# works out what follows the facts of an owner; raises NoPlace
Build: TypeAlias = Callable[[int], object]


def catch_up_in_turn(
    kind: type[Following], build: Build, *, asked: int, large: bool, at: datetime
) -> int | None:
    """Build what has the next turn, and return its owner; None: nothing waits that may begin now.

    What cannot be built stays in hand, so that it is not tried again at once; its error is raised.
    """
    without_place: list[int] = []
    while (owner_id := take(kind, asked=asked, large=large, at=at, but=without_place)) is not None:
        try:
            build(owner_id)
        except NoPlace as full:
            log.info("left_for_later", what=kind._meta.model_name, reason=str(full))
            put_down(kind, owner_id)
            without_place.append(owner_id)
        else:
            put_down(kind, owner_id)
            return owner_id
    return None
