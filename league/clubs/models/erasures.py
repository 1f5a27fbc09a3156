"""What was erased at somebody's wish: numbers and times, never a name."""

from django.db import models
from django.db.models import Q


class Erased(models.TextChoices):
    PLAYER = "player"
    ACCOUNT = "account"
    CLUB = "club"


class Erasure(models.Model):
    """A player or an account that is forgotten, or a club that is deleted.

    `subject_id` is its number, and `subject_since` when it was made: a database that was restored
    may give the number to somebody else. `number` is the one of "Former player 3". While the words
    of the person are being taken out of the texts of `clubs` they stand in `words`; with the end
    of that, at `finished_at`, they are gone.
    """

    kind = models.CharField(max_length=10, choices=Erased)
    subject_id = models.BigIntegerField()
    subject_since = models.DateTimeField()
    club_id = models.BigIntegerField(null=True, blank=True)
    number = models.PositiveIntegerField(default=0)
    clubs = models.JSONField(default=list, blank=True)
    words = models.JSONField(default=list, blank=True)
    erased_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        app_label = "clubs"
        indexes = [
            models.Index(
                fields=["erased_at"], name="erasure_unfinished", condition=Q(finished_at=None)
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                name="erased_once", fields=["kind", "subject_id", "subject_since"]
            ),
            models.CheckConstraint(
                name="erasure_of_a_known_kind", condition=Q(kind__in=Erased.values)
            ),
            models.CheckConstraint(
                name="erasure_finished_without_words",
                condition=Q(finished_at=None) | Q(words=models.Value([], models.JSONField())),
            ),
            models.CheckConstraint(
                name="erased_player_has_a_club_and_a_number",
                condition=~Q(kind="player") | Q(club_id__isnull=False, number__gte=1),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject_id}, erased at {self.erased_at}"
