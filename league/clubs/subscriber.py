"""The journal's subscriber "invitations": queues the mail of each new or restored invitation."""

from collections.abc import Sequence

from league.clubs.tasks import send_invitation_task
from league.journal.models import Happening

NAME = "invitations"
KINDS = ("member.invited", "invitation.restored")


def follow(happenings: Sequence[Happening]) -> None:
    """Queue the mails. Raises while the broker is away; the journal then hands them over again.

    An invitation handed over twice is mailed once: the task finds that its mail was sent.
    """
    for invitation_id in {row.subject_id for row in happenings if row.subject_id}:
        send_invitation_task.delay(invitation_id=invitation_id)
