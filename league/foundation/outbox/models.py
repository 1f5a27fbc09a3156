"""What is sent to somebody outside of the site: mails, pushes, messages to webhooks."""

from urllib.parse import urlsplit
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Way(models.TextChoices):
    MAIL = "mail", _("by e-mail")
    PUSH = "push", _("on the phone")
    WEBHOOK = "webhook", _("to a webhook")


class MessageState(models.TextChoices):
    WAITING = "waiting", _("waits")
    CLAIMED = "claimed", _("is being sent")
    SENT = "sent", _("sent")
    NOT_NEEDED = "not_needed", _("no longer needed")
    STOPPED = "stopped", _("the address takes no mail")
    GIVEN_UP = "given_up", _("given up")


UNSENT = (MessageState.WAITING, MessageState.CLAIMED)


class OutboxMessage(models.Model):
    """Something to be sent, not before `due_at`; the workers claim it, send it and note it.

    `kind` says what is written, `subject_id` and `data` about what; the data is forgotten when the
    message is over. Who requests one with the `key` of another has requested that one. What has
    the same `together` and is due is sent as one, and has one `reference` from then on: the id
    under which it is sent, the same at each try. `attempts` tells a worker that came back late
    from the next one; `reason` is why the last try failed.

    One to a webhook has its `body`, the same bytes at each try, and is about a happening; one that
    tells of the standings of a stage (`stage_id`) waits until they follow their facts.
    """

    way = models.CharField(max_length=7, choices=Way)
    kind = models.CharField(max_length=60)
    club = models.ForeignKey(
        "clubs.Club", null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    notification = models.ForeignKey(
        "notifications.Notification",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="deliveries",
        db_index=False,
    )
    webhook = models.ForeignKey(
        "webhooks.Webhook",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="messages",
        db_index=False,
    )
    subject_id = models.BigIntegerField(null=True, blank=True)
    stage_id = models.BigIntegerField(null=True, blank=True)
    data = models.JSONField(default=dict, blank=True)
    body = models.TextField(blank=True)
    key = models.CharField(max_length=100, unique=True, default=uuid4)
    together = models.CharField(max_length=60, blank=True)
    reference = models.UUIDField(default=uuid4, db_index=True, editable=False)
    state = models.CharField(max_length=10, choices=MessageState, default=MessageState.WAITING)
    made_at = models.DateTimeField()
    due_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(max_length=100, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["way", "due_at"],
                name="outbox_unsent",
                condition=Q(state__in=["waiting", "claimed"]),
            ),
            models.Index(
                fields=["webhook", "-id"],
                name="outbox_of_webhook",
                condition=Q(webhook__isnull=False),
            ),
            models.Index(fields=["kind", "subject_id", "-id"], name="outbox_about_something"),
            models.Index(
                fields=["ended_at"], name="outbox_over_since", condition=Q(ended_at__isnull=False)
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["notification", "way"],
                name="outbox_notification_once_a_way",
                condition=Q(notification__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["webhook", "subject_id", "kind"],
                name="outbox_webhook_once_of_a_happening",
                condition=Q(webhook__isnull=False),
            ),
            # several results on end: their standings are one message
            models.UniqueConstraint(
                fields=["webhook", "stage_id"],
                name="outbox_one_of_standings_waits",
                condition=Q(
                    state="waiting", attempts=0, webhook__isnull=False, stage_id__isnull=False
                ),
            ),
            models.CheckConstraint(
                name="outbox_way_has_its_receiver",
                condition=Q(way="mail", webhook__isnull=True)
                | Q(way="push", webhook__isnull=True, notification__isnull=False)
                | Q(way="webhook", webhook__isnull=False, notification__isnull=True),
            ),
            models.CheckConstraint(
                name="outbox_claimed_since",
                condition=Q(state="claimed", claimed_at__isnull=False, attempts__gte=1)
                | (~Q(state="claimed") & Q(claimed_at__isnull=True)),
            ),
            models.CheckConstraint(
                name="outbox_over_has_an_end",
                condition=Q(state__in=["waiting", "claimed"], ended_at__isnull=True)
                | Q(
                    state__in=["sent", "not_needed", "stopped", "given_up"], ended_at__isnull=False
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.way} {self.kind} {self.pk}: {self.state}"

    @property
    def subject(self) -> int:
        """The id of what it is about; 0, which nothing has, where it is about nothing."""
        return self.subject_id or 0

    @property
    def message_id(self) -> str:
        """The id that its receiver sees: a Message-ID, or the header `webhook-id`."""
        if self.way == Way.WEBHOOK:
            return f"msg_{self.reference.hex}"
        return f"<{self.reference}@{urlsplit(settings.SITE_URL).hostname or 'tricktable'}>"
