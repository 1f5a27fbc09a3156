"""The Celery task with which releases asked for mails that kept none in the database.

`**_newer` takes arguments that only a newer release sends, so that its messages do not fail in a
worker that has not been updated yet.
"""

from typing import Any

from django.utils import timezone

from league.events.partner_mails import request_partner_mails
from league.queues import task


@task("league.events.tasks.send_partner_requests")
def send_partner_requests_task(*, entry_id: int, **_newer: Any) -> None:
    request_partner_mails(entry_id, at=timezone.now())
