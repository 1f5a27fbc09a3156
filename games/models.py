"""Scored deals as they are stored."""

from django.db import models
from django.db.models import Q


class Deal(models.Model):
    """A deal as it was entered, its result, and the version of the engine that scored it.

    The form "final" is no deal, but the final score of a table or a game whose deals nobody kept.

    Rows are never edited or deleted (a trigger refuses it). `data` is the record or summary in the
    form of docs/rules, `score` has the points by side, `lines` the score lines, whose sum is the
    score; `detail` is explained there too. `made` says whether the bid was made, None without one.
    """

    class Form(models.TextChoices):
        SUMMARY = "summary"
        RECORD = "record"
        FINAL = "final"

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
                name="deal_known_form", condition=Q(form__in=["summary", "record", "final"])
            ),
            models.CheckConstraint(
                name="deal_2_to_8_players", condition=Q(players__gte=2) & Q(players__lte=8)
            ),
        ]

    def __str__(self) -> str:
        return f"deal {self.pk}: {self.variant} {self.score}"
