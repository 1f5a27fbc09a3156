"""Statistics as they are stored: counts by table and seat, and achievements of players."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.expressions import Combinable

from league.clubs.models import Club, Player
from league.foundation.derived_state import UNTIL_COMPLETE, DerivedState
from league.play.events.models import Stage
from league.play.results.models import Submission
from league.play.rounds.models import Table
from league.play.rounds.rooms import MANY_PLACES, places_of_stage


class StageStatistics(DerivedState):
    """How far the statistics of a stage's tables follow what was played at them."""

    what = "statistics"
    club_path = "stage__event__club_id"
    large_from = MANY_PLACES
    patience = UNTIL_COMPLETE

    stage = models.OneToOneField(
        Stage, primary_key=True, on_delete=models.CASCADE, related_name="statistics_state"
    )

    class Meta(DerivedState.Meta):
        verbose_name_plural = "stage statistics"

    @classmethod
    def size(cls) -> Combinable:
        return places_of_stage()

    def __str__(self) -> str:
        return f"statistics of stage {self.stage_id}"


class SeatCount(models.Model):
    """The sums of a table's deals for the player at one of its seats.

    Sums and counts only, in the points of the game, so that they can be added up over tables.
    `partners` are the other players of the side. A deal of which something was not
    written down is not in that sum; the count beside a sum says over how many deals it goes.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seat_counts")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="seat_counts")
    partners = ArrayField(models.BigIntegerField(), default=list)
    variant = models.CharField(max_length=40)
    at = models.DateTimeField()

    deals = models.PositiveIntegerField(default=0)
    points = models.IntegerField(default=0)
    # bids won by this player, and how many of them were made
    bids = models.PositiveIntegerField(default=0)
    made = models.PositiveIntegerField(default=0)
    bid_sum = models.PositiveIntegerField(default=0)
    # of made bids what was taken above them, of failed ones what was missing
    over_deals = models.PositiveIntegerField(default=0)
    over_sum = models.PositiveIntegerField(default=0)
    short_deals = models.PositiveIntegerField(default=0)
    short_sum = models.PositiveIntegerField(default=0)
    # bids of the own side, by whomever, that failed; bids of others, and those that failed
    side_bids = models.PositiveIntegerField(default=0)
    side_sets = models.PositiveIntegerField(default=0)
    defended = models.PositiveIntegerField(default=0)
    sets_given = models.PositiveIntegerField(default=0)
    # bids of the own side of which the sheet does not say who made them
    unnamed = models.PositiveIntegerField(default=0)
    meld_deals = models.PositiveIntegerField(default=0)
    meld_sum = models.PositiveIntegerField(default=0)
    side_meld_deals = models.PositiveIntegerField(default=0)
    side_meld_sum = models.PositiveIntegerField(default=0)
    # [made, failed] by level of the bid: this player's own, and the side's by whomever
    bid_levels = models.JSONField(default=dict)
    side_levels = models.JSONField(default=dict)

    COUNTS: ClassVar[tuple[str, ...]] = (
        *("deals", "points", "bids", "made", "bid_sum"),
        *("over_deals", "over_sum", "short_deals", "short_sum"),
        *("side_bids", "side_sets", "defended", "sets_given", "unnamed"),
        *("meld_deals", "meld_sum", "side_meld_deals", "side_meld_sum"),
    )
    STORED: ClassVar[tuple[str, ...]] = (*COUNTS, "bid_levels", "side_levels")

    class Meta:
        indexes = [models.Index(fields=["player", "variant"], name="counts_of_a_player")]
        constraints = [
            models.UniqueConstraint(name="seat_counted_once", fields=["table", "seat"]),
            models.CheckConstraint(
                name="counts_do_not_contradict",
                condition=Q(made__lte=F("bids"))
                & Q(bids__lte=F("side_bids"))
                & Q(side_sets__lte=F("side_bids"))
                & Q(sets_given__lte=F("defended"))
                & Q(side_bids__lte=F("deals") - F("defended")),
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of table {self.table_id}: {self.deals} deals"


class Achievement(models.Model):
    """Something to remember that a player did, in one deal. `kind` is the game's own word for it.

    Where a sheet does not say who of a side did it, each of them has it.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="achievements")
    submission = models.ForeignKey(
        Submission, on_delete=models.CASCADE, related_name="achievements"
    )
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="achievements")
    variant = models.CharField(max_length=40)
    kind = models.CharField(max_length=40)
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["player", "-at"], name="achievements_of_a_player"),
            models.Index(fields=["club", "-at"], name="achievements_of_a_club"),
        ]
        constraints = [
            models.UniqueConstraint(
                name="achieved_once_in_a_deal", fields=["submission", "player", "kind"]
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} of player {self.player_id}"
