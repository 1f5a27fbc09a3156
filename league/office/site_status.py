"""How the site is: what waits to be worked out, which mails are owed, when it was last backed up.

Read from the database alone, for the figures of a monitoring system and for the pages that people
see; with a club, of that club alone.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db.models import Count, F, Max, Min, Model, QuerySet
from django.db.models.functions import Now

from league.foundation.jobs import catching_up
from league.foundation.jobs.models import UNFINISHED, Job, Worker
from league.foundation.outbox.models import UNSENT, MessageState, OutboxMessage, Way
from league.office.notifications.models import StoppedAddress

# the model that keeps the last backup, by the name that Django has for it
BACKUPS = "deploy.LastBackup"


@dataclass(frozen=True, slots=True)
class Owed:
    """How many wait, and since when the oldest of them does."""

    count: int
    since: datetime | None


def behind(what: str, *, club_id: int | None = None) -> Owed:
    """Return what of standings, statistics, ratings or charges does not follow its facts yet."""
    kind = catching_up.kinds()[what]
    due = {"wanted_at__lte": Now()} if kind.patience else {}
    rows = kind._default_manager.filter(wanted__gt=F("built"), **due)
    if club_id is not None:
        rows = rows.filter(**{kind.club_path: club_id})
    return _owed(rows, "wanted_at")


def jobs_unfinished(*, club_id: int | None = None) -> dict[str, Owed]:
    """Return the jobs that wait or run, by their state."""
    rows = Job.objects.filter(state__in=UNFINISHED)
    if club_id is not None:
        rows = rows.filter(club_id=club_id)
    found = rows.values("state").annotate(count=Count("pk"), since=Min("asked_at")).order_by()
    counted = {row["state"]: Owed(row["count"], row["since"]) for row in found}
    return {state.value: counted.get(state.value, Owed(0, None)) for state in UNFINISHED}


def mails_owed(*, club_id: int | None = None) -> Owed:
    """Return the mails that must still go out."""
    mails = OutboxMessage.objects.filter(way=Way.MAIL, notification=None, state__in=UNSENT)
    if club_id is not None:
        mails = mails.filter(club_id=club_id)
    return _owed(mails, "made_at")


def webhooks_owed(at: datetime) -> Owed:
    """Return the messages that no worker has tried, of webhooks that are on."""
    messages = OutboxMessage.objects.filter(
        way=Way.WEBHOOK, state=MessageState.WAITING, attempts=0, due_at__lte=at
    )
    return _owed(messages.filter(webhook__off="", webhook__failures=0), "due_at")


def notifications_owed(at: datetime) -> dict[str, Owed]:
    """Return what could be sent by now and was not, by way: by mail, on phones."""
    rows = OutboxMessage.objects.filter(state__in=UNSENT, due_at__lte=at)
    notifications = rows.exclude(notification=None).values("way").order_by()
    found = notifications.annotate(count=Count("pk"), since=Min("due_at"))
    counted = {row["way"]: Owed(row["count"], row["since"]) for row in found}
    return {way.value: counted.get(way.value, Owed(0, None)) for way in (Way.MAIL, Way.PUSH)}


def addresses_stopped() -> int:
    """Return how many accounts have an address that takes no notifications."""
    return StoppedAddress.objects.filter(email=F("user__email")).count()


def worker_heard_at() -> datetime | None:
    """Return when a worker was last heard of, sweeping or at a job; None if never."""
    swept = Worker.objects.aggregate(last=Max("heard_at"))["last"]
    busy = Job.objects.filter(state__in=UNFINISHED).aggregate(last=Max("heard_at"))["last"]
    heard: list[datetime] = [moment for moment in (swept, busy) if moment is not None]
    return max(heard, default=None)


def last_backup_at() -> datetime | None:
    """Return when the last backup was completed; None without any.

    The site as a whole keeps it, which the league does not know: it is asked for by its name.
    """
    try:
        backups: type[Model] = apps.get_model(BACKUPS)
    except LookupError:
        return None
    moment: datetime | None = backups._default_manager.aggregate(last=Max("made_at"))["last"]
    return moment


def _owed(rows: "QuerySet[Any]", moment: str) -> Owed:
    found = rows.aggregate(count=Count("pk"), since=Min(moment))
    return Owed(found["count"], found["since"])
