"""What piles up and is no fact: each kind with the age at which it is deleted, and what deletes it.

`docs/configuration.md` has the same list.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet

from league.clubs.models import ApiToken, Invitation
from league.foundation.jobs import services as jobs
from league.foundation.journal import services as journal
from league.foundation.once import services as once
from league.foundation.outbox.models import UNSENT, OutboxMessage, Way
from league.office.archives.services.archive_jobs import past_their_time
from league.office.imports import services as imports
from league.office.notifications.models import Notification
from league.office.personal_data import services as personal_data
from league.office.webhooks.models import Change
from league.office.webhooks.services import STORED
from league.play.events.models import Evening

log = structlog.stdlib.get_logger("housekeeping")

Rows = Callable[[datetime], "QuerySet[Any]"]

# so many rows in one transaction, and so many transactions for a kind: the next hour goes on
BATCH = 500
MOST_BATCHES = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Leftover:
    """`rows` are those that were over before a moment; they are `kept` for so long after it."""

    what: str
    retention: timedelta
    rows: Rows


def of_axes(model: Any) -> Rows:
    """Return the rows of a model of django-axes, which has no types, by when they were noted."""

    def rows(before: datetime) -> "QuerySet[Any]":
        found: QuerySet[Any] = model.objects.filter(attempt_time__lt=before)
        return found

    return rows


def sessions(before: datetime) -> "QuerySet[Any]":
    return Session.objects.filter(expire_date__lt=before)


def tokens(before: datetime) -> "QuerySet[Any]":
    return ApiToken.objects.filter(expires_at__lt=before)


def invitations(before: datetime) -> "QuerySet[Any]":
    """Those that nobody accepted: they hold addresses of people who never came."""
    over = Q(expires_at__lt=before) | Q(withdrawn_at__lt=before)
    return Invitation.objects.filter(over, accepted_at=None)


def evenings(before: datetime) -> "QuerySet[Any]":
    """Evenings that were planned and never started; one that has started is its event's."""
    return Evening.objects.filter(event=None, day__lt=before.date())


def webhook_messages(before: datetime) -> "QuerySet[Any]":
    """Messages with their attempts; one that waits for a webhook that is on is still sent."""
    over = ~Q(state__in=UNSENT) | ~Q(webhook__off="")
    return OutboxMessage.objects.filter(over, way=Way.WEBHOOK, made_at__lt=before)


def notifications(before: datetime) -> "QuerySet[Any]":
    """Notifications with the ways they took; those that still wait are sent or ended before."""
    return Notification.objects.filter(made_at__lt=before)


def changes(before: datetime) -> "QuerySet[Any]":
    return Change.objects.filter(told_at__lt=before, position__isnull=False)


LEFTOVERS = (
    Leftover(what="sessions that have expired", retention=timedelta(0), rows=sessions),
    Leftover(
        what="wrong passwords that were counted",
        retention=timedelta(days=1),
        rows=of_axes(AccessAttempt),
    ),
    Leftover(
        what="wrong passwords that were noted",
        retention=timedelta(days=30),
        rows=of_axes(AccessFailureLog),
    ),
    Leftover(
        what="who signed in, from where", retention=timedelta(days=30), rows=of_axes(AccessLog)
    ),
    Leftover(
        what="tokens of programs that have expired", retention=timedelta(days=30), rows=tokens
    ),
    Leftover(
        what="invitations that nobody accepted", retention=timedelta(days=90), rows=invitations
    ),
    Leftover(
        what="archives of clubs that were kept for 7 days",
        retention=timedelta(0),
        rows=past_their_time,
    ),
    Leftover(
        what="uploaded files that nobody finished importing",
        retention=timedelta(0),
        rows=imports.overdue,
    ),
    Leftover(what="evenings that never started", retention=timedelta(days=365), rows=evenings),
    Leftover(
        what="messages to webhooks, with their log",
        retention=timedelta(days=30),
        rows=webhook_messages,
    ),
    Leftover(
        what="what people were told, and how", retention=timedelta(days=90), rows=notifications
    ),
    Leftover(what="changes that programs poll", retention=STORED, rows=changes),
)
# deleted by their own subjects
OF_SUBJECTS: Mapping[str, timedelta] = {
    "what is passing in the journal": timedelta(days=settings.JOURNAL_DAYS),
    "answers to requests with a key": once.RETENTION,
    "files that jobs made": jobs.FILE_KEPT,
    "jobs that are over": jobs.RETENTION,
}


def keep_house(at: datetime) -> dict[str, int]:
    """Delete what is past its age, batch by batch; return how many rows of each kind went.

    What clubs keep no longer, clubs and accounts whose day has come, and people whose forgetting
    was cut off go too. Stopped at any moment, it goes on from there the next time.
    """
    gone = {leftover.what: _delete(leftover, at) for leftover in LEFTOVERS}
    gone["answers to requests with a key"] = once.forget_old(at)
    no_longer = personal_data.keep_no_longer(at)
    gone |= {f"rows by {setting} of clubs": rows for setting, rows in no_longer.items()}
    closed = personal_data.carry_out_closings(at)
    gone |= {f"{what} whose day has come": count for what, count in closed.items()}
    gone["words of people who are forgotten"] = personal_data.finish_all(at)
    gone["what is passing in the journal"] = journal.delete_passed(at)
    log.info("house_kept", **{"rows": sum(gone.values())})
    return gone


def _delete(leftover: Leftover, at: datetime) -> int:
    rows, gone = leftover.rows(at - leftover.retention), 0
    for _batch in range(MOST_BATCHES):
        keys = list(rows.order_by("pk").values_list("pk", flat=True)[:BATCH])
        # asked once more of the rows: one may have been used again since
        rows.filter(pk__in=keys).delete()
        gone += len(keys)
        if len(keys) < BATCH:
            break
    return gone
