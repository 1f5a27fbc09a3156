"""Celery tasks: the mails to players who are asked to be partners.

`**_newer` takes arguments that only a newer release sends, so that its messages do not fail in a
worker that has not been updated yet.
"""

from smtplib import SMTPException
from typing import Any

from celery import shared_task
from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation

from league.clubs.services.mails import send
from league.events.models import EntryState, PartnerRequest
from league.events.names import name_of


@shared_task(
    name="league.events.tasks.send_partner_requests",
    autoretry_for=(OSError, SMTPException),
    retry_backoff=10,
    retry_backoff_max=600,
    max_retries=8,
)
def send_partner_requests_task(*, entry_id: int, **_newer: Any) -> None:
    """Mail each player who was asked into an entry and has an account, once."""
    waiting = PartnerRequest.objects.filter(
        entry=entry_id,
        entry__state=EntryState.APPLIED,
        mailed_at=None,
        answered_at=None,
        player__user__is_active=True,
    )
    for pk in waiting.values_list("pk", flat=True):
        with transaction.atomic():
            # a message delivered twice waits here and then finds the mail sent
            requests = waiting.select_for_update(of=("self",)).select_related(
                "entry__event__club", "player__user"
            )
            request = requests.filter(pk=pk).first()
            if request is None:
                continue
            mail_partner_request(request)
            request.mailed_at = timezone.now()
            request.save(update_fields=["mailed_at"])


def mail_partner_request(request: PartnerRequest) -> None:
    """Write to the account of a player who is asked to be somebody's partner."""
    event, user = request.entry.event, request.player.user
    if user is None:
        return
    url = settings.SITE_URL + reverse("public:sign_up", args=[event.club.slug, event.slug])
    with translation.override(user.language):
        send(
            "partner_request",
            user.email,
            {"user": user, "event": event, "entry": name_of(request.entry), "url": url},
        )
