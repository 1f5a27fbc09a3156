"""How each way of sending is tried again, and which queue of the workers has its turns."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from league.foundation.outbox.models import Way
from league.foundation.queues import MAIL, WEBHOOKS


@dataclass(frozen=True, slots=True, kw_only=True)
class Retries:
    """After each failure a message waits for the next of `gaps`, up to `jitter` of it longer.

    One that failed once more often than there are gaps is given up.
    """

    queue: str
    task: str
    gaps: tuple[timedelta, ...]
    jitter: float = 0.0

    @property
    def most_attempts(self) -> int:
        return len(self.gaps) + 1

    def gap_after(self, attempts: int, chance: float) -> timedelta:
        """Return how long a message waits after so many attempts; `chance` is from 0 to 1."""
        return self.gaps[attempts - 1] * (1 + self.jitter * chance)


def doubled(first: timedelta, longest: timedelta, times: int) -> tuple[timedelta, ...]:
    """Return gaps each twice as long as the one before, none above the longest."""
    return tuple(min(first * 2**number, longest) for number in range(times))


RETRIES: Mapping[Way, Retries] = {
    # a mail server that is away is tried for three hours in all
    Way.MAIL: Retries(
        queue=MAIL,
        task="league.foundation.outbox.tasks.send_mail",
        gaps=doubled(timedelta(seconds=10), timedelta(hours=1), 11),
    ),
    Way.PUSH: Retries(
        queue=WEBHOOKS,
        task="league.foundation.outbox.tasks.push",
        gaps=doubled(timedelta(seconds=30), timedelta(hours=1), 7),
    ),
    # ten attempts in three days
    Way.WEBHOOK: Retries(
        queue=WEBHOOKS,
        task="league.foundation.outbox.tasks.send_to_webhook",
        gaps=(
            timedelta(seconds=5),
            timedelta(minutes=5),
            timedelta(minutes=30),
            *(timedelta(hours=hours) for hours in (2, 5, 10, 14, 20, 24)),
        ),
        jitter=0.1,
    ),
}
