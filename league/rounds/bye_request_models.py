from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import User
from league.events.models import Entry, Stage


class ByeWorth(models.TextChoices):
    HALF = "half", _("half a win")
    ZERO = "zero", _("no points")


class ByeRequest(models.Model):
    """An entry asks not to play in a round that is not drawn yet, until it is taken back.

    It is a plan: the draw of the round leaves the entry out and says so in its placement.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="bye_requests")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="bye_requests")
    round_number = models.PositiveSmallIntegerField()
    worth = models.CharField(max_length=4, choices=ByeWorth)
    made_by = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField()
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="bye_asked_for_once_a_round",
                fields=["stage", "entry", "round_number"],
                condition=Q(taken_back_at__isnull=True),
            ),
            models.CheckConstraint(name="bye_of_a_known_worth", condition=Q(worth__in=ByeWorth)),
            models.CheckConstraint(
                name="bye_asked_for_from_round_1", condition=Q(round_number__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.entry_id} rests in round {self.round_number}"
