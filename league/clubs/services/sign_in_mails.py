"""Mails that somebody who is not signed in may ask for: a sign-in link, a new password.

Whether an account has the address is found out by the worker, so that the answer to who asks, and
the time it takes, are the same.
"""

from collections.abc import Callable
from typing import Any

import structlog
from celery import current_app
from django.core.cache import cache
from kombu.exceptions import OperationalError

from league.clubs.mails import mail_password_reset, mail_sign_in_link
from league.clubs.models import User

logger = structlog.stdlib.get_logger(__name__)

SIGN_IN_LINK = "league.clubs.tasks.send_sign_in_link"
PASSWORD_RESET = "league.clubs.tasks.send_password_reset"  # noqa: S105  the name of a task
AN_HOUR = 3_600
MOST_AN_HOUR = 5  # mails to one address


def request_sign_in_link(*, email: str, language: str, back_to: str = "") -> None:
    """Have a link to sign in with sent, if there is such an account."""
    _request(SIGN_IN_LINK, send_sign_in_link, email=email, language=language, back_to=back_to)


def request_password_reset(*, email: str, language: str) -> None:
    """Have a link sent with which a new password can be chosen, if there is such an account."""
    _request(PASSWORD_RESET, send_password_reset, email=email, language=language)


def _request(task: str, send: Callable[..., None], *, email: str, **words: Any) -> None:
    email = email.strip().lower()
    if not _is_within(f"{task}:{email}"):
        logger.warning("too_many_mails_asked_for", task=task)
        return
    try:
        current_app.send_task(task, kwargs={"email": email, **words})
    except OperationalError:
        # the broker is away: who waits for the mail waits a little at the page instead
        send(email=email, **words)


def _is_within(key: str) -> bool:
    """Count one more; a mailbox is not flooded by somebody who knows its address."""
    if cache.add(key, 1, timeout=AN_HOUR):
        return True
    try:
        return cache.incr(key) <= MOST_AN_HOUR
    except ValueError:  # forgotten meanwhile, or the cache is away
        return True


def send_sign_in_link(*, email: str, language: str, back_to: str = "") -> None:
    if user := _account(email):
        mail_sign_in_link(user, language=language, back_to=back_to)


def send_password_reset(*, email: str, language: str) -> None:
    if user := _account(email):
        mail_password_reset(user, language=language)


def _account(email: str) -> User | None:
    return User.objects.filter(email=email, is_active=True).first()
