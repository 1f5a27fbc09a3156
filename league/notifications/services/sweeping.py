"""What the clock has done every few seconds: reminders, mails, turns of phones."""

from datetime import datetime

from league.notifications.services.batching import send_due
from league.notifications.services.reminding import remind


def sweep(*, at: datetime) -> None:
    """Remind of deadlines, put mails together, give phones their turns."""
    remind(at)
    send_due(at=at)
