"""Mails that tests request and have sent at once."""

from typing import Any

from django.utils import timezone

from league.foundation.outbox.models import OutboxMessage, Way
from league.foundation.outbox.services import request_mail, send_next


def mail_now(kind: str, **about: Any) -> None:
    """Request a mail as a page does, and send it as a worker does."""
    now = timezone.now()
    request_mail(kind, at=now, **about)
    send_next(Way.MAIL, at=now, rows=OutboxMessage.objects.order_by("-pk"))
