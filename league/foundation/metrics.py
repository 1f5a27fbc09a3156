"""Every figure that the site gives to a monitoring system, in one place.

Two kinds: what a process counts while it works (the metrics of prometheus_client below), and
`READ`, what is read from the database and the broker when it is asked for, so that every process
answers the same (deploy/site/metrics/readings.py). Alert rules and dashboards name nothing else.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from time import perf_counter
from typing import Any, TypeVar

from prometheus_client import Counter, Gauge, Histogram

# --- counted by the processes ----------------------------------------------------------------

REQUESTS = Counter(
    "tricktable_requests", "Requests answered, by face and status.", ["face", "status"]
)
REQUEST_SECONDS = Histogram(
    "tricktable_request_seconds",
    "Seconds from a request's arrival to its answer, by face.",
    ["face"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
SUBMISSION_SECONDS = Histogram(
    "tricktable_submission_seconds",
    "Seconds that a deal's submission took until it was committed, by face.",
    ["via"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
ERRORS = Counter("tricktable_errors", "Errors written to the log, by logger.", ["logger"])
LIVE_READERS = Gauge(
    "tricktable_live_readers", "Open pages that follow an event.", multiprocess_mode="livesum"
)
POOL = Gauge(
    "tricktable_pool_connections",
    "Connections in the pools of the processes, by state: free or taken.",
    ["state"],
    multiprocess_mode="livesum",
)
POOL_WAITING = Gauge(
    "tricktable_pool_waiting",
    "Threads that wait for a connection of their pool.",
    multiprocess_mode="livesum",
)
TASKS = Counter(
    "tricktable_tasks", "Tasks that workers carried out, by outcome.", ["task", "outcome"]
)
TASK_SECONDS = Histogram(
    "tricktable_task_seconds",
    "Seconds that tasks took, by queue.",
    ["queue"],
    buckets=(0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120),
)
TASK_WAIT_SECONDS = Histogram(
    "tricktable_task_wait_seconds",
    "Seconds from sending a task to its beginning, by queue.",
    ["queue"],
    buckets=(0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120, 600),
)
MAILS = Counter(
    "tricktable_mails",
    "Mails by outcome: sent, failed (a try; it is tried again) or given_up.",
    ["outcome"],
)

COUNTED = (
    *(REQUESTS, REQUEST_SECONDS, SUBMISSION_SECONDS, ERRORS, LIVE_READERS, POOL, POOL_WAITING),
    *(TASKS, TASK_SECONDS, TASK_WAIT_SECONDS, MAILS),
)

Stored = TypeVar("Stored")


def timed_submission(submit: Callable[..., Stored]) -> Callable[..., Stored]:
    """Have each submission that is stored measured, by the face through which it came."""

    @wraps(submit)
    def timed(*, by: Any, **kwargs: Any) -> Stored:
        began = perf_counter()
        stored = submit(by=by, **kwargs)
        SUBMISSION_SECONDS.labels(by.actor.via).observe(perf_counter() - began)
        return stored

    return timed


# --- read when they are asked for ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Read:
    """A figure that is read from the database or the broker: a gauge with these labels."""

    name: str
    help: str
    labels: tuple[str, ...] = ()


JOURNAL_LAG_ENTRIES = Read(
    "tricktable_journal_lag_entries",
    "Happenings that the hindmost reader of the journal has not read (at most 10,000 are counted).",
)
JOURNAL_LAG_SECONDS = Read(
    "tricktable_journal_lag_seconds", "Age of the oldest happening that somebody has not read."
)
OLDEST_TRANSACTION_SECONDS = Read(
    "tricktable_oldest_transaction_seconds",
    "Age of the oldest open transaction that the site's role may see, in the whole cluster.",
)
BEHIND = Read(
    "tricktable_behind",
    "Stages (for ratings: clubs; for charges: events) that standings, statistics, ratings or "
    "charges do not follow yet.",
    ("what",),
)
BEHIND_SECONDS = Read(
    "tricktable_behind_seconds", "How long the one that is behind longest has been.", ("what",)
)
QUEUE_AGE_SECONDS = Read(
    "tricktable_queue_age_seconds",
    "How long the oldest work of a queue has waited, as the database has it.",
    ("queue",),
)
QUEUE_MESSAGES = Read(
    "tricktable_queue_messages", "Messages that wait at the broker, by queue.", ("queue",)
)
JOBS_UNFINISHED = Read(
    "tricktable_jobs_unfinished", "Jobs that wait or are carried out, by state.", ("state",)
)
MAILS_WAITING = Read("tricktable_mails_waiting", "Mails that are owed and were not sent yet.")
NOTIFICATIONS_DUE = Read(
    "tricktable_notifications_due", "Notifications that could be sent now, by way.", ("way",)
)
NOTIFICATIONS_DUE_SECONDS = Read(
    "tricktable_notifications_due_seconds",
    "For how long the oldest of the notifications that could be sent has been due, by way.",
    ("way",),
)
ADDRESSES_STOPPED = Read(
    "tricktable_addresses_stopped", "Addresses that take no notifications, because mail came back."
)
WORKER_SILENT_SECONDS = Read(
    "tricktable_worker_silent_seconds", "Seconds since a worker was last heard of."
)
LAST_BACKUP_SECONDS = Read(
    "tricktable_last_backup_seconds", "Seconds since the last backup; missing without any."
)
CONNECTIONS = Read(
    "tricktable_database_connections", "Connections to the site's database, by state.", ("state",)
)
CONNECTIONS_MOST = Read(
    "tricktable_database_connections_most", "Connections that the database server accepts."
)
SHARED = Read(
    "tricktable_metrics_shared",
    "1: the counted figures are those of all processes of the machine; 0: of the one that answers.",
)
READING_FAILED = Read(
    "tricktable_reading_failed", "1 for a part whose figures could not be read.", ("part",)
)

READ = (
    *(JOURNAL_LAG_ENTRIES, JOURNAL_LAG_SECONDS, OLDEST_TRANSACTION_SECONDS),
    *(BEHIND, BEHIND_SECONDS, QUEUE_AGE_SECONDS, QUEUE_MESSAGES, JOBS_UNFINISHED, MAILS_WAITING),
    *(NOTIFICATIONS_DUE, NOTIFICATIONS_DUE_SECONDS, ADDRESSES_STOPPED),
    *(WORKER_SILENT_SECONDS, LAST_BACKUP_SECONDS, CONNECTIONS, CONNECTIONS_MOST),
    *(SHARED, READING_FAILED),
)
