"""Celery tasks. `**_newer` takes arguments that only a newer release sends to an old worker."""

import time
from typing import Any

from celery import shared_task

from league.journal.asked import ask, begin
from league.journal.services import DELIVER, deliver_all, is_unread

# what holds the journal back is over in a moment nearly always: another submission. A worker waits
# that long; for what takes longer it asks again
PAUSES_S = (0.01, 0.02, 0.04)
AGAIN_IN = 0.5  # seconds
AGAIN, AGAIN_WAITS_S = "delivery again", 5


@shared_task(name=DELIVER)
def deliver_task(*, again: bool = False, **_newer: Any) -> None:
    """Deliver what can be read, and ask again soon for what cannot be read yet."""
    if again:
        begin(AGAIN)
    deliver_all()
    for pause in PAUSES_S:
        if not is_unread():
            return
        time.sleep(pause)
        deliver_all()
    # one more delivery in the queue is enough, however many find something they cannot read yet
    if is_unread() and ask(AGAIN, lasts_s=AGAIN_WAITS_S):
        deliver_task.apply_async(kwargs={"again": True}, countdown=AGAIN_IN)


@shared_task(name="league.journal.tasks.sweep")
def sweep(**_newer: Any) -> None:
    """Deliver what a lost message left behind."""
    deliver_all()
