"""The journal's subscriber "invitations": requests the mail of each new or restored invitation."""

from collections.abc import Sequence

from league.clubs.models import INVITATION
from league.foundation.journal.models import Happening
from league.foundation.outbox.services import request_mail

NAME = "invitations"
KINDS = ("member.invited", "invitation.restored")


def on_journal_entries(happenings: Sequence[Happening]) -> None:
    """Request the mails, in the reader's own transaction; handed over twice, a mail is one."""
    for happening in happenings:
        if happening.subject_id:
            request_mail(
                INVITATION,
                club_id=happening.club_id,
                subject_id=happening.subject_id,
                key=f"happening {happening.pk}",
                at=happening.at,
            )
