from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.foundation.names import NameField
from league.play.events.models.entries import Entry
from league.play.events.models.events import Event


class Stage(models.Model):
    """One format inside an event. Its options are those of the `draw` door for that format."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = NameField(_("name"), max_length=80, blank=True)
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


class Takes(models.TextChoices):
    """Whom a stage takes from the one before."""

    EVERYBODY = "everybody", _("everybody")
    TOP = "top", _("the first of all")
    OF_GROUPS = "of_groups", _("the first of each group")
    REST = "rest", _("the rest: those who go through to no other stage")


class Qualifying(models.Model):
    """Who goes through to a stage from an earlier one, and what they carry over.

    `lot_seed` draws lots among those level for the last places; it is set before anybody can know
    of a tie. `filling` keeps how the stage was filled: the round of the source after which, and
    each tie with who got its places and how. That the source is an earlier stage of the same
    event, and that nobody is moved once the stage has begun, a trigger in the database sees to.
    """

    stage = models.OneToOneField(
        "events.Stage", on_delete=models.CASCADE, related_name="qualifying"
    )
    source = models.ForeignKey(
        "events.Stage", on_delete=models.RESTRICT, related_name="followed_by"
    )
    takes = models.CharField(
        _("who goes through"), max_length=10, choices=Takes, default=Takes.EVERYBODY
    )
    places = models.PositiveSmallIntegerField(_("how many"), null=True, blank=True)
    carried_percent = models.PositiveSmallIntegerField(_("points carried over"), default=0)
    lot_seed = models.BigIntegerField(default=0)
    filled_at = models.DateTimeField(null=True, blank=True)
    filling = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name_plural = "qualifyings"
        constraints = [
            models.CheckConstraint(
                name="qualifying_takes_somebody_known", condition=Q(takes__in=Takes)
            ),
            models.CheckConstraint(
                name="qualifying_has_places_where_it_cuts",
                condition=Q(takes__in=["top", "of_groups"], places__isnull=False, places__gte=1)
                | Q(takes__in=["everybody", "rest"], places__isnull=True),
                violation_error_message=_("Enter how many go through, at least 1."),
            ),
            models.CheckConstraint(
                name="qualifying_carries_0_to_100_percent",
                condition=Q(carried_percent__lte=100),
                violation_error_message=_("From 0 to 100 percent of the points are carried over."),
            ),
            models.CheckConstraint(
                name="qualifying_from_another_stage", condition=~Q(stage=F("source"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.takes} from stage {self.source_id} to stage {self.stage_id}"
