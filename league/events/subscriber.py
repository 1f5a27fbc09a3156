"""The journal's reader "partners": has those mailed who were asked at sign-up."""

from collections.abc import Sequence

from league.events.tasks import send_partner_requests_task
from league.journal.models import Happening

NAME = "partners"
KINDS = ("entry.partner_asked",)


def follow(happenings: Sequence[Happening]) -> None:
    """Queue the mails. With the broker away this raises, and the reader comes again."""
    for entry_id in {one.subject_id for one in happenings if one.subject_id}:
        send_partner_requests_task.delay(entry_id=entry_id)
