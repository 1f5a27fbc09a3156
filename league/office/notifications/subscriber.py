"""The journal's reader "notifications": makes notifications of what happened."""

from collections.abc import Sequence

from django.utils import timezone

from league.foundation.journal.models import Happening
from league.office.notifications import services
from league.office.notifications.recipients import concerns_somebody

NAME = "notifications"
KINDS = concerns_somebody


def on_journal_entries(happenings: Sequence[Happening]) -> None:
    """Make them in the reader's own transaction; handed over twice, each is one."""
    services.dispatch(happenings, timezone.now())
