"""Webhooks, the messages to them with each attempt, and the changes that programs poll."""

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club, User
from league.foundation.outbox.models import OutboxMessage
from league.foundation.records.chosen_field import ChosenField
from league.foundation.records.models import Record
from league.office.webhooks.addresses import LONGEST_ADDRESS, checked_address
from league.office.webhooks.message_bodies import new_secret
from league.office.webhooks.topics import choices
from league.play.events.models import Event

MOST_WEBHOOKS = 10
LONGEST_EXCERPT = 500
# for so long programs may ask for changes by a cursor
RETENTION = timedelta(days=30)


class Off(models.TextChoices):
    """Why nothing is sent to a webhook; empty: it is on."""

    BY_HAND = "by_hand", _("by hand")
    GONE = "gone", _("the address answered that it is gone for good (410)")
    FAILING = "failing", _("every message failed for five days")
    FULL = "full", _("too many messages waited")


class Webhook(Record):
    """An address of another program that a club has its happenings sent to, by topics.

    With an `event` it is sent what happens in that one only. The signing secret is stored as it
    is, since both sides sign with it; the one before is good until `previous_until`. All attempts
    since `failing_since` failed, the last `failures` of them in a row, and nothing is sent before
    `rests_until`.
    """

    unlogged = frozenset({"address"})
    made = ("added_at", "added_by_id")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    event = models.ForeignKey(
        Event,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="webhooks",
        verbose_name=_("event"),
    )
    address = models.CharField(
        _("address"),
        max_length=LONGEST_ADDRESS,
        help_text=_("Where the other program listens, beginning with https://"),
    )
    topics = ChosenField(
        models.CharField(max_length=20, choices=choices),
        verbose_name=_("topics"),
        error_messages={"blank": _("Choose at least one topic.")},
    )
    secret = models.CharField(max_length=60, default=new_secret, editable=False)
    previous_secret = models.CharField(max_length=60, blank=True, editable=False)
    previous_until = models.DateTimeField(null=True, blank=True, editable=False)
    added_at = models.DateTimeField(editable=False)
    added_by = models.ForeignKey(
        User, null=True, on_delete=models.SET_NULL, related_name="+", editable=False
    )
    off = models.CharField(max_length=10, choices=Off, blank=True, editable=False)
    failing_since = models.DateTimeField(null=True, blank=True, editable=False)
    failures = models.PositiveIntegerField(default=0, editable=False)
    rests_until = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        constraints = [
            models.CheckConstraint(name="webhook_has_topics", condition=Q(topics__len__gte=1)),
            models.CheckConstraint(
                name="webhook_previous_secret_ends",
                condition=Q(previous_secret="", previous_until__isnull=True)
                | (~Q(previous_secret="") & Q(previous_until__isnull=False)),
            ),
            models.CheckConstraint(
                name="webhook_failing_since_a_failure",
                condition=Q(failures=0, failing_since__isnull=True, rests_until__isnull=True)
                | Q(failures__gte=1, failing_since__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        """Return whose address it is; the rest of it may be a secret of the receiver."""
        return urlsplit(self.address).hostname or ""

    def clean(self) -> None:
        if self.address:
            try:
                self.address = checked_address(self.address)
            except ValidationError as wrong:
                raise ValidationError({"address": wrong}) from None
        if self.event is not None and self.event.club_id != self.club_id:
            raise ValidationError({"event": _("Choose an event of your club.")})

    def journal_place(self) -> dict[str, Any]:
        return {"club_id": self.club_id, "event_id": self.event_id}

    @property
    def is_on(self) -> bool:
        return not self.off

    def secrets_at(self, at: datetime) -> list[str]:
        """Return the secrets that messages are signed with, the newest first."""
        is_overlap = self.previous_until is not None and at < self.previous_until
        return [self.secret, self.previous_secret] if is_overlap else [self.secret]


class Attempt(models.Model):
    """One try to deliver a message.

    `status` is the HTTP status of the answer and `excerpt` its beginning. Without an answer
    `failure` says why, by a code of `league/office/webhooks/exchange.py`.
    """

    message = models.ForeignKey(OutboxMessage, on_delete=models.CASCADE, related_name="tries")
    at = models.DateTimeField()
    duration_ms = models.PositiveIntegerField()
    status = models.PositiveSmallIntegerField(null=True)
    failure = models.CharField(max_length=20, blank=True)
    excerpt = models.CharField(max_length=LONGEST_EXCERPT, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="attempt_answered_or_failed",
                condition=Q(status__isnull=False, failure="")
                | (Q(status__isnull=True) & ~Q(failure="")),
            )
        ]

    def __str__(self) -> str:
        return f"attempt at message {self.message_id}: {self.status or self.failure}"

    @property
    def is_success(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


class Change(models.Model):
    """A happening as programs that poll read it: what it is about, and no words.

    Its `position` is given after the happening is committed, by one process at a time: whoever has
    read up to a position finds nothing new below it, ever. Without one it is not visible yet. Like
    the journal it names clubs, events and stages by plain numbers.

    That standings changed has the number of what changed them, with a minus.
    """

    happening_id = models.BigIntegerField(primary_key=True)
    position = models.BigIntegerField(null=True, unique=True)
    told_at = models.DateTimeField(db_default=Now())
    at = models.DateTimeField()
    kind = models.CharField(max_length=60)
    club_id = models.BigIntegerField()
    event_id = models.BigIntegerField(null=True)
    stage_id = models.BigIntegerField(null=True)
    subject_type = models.CharField(max_length=40)
    subject_id = models.BigIntegerField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["club_id", "position"],
                name="change_of_club",
                condition=Q(position__isnull=False),
            ),
            models.Index(
                fields=["event_id", "position"],
                name="change_of_event",
                condition=Q(position__isnull=False),
            ),
            models.Index(
                fields=["happening_id"], name="change_not_told", condition=Q(position__isnull=True)
            ),
            models.Index(fields=["told_at"], name="change_told"),
        ]

    def __str__(self) -> str:
        return f"change {self.position}: {self.kind}"
