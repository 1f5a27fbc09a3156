"""The journal as it is stored: what happened, and how far each subscriber has read."""

from django.db import models
from django.db.models import Func, Value
from django.db.models.functions import Cast, Now


class Happening(models.Model):
    """One thing that happened, written in the transaction of the fact itself.

    Rows are never edited or deleted (a trigger refuses it): a correction is a new happening.
    The journal is the lowest part of the league and knows nothing above it, so clubs, events and
    stages stand here as plain numbers.

    `transaction` is PostgreSQL's own number of the writing transaction. Row ids are given out in
    the order in which transactions *start writing*, not in which they commit; readers therefore go
    by (transaction, id) and only up to the oldest transaction still running, and can miss nothing.
    """

    transaction = models.BigIntegerField(
        editable=False,
        db_default=Cast(
            Cast(Func(function="pg_current_xact_id"), models.TextField()), models.BigIntegerField()
        ),
    )
    at = models.DateTimeField(db_default=Now())
    kind = models.CharField(max_length=60)
    club_id = models.BigIntegerField(null=True)
    event_id = models.BigIntegerField(null=True)
    stage_id = models.BigIntegerField(null=True)
    subject_type = models.CharField(max_length=40)
    subject_id = models.BigIntegerField(null=True)
    actor_user_id = models.BigIntegerField(null=True)
    actor_name = models.CharField(max_length=200)
    via = models.CharField(max_length=10)
    data = models.JSONField(default=dict)

    class Meta:
        indexes = [
            models.Index(fields=["transaction", "id"], name="happening_reading_order"),
            models.Index(fields=["club_id", "-id"], name="happening_of_club"),
            models.Index(fields=["event_id", "-id"], name="happening_of_event"),
            models.Index(fields=["subject_type", "subject_id", "id"], name="happening_of_subject"),
        ]
        constraints = [
            models.CheckConstraint(
                name="happening_via_a_known_face",
                condition=models.Q(via__in=["desk", "table", "api", "public", "system"]),
            ),
            models.CheckConstraint(
                name="happening_has_a_kind", condition=~models.Q(kind=Value(""))
            ),
        ]

    def __str__(self) -> str:
        return f"happening {self.pk}: {self.kind} {self.subject_type} {self.subject_id}"


class Asked(models.Model):
    """Something that was asked for; `at` is null as soon as it has begun (`asked.py`).

    The table is not logged: nobody waits for a disk because of a mark. After a crash of the
    database it is empty.
    """

    what = models.CharField(max_length=60, primary_key=True)
    at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "asked"

    def __str__(self) -> str:
        return f"{self.what} asked for at {self.at}"


class Reader(models.Model):
    """How far a subscriber has read the journal: everything up to (transaction, happening_id)."""

    name = models.CharField(max_length=60, primary_key=True)
    transaction = models.BigIntegerField(default=0)
    happening_id = models.BigIntegerField(default=0)
    moved_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"reader {self.name} at {self.transaction}/{self.happening_id}"
