"""Ratings of players and pairs in a club, and what each table changed in them."""

from django.db import models
from django.db.models import F, Q
from django.db.models.expressions import Combinable

from league.clubs.models import Club, Player
from league.foundation.derived_state import UNTIL_COMPLETE, DerivedState
from league.play.rounds.models import Table
from league.tables.ratings.method import Strength


class ClubRatings(DerivedState):
    """How far the ratings of a club follow what was played.

    `days` are the last days rated, each as [tables up to its end, digest of all of them, ids of its
    own tables]. `changes` is how many rows of RatingChange there are.
    """

    what = "ratings"
    club_path = "club_id"
    large_from = 10_000  # changes that take about a second to be calculated again
    patience = UNTIL_COMPLETE

    club = models.OneToOneField(
        Club, primary_key=True, on_delete=models.CASCADE, related_name="ratings_state"
    )
    days = models.JSONField(default=list)
    changes = models.PositiveIntegerField(default=0)

    class Meta(DerivedState.Meta):
        verbose_name_plural = "club ratings"

    @classmethod
    def size(cls) -> Combinable:
        return F("changes")

    def __str__(self) -> str:
        return f"ratings of club {self.club_id}"


class Rating(models.Model):
    """How strong a player is in a family of games, or a pair, if there is a `partner`.

    `mu` and `sigma` are the mean and the standard deviation of the strength, on the scale of the
    model. Of a pair the one with the smaller id is `player`. `tables` and `deals` count what the
    rating was made from; `last_at` is when the round of the last table began.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="ratings")
    family = models.CharField(max_length=40)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    partner = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    mu = models.FloatField()
    sigma = models.FloatField()
    tables = models.PositiveIntegerField()
    deals = models.PositiveIntegerField()
    last_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["club", "family"], name="rating_of_a_club")]
        constraints = [
            models.UniqueConstraint(
                name="rating_once_in_a_family",
                fields=["club", "family", "player", "partner"],
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                name="rating_partners_in_order",
                condition=Q(partner__isnull=True) | Q(partner__gt=F("player")),
            ),
            models.CheckConstraint(
                name="rating_of_a_table_or_more", condition=Q(tables__gte=1) & Q(deals__gte=1)
            ),
            models.CheckConstraint(name="rating_is_uncertain", condition=Q(sigma__gt=0)),
        ]

    def __str__(self) -> str:
        return f"{self.family} of player {self.player_id}: {self.mu:.2f}"

    @property
    def strength(self) -> Strength:
        return Strength(self.mu, self.sigma)


class RatingChange(models.Model):
    """What a table did to a rating; `number` counts its tables from 1, in the order of time.

    `expected` and `share` are parts of a win from 0 to 1, before the table and by its result.
    `margin` is how many points of the game the side was ahead of the best other side.
    """

    rating = models.ForeignKey(Rating, on_delete=models.CASCADE, related_name="changes")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="rating_changes")
    number = models.PositiveIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    expected = models.FloatField()
    share = models.FloatField()
    margin = models.FloatField()
    deals = models.PositiveIntegerField()

    class Meta:
        indexes = [models.Index(fields=["rating", "number"], name="rating_change_in_time")]
        constraints = [
            models.UniqueConstraint(name="table_changes_a_rating_once", fields=["rating", "table"]),
            models.CheckConstraint(
                name="rating_shares_from_0_to_1",
                condition=Q(expected__gte=0, expected__lte=1, share__gte=0, share__lte=1),
            ),
        ]

    def __str__(self) -> str:
        return f"change {self.number} of rating {self.rating_id}"


class StartingRating(models.Model):
    """With which strength a player begins in a family of games, as the club brought it along.

    Like that of a rating, `mu` and `sigma` are on the scale of the model.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="starting_ratings")
    family = models.CharField(max_length=40)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="starting_ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    set_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="starting_rating_once_in_a_family", fields=["club", "family", "player"]
            ),
            models.CheckConstraint(name="starting_rating_is_uncertain", condition=Q(sigma__gt=0)),
        ]

    def __str__(self) -> str:
        return f"{self.family} of player {self.player_id} begins at {self.mu:.2f}"
