"""Figures that are read from the database and the broker when somebody asks for them.

Whichever process answers, the figures are the same. What is read stays good for `SECONDS`, and no
question to the database may take longer than `LONGEST`: asking often, or in bad times, costs
little. A part that cannot be read is named, and the others are answered.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

import structlog
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerAway
from prometheus_client.core import GaugeMetricFamily

from deploy.site.metrics.queues import messages_by_queue
from league.foundation import metrics
from league.foundation.jobs import catching_up
from league.foundation.journal.selectors import waiting
from league.foundation.metrics import Read
from league.office import site_status

SECONDS = 5.0
LONGEST = "2s"

log = structlog.stdlib.get_logger("metrics")

Value = tuple[Read, tuple[str, ...], float]

# prepared transactions are seen by everybody, those of other roles by members of pg_monitor
OLDEST_TRANSACTION = """
SELECT extract(epoch FROM clock_timestamp() - min(since)) FROM (
    SELECT xact_start AS since FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'
    UNION ALL SELECT prepared FROM pg_prepared_xacts
) open
"""
CONNECTIONS = """
SELECT coalesce(state, 'unknown'), count(*) FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend' GROUP BY 1
"""
MOST_CONNECTIONS = "SELECT current_setting('max_connections')::int"


def journal(at: datetime) -> Iterator[Value]:
    undelivered = waiting(at)
    yield metrics.JOURNAL_LAG_ENTRIES, (), undelivered.happenings
    yield metrics.JOURNAL_LAG_SECONDS, (), undelivered.oldest_s
    yield metrics.QUEUE_AGE_SECONDS, ("journal",), undelivered.oldest_s


def what_follows(at: datetime) -> Iterator[Value]:
    longest = 0.0
    for what in catching_up.kinds():
        owed = site_status.behind(what)
        age = _age(owed.since, at) if owed.count else 0.0
        longest = max(longest, age)
        yield metrics.BEHIND, (what,), owed.count
        yield metrics.BEHIND_SECONDS, (what,), age
    yield metrics.QUEUE_AGE_SECONDS, ("rebuild",), longest


def jobs(at: datetime) -> Iterator[Value]:
    unfinished = site_status.jobs_unfinished()
    for state, owed in unfinished.items():
        yield metrics.JOBS_UNFINISHED, (state,), owed.count
    yield metrics.QUEUE_AGE_SECONDS, ("large",), _age(unfinished["waiting"].since, at)


def mails(at: datetime) -> Iterator[Value]:
    owed = site_status.mails_owed()
    yield metrics.MAILS_WAITING, (), owed.count
    yield metrics.QUEUE_AGE_SECONDS, ("mail",), _age(owed.since, at)


def webhooks(at: datetime) -> Iterator[Value]:
    yield metrics.QUEUE_AGE_SECONDS, ("webhooks",), _age(site_status.webhooks_owed(at).since, at)


def notifications(at: datetime) -> Iterator[Value]:
    for way, owed in site_status.notifications_owed(at).items():
        yield metrics.NOTIFICATIONS_DUE, (way,), owed.count
        yield metrics.NOTIFICATIONS_DUE_SECONDS, (way,), _age(owed.since, at)
    yield metrics.ADDRESSES_STOPPED, (), site_status.addresses_stopped()


def workers(at: datetime) -> Iterator[Value]:
    heard = site_status.worker_heard_at()
    if heard is not None:
        yield metrics.WORKER_SILENT_SECONDS, (), _age(heard, at)


def backup(at: datetime) -> Iterator[Value]:
    last = site_status.last_backup_at()
    if last is not None:
        yield metrics.LAST_BACKUP_SECONDS, (), _age(last, at)


def database(_at: datetime) -> Iterator[Value]:
    with connection.cursor() as cursor:
        cursor.execute(OLDEST_TRANSACTION)
        yield metrics.OLDEST_TRANSACTION_SECONDS, (), float(cursor.fetchone()[0] or 0)
        cursor.execute(CONNECTIONS)
        for state, count in cursor.fetchall():
            yield metrics.CONNECTIONS, (state,), count
        cursor.execute(MOST_CONNECTIONS)
        yield metrics.CONNECTIONS_MOST, (), cursor.fetchone()[0]


def broker(_at: datetime) -> Iterator[Value]:
    for queue, messages in messages_by_queue().items():
        yield metrics.QUEUE_MESSAGES, (queue,), messages


PARTS: tuple[Callable[[datetime], Iterable[Value]], ...] = (
    *(journal, what_follows, jobs, mails, webhooks, notifications, workers, backup, database),
    broker,
)


def _age(since: datetime | None, at: datetime) -> float:
    """Return the seconds since then; 0 without a moment, and for one that clocks put ahead."""
    return max((at - since).total_seconds(), 0.0) if since is not None else 0.0


def read_all(at: datetime) -> list[Value]:
    """Read every part; one that cannot be read is named in READING_FAILED."""
    values: list[Value] = [
        (metrics.SHARED, (), float(bool(settings.PROMETHEUS_MULTIPROC_DIR))),
    ]
    for part in PARTS:
        try:
            values += read_part(part, at)
            failed = 0.0
        except (DatabaseError, BrokerAway, OSError) as error:
            log.warning("figures_not_read", part=part.__name__, reason=str(error))
            failed = 1.0
        values.append((metrics.READING_FAILED, (part.__name__,), failed))
    return values


def read_part(part: Callable[[datetime], Iterable[Value]], at: datetime) -> list[Value]:
    if part is broker:
        return list(part(at))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('statement_timeout', %s, true)", [LONGEST])
        return list(part(at))


def families(values: Iterable[Value]) -> list[GaugeMetricFamily]:
    """Return the values as prometheus_client writes them; a figure without a value is left out."""
    made: dict[str, GaugeMetricFamily] = {}
    for read, labels, value in values:
        family = made.setdefault(
            read.name, GaugeMetricFamily(read.name, read.help, labels=read.labels)
        )
        family.add_metric(labels, value)
    return list(made.values())


class Readings:
    """What was last read, for a few seconds; one reads, the others wait for that."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._until = 0.0
        self._read: list[GaugeMetricFamily] = []

    def collect(self) -> list[GaugeMetricFamily]:
        with self._lock:
            if not self._read or self._clock() >= self._until:
                self._read = families(read_all(timezone.now()))
                self._until = self._clock() + SECONDS
            return self._read

    def forget(self) -> None:
        with self._lock:
            self._read = []
