"""Do mails leave the site?"""

import smtplib

from django.conf import settings
from django.core.mail import get_connection

from deploy.ops.doctor.result import Result, fault, well


def look() -> Result:
    """Open a connection to the mail server, sign in where that is set, and send nothing."""
    if not settings.EMAIL_HOST:
        return fault(
            "No mail leaves the site: invitations and links to sign in reach nobody.",
            "Set EMAIL_HOST, and EMAIL_USER and EMAIL_PASSWORD if the server asks for them.",
        )
    if settings.DEFAULT_FROM_EMAIL.endswith("@localhost>"):
        return fault(
            "Mails come from tricktable@localhost, which other servers refuse.",
            "Set EMAIL_FROM, as in EMAIL_FROM=Card club <cards@example.org>.",
        )
    place = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    try:
        with get_connection(fail_silently=False):
            return well(f"The mail server {place} takes mails.")
    except smtplib.SMTPAuthenticationError:
        return fault(
            f"The mail server {place} does not take the name and the password.",
            "Correct EMAIL_USER and EMAIL_PASSWORD.",
        )
    except (OSError, smtplib.SMTPException) as error:
        return fault(
            f"The mail server {place} cannot be talked to ({type(error).__name__}).",
            "See whether EMAIL_HOST, EMAIL_PORT and EMAIL_TLS are right, and whether the network"
            " lets this machine reach it.",
        )
