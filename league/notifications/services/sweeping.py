"""What the beat has done every few seconds: reminders, mails, turns of phones."""

from datetime import datetime

from league.notifications.services.batching import give_turns, put_mails_together
from league.notifications.services.reminding import remind


def sweep(at: datetime) -> None:
    """Remind of deadlines, put mails together, give phones their turns."""
    remind(at)
    put_mails_together(at)
    give_turns(at)
