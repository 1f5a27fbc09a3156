from django.db import models
from django.db.models import Q

from games.models import Deal
from league.clubs.models import Club, User

SEED = r"^[0-9a-f]{64}$"
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
    table_name = models.CharField(max_length=80)
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
