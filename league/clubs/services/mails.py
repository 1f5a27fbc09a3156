"""The mails the site writes: as plain text, each in the language of its recipient."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from smtplib import SMTPException
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.encoding import force_bytes
from django.utils.http import url_has_allowed_host_and_scheme, urlsafe_base64_encode
from sesame.utils import get_parameters

from league.clubs.models import INVITATION, Invitation, User
from league.clubs.services.invitations import check_open, mailed_token_of, token_of
from league.clubs.services.rate_limits import (
    LINKS_TO_ADDRESS,
    MAILS_FROM_NETWORK,
    count,
    network_of,
)
from league.foundation.metrics import MAILS
from league.foundation.outbox.services import request_mail


def mail_invitation(invitation: Invitation, *, message_id: str = "") -> None:
    """Write to the invited person, in the club's language and time."""
    with (
        translation.override(invitation.club.language),
        timezone.override(invitation.club.time_zone),
    ):
        send(
            "invitation",
            invitation.email,
            {"invitation": invitation, "club": invitation.club, "url": _joining_url(invitation)},
            message_id,
        )


def _joining_url(invitation: Invitation) -> str:
    """Return the link that proves the address: it stands in the mail and nowhere else."""
    return settings.SITE_URL + reverse("account:join", args=[mailed_token_of(invitation)])


def are_sent() -> bool:
    """Return whether mails go to a mail server; in development they go to the terminal."""
    return bool(settings.EMAIL_HOST)


def url_of(invitation: Invitation) -> str:
    """Return the link that the inviter sees; it leads to a page from which a mail is sent."""
    return settings.SITE_URL + reverse("account:invitation", args=[token_of(invitation)])


def mail_sign_in_link(
    user: User, *, language: str, back_to: str = "", message_id: str = ""
) -> None:
    """Write a link to sign in with, good once and for a quarter of an hour.

    `back_to` is a page of this site that the person wanted to see.
    """
    url = sign_in_url(user, back_to=back_to)
    with translation.override(language):
        send("sign_in_link", user.email, {"user": user, "url": url}, message_id)


def sign_in_url(user: User, *, back_to: str = "") -> str:
    """Return a link to sign in with, good once and for a quarter of an hour."""
    query = dict(get_parameters(user))
    if url_has_allowed_host_and_scheme(back_to, allowed_hosts=None):
        query["next"] = back_to
    return f"{settings.SITE_URL}{reverse('account:magic')}?{urlencode(query)}"


def mail_password_reset(user: User, *, language: str, message_id: str = "") -> None:
    """Write a link with which a new password can be chosen, good for an hour."""
    place = urlsafe_base64_encode(force_bytes(user.pk))
    token = default_token_generator.make_token(user)
    url = settings.SITE_URL + reverse("account:password_new", args=[place, token])
    with translation.override(language):
        send("password_reset", user.email, {"user": user, "url": url}, message_id)


def mail_new_address(
    user: User, email: str, token: str, *, language: str, message_id: str = ""
) -> None:
    """Write to a new address the link that makes it the account's, good once and for an hour."""
    url = settings.SITE_URL + reverse("account:address_take", args=[token])
    with translation.override(language):
        send("new_address", email, {"user": user, "url": url}, message_id)


def mail_sign_up(email: str, token: str, *, language: str, message_id: str = "") -> None:
    """Write to an address the link with which its owner makes an account, good for a day."""
    url = settings.SITE_URL + reverse("account:sign_up_take", args=[token])
    with translation.override(language):
        send("sign_up", email, {"url": url}, message_id)


def mail_address_changed(user: User, before: str, after: str, *, message_id: str = "") -> None:
    """Tell the address an account had that it has another one now."""
    with translation.override(user.language):
        send("address_changed", before, {"user": user, "after": after}, message_id)


def send(name: str, to: str, context: dict[str, object], message_id: str = "") -> None:
    """Write to an address what the templates of this name say, in the language in force.

    Without a Message-ID the mail gets one that is new.
    """
    subject = " ".join(render_to_string(f"emails/{name}_subject.txt", context).split())
    body = render_to_string(f"emails/{name}.txt", {**context, "site": settings.SITE_URL})
    hand_over(Written(subject=subject, body=body, to=to, message_id=message_id))


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A mail as it is sent: plain text, and the same as HTML where there is such a version."""

    subject: str
    body: str
    to: str
    html: str = ""
    message_id: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


def hand_over(written: Written) -> None:
    """Hand a mail to the mail server. Raises what the connection to it raises."""
    named = {"Message-ID": written.message_id} if written.message_id else {}
    mail = EmailMultiAlternatives(
        written.subject, written.body, to=[written.to], headers={**named, **written.headers}
    )
    if written.html:
        mail.attach_alternative(written.html, "text/html")
    try:
        mail.send()
    except (OSError, SMTPException):
        MAILS.labels("failed").inc()
        raise
    MAILS.labels("sent").inc()


# --- Sign in mails ---
# Mails that can be requested without signing in: a sign-in link, a new password, an invitation.
#
# Only the worker looks whether an account has the address: neither the answer to a request nor the
# time it takes shows that to whoever asks.

# kinds of mails
SIGN_IN_LINK = "sign_in_link"
PASSWORD_RESET = "password_reset"  # noqa: S105  the name of a kind


def request_sign_in_link(
    *, email: str, language: str, client: str, at: datetime, back_to: str = ""
) -> None:
    """Have a link to sign in with sent, if an account has the address. Raises TooOften.

    `client` is the IP address of the device that asks.
    """
    _count(SIGN_IN_LINK, email, client, at)
    data = {"email": email.strip().lower(), "language": language, "back_to": back_to}
    request_mail(SIGN_IN_LINK, data=data, at=at, even_without_broker=True)


def request_password_reset(*, email: str, language: str, client: str, at: datetime) -> None:
    """Have a link sent with which a new password can be chosen, if an account has the address.

    Raises TooOften.
    """
    _count(PASSWORD_RESET, email, client, at)
    data = {"email": email.strip().lower(), "language": language}
    request_mail(PASSWORD_RESET, data=data, at=at, even_without_broker=True)


def request_invitation_mail(*, invitation: Invitation, client: str, at: datetime) -> None:
    """Have the mail of an invitation sent again, at the request of whoever opened its link.

    Raises InvitationOver or TooOften.
    """
    check_open(invitation, at)
    _count(INVITATION, invitation.email, client, at)
    request_mail(
        INVITATION,
        club_id=invitation.club_id,
        subject_id=invitation.pk,
        data={"again": True},
        at=at,
        even_without_broker=True,
    )


def _count(task: str, email: str, client: str, at: datetime) -> None:
    """Count the request, whether an account has the address or not. Raises TooOften."""
    count(MAILS_FROM_NETWORK, network_of(client), at)
    count(LINKS_TO_ADDRESS, f"{task}:{email.strip().lower()}", at)


def send_sign_in_link(
    *, email: str, language: str, back_to: str = "", message_id: str = ""
) -> bool:
    """Mail a link to sign in with; False: no account has the address."""
    user = _account(email)
    if user is not None:
        mail_sign_in_link(user, language=language, back_to=back_to, message_id=message_id)
    return user is not None


def send_password_reset(*, email: str, language: str, message_id: str = "") -> bool:
    """Mail a link for a new password; False: no account has the address."""
    user = _account(email)
    if user is not None:
        mail_password_reset(user, language=language, message_id=message_id)
    return user is not None


def _account(email: str) -> User | None:
    return User.objects.filter(email=email, is_active=True).first()
