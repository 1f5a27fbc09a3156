"""The journal's subscriber "partners": requests mails to partners who are asked, and to guests."""

from collections.abc import Sequence

from league.foundation.journal.models import Happening
from league.play.events.partner_mails import request_partner_mails
from league.play.events.services.signing_up import request_accepted_mails

NAME = "partners"
ASKED, ACCEPTED = "entry.partner_asked", "entry.accepted"
KINDS = (ASKED, ACCEPTED)


def on_journal_entries(happenings: Sequence[Happening]) -> None:
    """Request the mails, in the reader's own transaction; handed over twice, a mail is one."""
    for happening in happenings:
        if happening.subject_id:
            request = request_partner_mails if happening.kind == ASKED else request_accepted_mails
            request(happening.subject_id, at=happening.at)
