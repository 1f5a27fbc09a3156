"""What the clock has done every few seconds: each subject sends what is behind, or was lost.

A message to the workers only says that there is something to do. Whatever lost its message, or
whose worker died, is found here.
"""

from collections.abc import Callable, Mapping
from datetime import datetime

import structlog

from deploy.site.restored import put_right_if_elsewhere
from league.calendar.captains import services as captains
from league.foundation.jobs import catching_up
from league.foundation.jobs import services as jobs
from league.foundation.journal import services as journal
from league.foundation.outbox import services as outbox
from league.office.notifications import services as notifications
from league.office.webhooks import services as webhooks
from league.tables.outlook import services as outlook

log = structlog.stdlib.get_logger("sweeping")


# done one after the other at a moment; done twice, or beside itself, each does nothing twice
PARTS: Mapping[str, Callable[[datetime], object]] = {
    "restored": put_right_if_elsewhere,
    "jobs": lambda at: jobs.sweep(at=at),
    "ratings moved": lambda at: outlook.follow_ratings(at=at),
    "projections": lambda at: catching_up.sweep(at=at),
    "reminders": notifications.remind,
    "outbox": lambda at: outbox.sweep(at=at),
    "changes": lambda _at: webhooks.number_changes(),
    "captains": lambda at: captains.sweep_matches(at=at),
    "journal": lambda at: journal.deliver_all(at=at),
}


def sweep(*, at: datetime) -> None:
    """Do every part; raises ExceptionGroup at the end with the errors of those that failed."""
    errors: list[Exception] = []
    for name, part in PARTS.items():
        try:
            part(at)
        except Exception as error:
            log.exception("sweep_failed", part=name)
            errors.append(error)
    if errors:
        raise ExceptionGroup("parts of the sweep failed", errors)
