"""The journal's subscriber "partners": queues mails to players who were asked at sign-up."""

from collections.abc import Sequence

from league.events.tasks import send_partner_requests_task
from league.journal.models import Happening

NAME = "partners"
KINDS = ("entry.partner_asked",)


def follow(happenings: Sequence[Happening]) -> None:
    """Queue the mails. Raises while the broker is away; the journal then hands them over again."""
    for entry_id in {row.subject_id for row in happenings if row.subject_id}:
        send_partner_requests_task.delay(entry_id=entry_id)
