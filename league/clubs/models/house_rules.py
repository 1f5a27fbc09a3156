from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower, Trim
from django.db.models.lookups import Exact
from django.utils.translation import gettext_lazy as _

from league.clubs.models.clubs import Club


class HouseRules(models.Model):
    """A ruleset that the club plays by, under a name of its own: a preset and what differs from it.

    An event copies them when it chooses them, so that changing them changes no event. They are
    never deleted: events say which ones they came from.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="house_rules")
    name = models.CharField(_("name"), max_length=80)
    variant = models.CharField(_("game"), max_length=40)
    preset = models.CharField(_("rules to start from"), max_length=40)
    options = models.JSONField(_("rules that differ"), default=dict, blank=True)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "house rules"
        constraints = [
            models.UniqueConstraint("club", Lower("name"), name="house_rules_name_once_in_a_club"),
            models.CheckConstraint(
                name="house_rules_have_a_name", condition=~Q(name="") & Q(name=Trim("name"))
            ),
            models.CheckConstraint(
                name="house_rules_of_a_game", condition=~Q(variant="") & ~Q(preset="")
            ),
            models.CheckConstraint(
                name="house_rules_options_are_named",
                condition=Exact(
                    models.Func(
                        "options", function="jsonb_typeof", output_field=models.TextField()
                    ),
                    models.Value("object"),
                ),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_archived(self) -> bool:
        return self.archived_at is not None
