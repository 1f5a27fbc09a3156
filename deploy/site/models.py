"""What the site remembers of itself: where its database was, and its last backup."""

from django.db import models
from django.db.models import Q


class OneRow(models.Model):
    """A table with one row at most."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(name="%(class)s_is_one_row", condition=Q(id=1)),
        ]


class DatabasePlace(OneRow):
    """Where the database was when the site last looked (`deploy/site/restored.py`)."""

    place = models.CharField(max_length=100)
    noted_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"database at {self.place}"


class LastBackup(OneRow):
    """The last backup that was completed. A restored database knows the one before its own."""

    made_at = models.DateTimeField()
    file = models.TextField()
    bytes = models.PositiveBigIntegerField()
    seconds = models.FloatField()

    def __str__(self) -> str:
        return f"backup of {self.made_at}: {self.file}"
