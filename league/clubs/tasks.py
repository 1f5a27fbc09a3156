"""Celery tasks: the mails of clubs and accounts; each calls a service.

`**_newer` takes arguments that only a newer release sends, so that its messages do not fail in a
worker that has not been updated yet. A message of a release that kept no mails in the database
names what to write: its mail is requested when the message comes.
"""

from typing import Any

from django.utils import timezone

from league.clubs.models import INVITATION, Invitation
from league.clubs.services import addresses, outbox, sign_in_mails
from league.queues import task


@task(outbox.SEND_MAIL)
def send_mail_task(**_newer: Any) -> None:
    """Send a mail: the one whose turn it is."""
    outbox.send_next(at=timezone.now())


@task("league.clubs.tasks.send_invitation")
def send_invitation_task(*, invitation_id: int, again: bool = False, **_newer: Any) -> None:
    invitation = Invitation.objects.filter(pk=invitation_id).first()
    if invitation is not None:
        outbox.send_now(
            INVITATION,
            club_id=invitation.club_id,
            subject_id=invitation.pk,
            data={"again": again},
            at=timezone.now(),
        )


@task("league.clubs.tasks.send_sign_in_link")
def send_sign_in_link_task(*, email: str, language: str, back_to: str = "", **_newer: Any) -> None:
    data = {"email": email, "language": language, "back_to": back_to}
    outbox.send_now(sign_in_mails.SIGN_IN_LINK, data=data, at=timezone.now())


@task("league.clubs.tasks.send_password_reset")
def send_password_reset_task(*, email: str, language: str, **_newer: Any) -> None:
    data = {"email": email, "language": language}
    outbox.send_now(sign_in_mails.PASSWORD_RESET, data=data, at=timezone.now())


@task("league.clubs.tasks.send_new_address")
def send_new_address_task(*, user_id: int, email: str, language: str, **_newer: Any) -> None:
    data = {"user_id": user_id, "email": email, "language": language}
    outbox.send_now(addresses.NEW_ADDRESS, data=data, at=timezone.now())


@task("league.clubs.tasks.send_address_changed")
def send_address_changed_task(*, user_id: int, before: str, after: str, **_newer: Any) -> None:
    data = {"user_id": user_id, "before": before, "after": after}
    outbox.send_now(addresses.ADDRESS_CHANGED, data=data, at=timezone.now())
