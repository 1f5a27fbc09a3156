"""When something may be sent: quiet hours put it off, once a day is the club's morning."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from league.office.notifications.models import Frequency, Preference
from league.office.notifications.topics import What

MORNING = time(8)
# what may still be put right by those who are at it is sent a little later, if it still holds then
DELAYS = {
    What.RESULT_WAITS: timedelta(minutes=30),
    What.DISPUTED: timedelta(minutes=5),
    What.FINAL: timedelta(minutes=10),
}


def due_at(
    what: str,
    chosen: Preference,
    frequency: Frequency,
    at: datetime,
    zone: str,
    *,
    since: datetime | None = None,
) -> datetime:
    """Return the moment from which a notification may be sent, by the club's clock.

    It happened at `since`, and is sent at the moment `at`.
    """
    earliest = max(at, (since or at) + DELAYS.get(What(what), timedelta(0)))
    if frequency == Frequency.DAILY:
        earliest = next_at(MORNING, earliest, zone)
    return after_quiet(earliest, chosen.quiet_from, chosen.quiet_until, zone)


def next_at(clock: time, at: datetime, zone: str) -> datetime:
    """Return when the club's clock next shows a time; now, if it does."""
    local = at.astimezone(ZoneInfo(zone))
    then = datetime.combine(local.date(), clock, ZoneInfo(zone))
    if then < local:
        then = datetime.combine(local.date() + timedelta(days=1), clock, ZoneInfo(zone))
    return then


def after_quiet(at: datetime, quiet_from: time, quiet_until: time, zone: str) -> datetime:
    """Return the moment itself, or the end of the quiet hours in which it lies."""
    clock = at.astimezone(ZoneInfo(zone)).time()
    over_midnight = quiet_from > quiet_until
    is_quiet = (
        clock >= quiet_from or clock < quiet_until
        if over_midnight
        else quiet_from <= clock < quiet_until
    )
    return next_at(quiet_until, at, zone) if is_quiet else at
