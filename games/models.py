from django.db import models
from django.db.models import Q


class Deal(models.Model):
    """A deal as entered, what it came to, and the engine that scored it.

    Rows are never edited or deleted (a trigger refuses it). `data` is the record or summary in the
    form of docs/rules, `score` the points by side, `lines` the reasons whose sum the score is.
    """

    class Form(models.TextChoices):
        SUMMARY = "summary"
        RECORD = "record"

    variant = models.CharField(max_length=40)
    preset = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    players = models.PositiveSmallIntegerField()
    form = models.CharField(max_length=10, choices=Form)
    data = models.JSONField()
    score = models.JSONField()
    made = models.BooleanField(null=True)
    lines = models.JSONField()
    detail = models.JSONField(default=dict)
    engine_version = models.CharField(max_length=20)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="deal_is_a_summary_or_a_record", condition=Q(form__in=["summary", "record"])
            ),
            models.CheckConstraint(
                name="deal_2_to_8_players", condition=Q(players__gte=2) & Q(players__lte=8)
            ),
        ]

    def __str__(self) -> str:
        return f"deal {self.pk}: {self.variant} {self.score}"
