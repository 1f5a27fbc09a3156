"""The journal's reader "webhooks": makes messages and changes of what happened."""

from collections.abc import Sequence

from django.utils import timezone

from league.foundation.journal.models import Happening
from league.office.webhooks import services
from league.office.webhooks.topics import is_sent

NAME = "webhooks"
KINDS = is_sent


def on_journal_entries(happenings: Sequence[Happening]) -> None:
    """Make them in the reader's own transaction; handed over twice, each is one."""
    services.dispatch(happenings, timezone.now())
