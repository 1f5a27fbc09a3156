"""How much of its limits a club has used, as it is stored."""

from django.db import models
from django.db.models import Q


class ClubUse(models.Model):
    """How often a club has done something on the last day on which it did.

    One row for a club and a limit. `day` is the number of the day since 1970, in UTC. Like the
    journal this lies below the clubs, which stand here as plain numbers.
    """

    club_id = models.BigIntegerField()
    limit = models.CharField(max_length=20)
    day = models.IntegerField()
    count = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club_id", "limit"], name="club_use_once"),
            models.CheckConstraint(name="club_use_of_something", condition=Q(count__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.limit} of club {self.club_id}: {self.count} on day {self.day}"
