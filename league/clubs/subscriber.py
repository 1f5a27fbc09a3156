"""The journal's reader "invitations": has the mail of each invitation sent."""

from collections.abc import Sequence

from league.clubs.tasks import send_invitation_task
from league.journal.models import Happening

NAME = "invitations"
KINDS = ("member.invited", "invitation.restored")


def follow(happenings: Sequence[Happening]) -> None:
    """Queue the mails. With the broker away this raises, and the reader comes again.

    Handed the same invitation twice, the task finds that its mail was sent.
    """
    for invitation_id in {one.subject_id for one in happenings if one.subject_id}:
        send_invitation_task.delay(invitation_id=invitation_id)
