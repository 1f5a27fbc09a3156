from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import User
from league.events.models import MOST_SEATS, Stage
from league.prepared.weekly_models import WeeklyDeal, WeeklyResult

__all__ = ["MOST_DEALS", "PreparedLook", "PreparedSet", "WeeklyDeal", "WeeklyResult"]

MOST_DEALS = 500
SEED = r"^[0-9a-f]{64}$"


class PreparedSet(models.Model):
    """The prepared deals of a stage: a secret seed, and what was published of it beforehand.

    `commitment` is shown from the beginning, `seed` to nobody before `released_at`; neither ever
    changes (a trigger in the database sees to it). The deals are a function of seed, ruleset and
    number and are kept nowhere. `deals` is how many were asked for; tables may play more.
    """

    stage = models.OneToOneField(Stage, on_delete=models.CASCADE, related_name="prepared")
    variant = models.CharField(max_length=40)
    preset = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    players = models.PositiveSmallIntegerField()
    deals = models.PositiveSmallIntegerField(_("number of deals"))
    purpose = models.CharField(max_length=80)
    seed = models.CharField(max_length=64, unique=True)
    commitment = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    released_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="prepared_seed_is_a_seed", condition=Q(seed__regex=SEED)),
            models.CheckConstraint(
                name="prepared_commitment_is_a_digest", condition=Q(commitment__regex=SEED)
            ),
            models.CheckConstraint(
                name="prepared_1_to_500_deals",
                condition=Q(deals__gte=1) & Q(deals__lte=MOST_DEALS),
            ),
            models.CheckConstraint(
                name="prepared_2_to_8_players",
                condition=Q(players__gte=2) & Q(players__lte=MOST_SEATS),
            ),
            models.CheckConstraint(
                name="prepared_released_after_it_was_made",
                condition=Q(released_at__isnull=True) | Q(released_at__gte=F("created_at")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.deals} prepared deals of stage {self.stage_id}"


class PreparedLook(models.Model):
    """Somebody was shown cards that players must not see yet; kept as it is, with the reason."""

    prepared = models.ForeignKey(PreparedSet, on_delete=models.CASCADE, related_name="looks")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    first = models.PositiveSmallIntegerField()
    last = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=200)
    looked_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="look_at_deals_in_order", condition=Q(first__gte=1) & Q(last__gte=F("first"))
            ),
            models.CheckConstraint(name="look_has_a_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"user {self.user_id} looked at deals {self.first} to {self.last}"
