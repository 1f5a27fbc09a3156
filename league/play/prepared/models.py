"""Prepared deals as they are stored: seeds and commitments, never cards."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models import Deal
from league.clubs.models import Club, User
from league.foundation.names import NameField
from league.play.events.models import MOST_SEATS, Stage

SEED = r"^[0-9a-f]{64}$"
MOST_DEALS = 500
MONDAY = 2  # as the database counts: Sunday is 1


class WeeklyDeal(models.Model):
    """The deal of the week of one game, for all clubs of the site. `week` is its Monday.

    The worker makes it in the week before, so that its commitment is there before its cards are.
    Where no worker ran then, it is made as soon as one runs, and its page says so.
    """

    week = models.DateField()
    variant = models.CharField(max_length=40)
    preset = models.CharField(max_length=40)
    players = models.PositiveSmallIntegerField()
    purpose = models.CharField(max_length=80)
    seed = models.CharField(max_length=64, unique=True)
    commitment = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_deal_of_a_game_a_week", fields=["week", "variant"]),
            models.CheckConstraint(
                name="week_begins_on_monday", condition=Q(week__week_day=MONDAY)
            ),
            models.CheckConstraint(name="weekly_seed_is_a_seed", condition=Q(seed__regex=SEED)),
            models.CheckConstraint(
                name="weekly_commitment_is_a_digest", condition=Q(commitment__regex=SEED)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variant} in the week of {self.week}"


class WeeklyResult(models.Model):
    """What a table of a club made of the deal of the week; one row a table, never changed."""

    weekly = models.ForeignKey(WeeklyDeal, on_delete=models.PROTECT, related_name="results")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="weekly_results")
    table_name = NameField(max_length=80)
    deal = models.OneToOneField(Deal, on_delete=models.PROTECT, related_name="weekly_result")
    entered_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    entered_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="table_of_a_club_once_a_week", fields=["weekly", "club", "table_name"]
            ),
            models.CheckConstraint(name="weekly_table_has_a_name", condition=~Q(table_name="")),
        ]

    def __str__(self) -> str:
        return f"{self.table_name} of club {self.club_id} in weekly deal {self.weekly_id}"


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
    seed = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    released_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            # a published seed may come a second time, in a copy of its event out of an archive
            models.UniqueConstraint(
                name="prepared_seed_once_while_it_is_secret",
                fields=["seed"],
                condition=Q(released_at__isnull=True),
            ),
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
