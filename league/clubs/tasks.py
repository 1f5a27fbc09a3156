"""Celery tasks: the mails of clubs and accounts; each calls a service.

`**_newer` takes arguments that only a newer release sends, so that its messages do not fail in a
worker that has not been updated yet.
"""

from smtplib import SMTPException
from typing import Any

from celery import shared_task
from django.db import transaction
from django.utils import timezone

from league.clubs.models import Invitation
from league.clubs.services import addresses, sign_in_mails
from league.clubs.services.invitations import InvitationOver, check_open
from league.clubs.services.mails import mail_invitation


@shared_task(
    name="league.clubs.tasks.send_invitation",
    # a mail server that is away is asked again: after 10 s, 20 s, 40 s ... half an hour in all
    autoretry_for=(OSError, SMTPException),
    retry_backoff=10,
    retry_backoff_max=600,
    max_retries=8,
)
def send_invitation_task(*, invitation_id: int, again: bool = False, **_newer: Any) -> None:
    """Mail an invitation unless it is over. With `again` one that was mailed goes out again."""
    with transaction.atomic():
        # a message delivered twice waits here and then finds the mail sent
        invitations = Invitation.objects.select_for_update(of=("self",)).select_related(
            "club", "invited_by"
        )
        invitation = invitations.filter(pk=invitation_id).first()
        if invitation is None or (invitation.mailed_at and not again):
            return
        try:
            check_open(invitation, timezone.now())
        except InvitationOver:
            return
        mail_invitation(invitation)
        invitation.mailed_at = timezone.now()
        invitation.save(update_fields=["mailed_at"])


@shared_task(name=sign_in_mails.SIGN_IN_LINK)
def send_sign_in_link_task(*, email: str, language: str, back_to: str = "", **_newer: Any) -> None:
    sign_in_mails.send_sign_in_link(email=email, language=language, back_to=back_to)


@shared_task(name=sign_in_mails.PASSWORD_RESET)
def send_password_reset_task(*, email: str, language: str, **_newer: Any) -> None:
    sign_in_mails.send_password_reset(email=email, language=language)


@shared_task(name=addresses.NEW_ADDRESS)
def send_new_address_task(*, user_id: int, email: str, language: str, **_newer: Any) -> None:
    addresses.send_new_address(user_id=user_id, email=email, language=language)


@shared_task(name=addresses.ADDRESS_CHANGED)
def send_address_changed_task(*, user_id: int, before: str, after: str, **_newer: Any) -> None:
    addresses.send_address_changed(user_id=user_id, before=before, after=after)
