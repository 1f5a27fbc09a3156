"""Mails as they wait to be sent: one row each, until the mail server has taken it."""

from uuid import uuid4

from django.db import models
from django.db.models import Q

from league.clubs.models.clubs import Club

INVITATION = "invitation"  # the kind of those that pages ask about


class MailState(models.TextChoices):
    WAITING = "waiting"
    CLAIMED = "claimed"  # a worker is sending it
    SENT = "sent"
    NOT_NEEDED = "not_needed"  # when its turn came there was nobody to write to any more
    GIVEN_UP = "given_up"


OVER = (MailState.SENT, MailState.NOT_NEEDED, MailState.GIVEN_UP)


class Mail(models.Model):
    """A mail to be sent, which is written when it is sent: no text or link of it is kept.

    `kind` says what is written, `subject_id` and `data` about what; the data is forgotten when the
    mail is over. Who requests one with the `key` of another has requested that one. `reference`
    makes its Message-ID, the same at each try. `attempts` tells a worker that came back late from
    the next one; `reason` is why the last one failed.
    """

    kind = models.CharField(max_length=40)
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="mails"
    )
    subject_id = models.BigIntegerField(null=True, blank=True)
    data = models.JSONField(default=dict, blank=True)
    key = models.CharField(max_length=100, unique=True, default=uuid4)
    reference = models.UUIDField(default=uuid4, unique=True, editable=False)
    state = models.CharField(max_length=10, choices=MailState, default=MailState.WAITING)
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(max_length=100, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"],
                name="mail_unfinished",
                condition=Q(state__in=["waiting", "claimed"]),
            ),
            models.Index(fields=["kind", "subject_id", "-id"], name="mail_about_something"),
            models.Index(
                fields=["ended_at"], name="mail_over_since", condition=Q(ended_at__isnull=False)
            ),
        ]
        constraints = [
            models.CheckConstraint(
                name="mail_claimed_since",
                condition=Q(state="claimed", claimed_at__isnull=False, attempts__gte=1)
                | (~Q(state="claimed") & Q(claimed_at__isnull=True)),
            ),
            models.CheckConstraint(
                name="mail_over_has_an_end",
                condition=Q(state__in=["waiting", "claimed"], ended_at__isnull=True)
                | Q(state__in=["sent", "not_needed", "given_up"], ended_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}: {self.state}"

    @property
    def subject(self) -> int:
        """The id of what the mail is about; 0, which nothing has, where it is about nothing."""
        return self.subject_id or 0
