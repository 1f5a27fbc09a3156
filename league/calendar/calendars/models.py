"""What the calendar of a league must keep and should: asked once, kept for the next time."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.calendar.fixtures.fixtures_request import RETURN_DAYS
from league.play.events.models import Stage

MOST_SECONDS = 60
MOST_REST_DAYS = 60
MOST_WEIGHT = 1_000


class LeagueCalendar(models.Model):
    """The demands of one stage: season, days on which nobody plays, rest, weights of wishes.

    `bound` is how near the calendar made last is to the best possible one; None: none was made.
    """

    stage = models.OneToOneField(Stage, on_delete=models.CASCADE, related_name="calendar")
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    blocked = models.JSONField(_("days on which nobody plays"), default=list, blank=True)
    rest_days = models.PositiveSmallIntegerField(_("days between two matches"), default=4)
    return_days = models.PositiveSmallIntegerField(
        _("days between two matches of the same teams"),
        default=RETURN_DAYS,
        db_default=RETURN_DAYS,
    )
    same_club_first = models.PositiveSmallIntegerField(
        _("teams of one club meet within the first matches of each half"), default=3
    )
    wishes = models.JSONField(_("weights of wishes"), default=dict, blank=True)
    keeps_published = models.BooleanField(_("published dates stay as they are"), default=True)
    seconds = models.PositiveSmallIntegerField(_("seconds to search"), default=30)
    seed = models.BigIntegerField(default=1)
    bound = models.FloatField(null=True, blank=True)
    made_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="calendar_ends_after_it_begins",
                condition=Q(ends_on__gte=F("starts_on")),
                violation_error_message=_("The last day must not be before the first one."),
            ),
            models.CheckConstraint(
                name="calendar_searches_1_to_60_seconds",
                condition=Q(seconds__gte=1, seconds__lte=MOST_SECONDS),
            ),
            models.CheckConstraint(
                name="calendar_made_has_its_bound",
                condition=Q(made_at__isnull=True, bound__isnull=True)
                | Q(made_at__isnull=False, bound__gte=0, bound__lte=1),
            ),
        ]

    def __str__(self) -> str:
        return f"calendar of stage {self.stage_id}"
