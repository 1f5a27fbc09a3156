"""The mails the site writes: as plain text, each in the language of its recipient."""

from collections.abc import Mapping
from dataclasses import dataclass, field
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

from league.clubs.models import Invitation, User
from league.clubs.services.invitations import mailed_token_of, token_of
from league.foundation.metrics import MAILS


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
