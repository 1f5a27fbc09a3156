"""The journal's subscriber "partners": requests mails to players who were asked at sign-up."""

from collections.abc import Sequence

from league.events.partner_mails import request_partner_mails
from league.journal.models import Happening

NAME = "partners"
KINDS = ("entry.partner_asked",)


def follow(happenings: Sequence[Happening]) -> None:
    """Request the mails, in the reader's own transaction; handed over twice, a mail is one."""
    for happening in happenings:
        if happening.subject_id:
            request_partner_mails(happening.subject_id, at=happening.at)
