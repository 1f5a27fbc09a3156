from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.events.models.entries import Entry
from league.events.models.events import Event


class Stage(models.Model):
    """One format inside an event. Its options are those of the `draw` door for that format."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=80, blank=True)
    format = models.CharField(_("format"), max_length=40)
    options = models.JSONField(default=dict, blank=True)
    rounds_planned = models.PositiveSmallIntegerField(_("rounds"), null=True, blank=True)
    seed = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="stage_number_once_in_an_event", fields=["event", "number"]
            ),
            models.CheckConstraint(name="stage_numbers_from_1", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="stage_plans_a_round_or_more",
                condition=Q(rounds_planned__isnull=True) | Q(rounds_planned__gte=1),
                violation_error_message=_("A stage has at least one round."),
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"stage {self.number}"


class StageEntry(models.Model):
    """An entry that plays in a stage, with its seed in it and what it carries over.

    Both come from the stage before; in a first stage the seeds are those of the entries.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="stage_entries")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="stage_entries")
    group = models.CharField(max_length=20, blank=True)
    seed = models.PositiveIntegerField(null=True, blank=True)
    carried_points = models.DecimalField(max_digits=12, decimal_places=4, default=0)
    from_round = models.PositiveSmallIntegerField(default=1)

    class Meta:
        verbose_name_plural = "stage entries"
        constraints = [
            models.UniqueConstraint(name="entry_once_in_a_stage", fields=["stage", "entry"]),
            models.UniqueConstraint(
                name="seed_once_in_a_stage",
                fields=["stage", "seed"],
                condition=Q(seed__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.entry_id} in stage {self.stage_id}"
