from django.db import models

from league.clubs.models import User
from league.play.events.models import Stage


class Revocable(models.Model):
    """A fact that a director wrote down of a stage: it counts until it is revoked, and stays
    readable then. Its `key` is the form's: sent twice, it is one fact.
    """

    stage: models.ForeignKey[Stage, Stage]
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    key = models.UUIDField(unique=True)
    revoked_by = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


def revoked_by_somebody(name: str) -> models.CheckConstraint:
    """Return the constraint, under its own name in each table, that one who revokes is known."""
    return models.CheckConstraint(
        name=name,
        condition=models.Q(revoked_at__isnull=True, revoked_by__isnull=True)
        | models.Q(revoked_at__isnull=False, revoked_by__isnull=False),
    )
