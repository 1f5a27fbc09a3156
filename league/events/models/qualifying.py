from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


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
