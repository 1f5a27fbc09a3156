from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club, HouseRules, Player
from league.foundation.names import NameField

LARGEST_SIDE = 4
LONGEST_NIGHT = 24 * 60


class Evening(models.Model):
    """A night of a club before it is an event: what will be played, for how long, who is there.

    Once it has started it is `event`'s, and stays as it was. `version` counts up with every change
    to who is there or what is played, so that a plan can tell whether it was made for this.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="evenings")
    day = models.DateField()
    name = NameField(_("name of the evening"), max_length=120, blank=True)
    variant = models.CharField(_("game"), max_length=40)
    preset = models.CharField(_("rules"), max_length=40)
    house_rules = models.ForeignKey(
        HouseRules,
        verbose_name=_("house rules"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
    )
    season = models.ForeignKey(
        "events.Season",
        verbose_name=_("season"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    minutes = models.PositiveSmallIntegerField(_("minutes in all"), default=150)
    minutes_a_deal = models.PositiveSmallIntegerField(_("minutes per deal"), default=6)
    deals_a_round = models.PositiveSmallIntegerField(_("deals per round"), null=True, blank=True)
    link_number = models.PositiveIntegerField(default=1, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)
    opened_at = models.DateTimeField()
    event = models.OneToOneField(
        "events.Event", null=True, blank=True, on_delete=models.CASCADE, related_name="evening"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="evening_waits_once_a_day",
                fields=["club", "day"],
                condition=Q(event__isnull=True),
            ),
            models.CheckConstraint(
                name="evening_lasts_a_while",
                condition=Q(minutes__gte=1, minutes__lte=LONGEST_NIGHT)
                & Q(minutes_a_deal__gte=1)
                & (Q(deals_a_round__isnull=True) | Q(deals_a_round__gte=1)),
                violation_error_message=_(
                    "An evening lasts from one minute to a day, and a round has a deal or more."
                ),
            ),
            models.CheckConstraint(
                name="evening_has_a_game", condition=~Q(variant="") & ~Q(preset="")
            ),
        ]

    def __str__(self) -> str:
        return f"evening of {self.day}"


class Attendance(models.Model):
    """A player who is present at an evening; `left_at` is set when that is taken back.

    `by_phone` says that the player did it with the evening's code. Those with the same number in
    `together` want to be partners, each at a `place` of their side.
    """

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="attendances")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="attendances")
    came_at = models.DateTimeField()
    by_phone = models.BooleanField(default=False)
    left_at = models.DateTimeField(null=True, blank=True)
    together = models.PositiveSmallIntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="player_once_in_an_evening", fields=["evening", "player"]),
            models.UniqueConstraint(
                name="place_of_a_side_taken_once",
                fields=["evening", "together", "place"],
                condition=Q(together__isnull=False),
            ),
            models.CheckConstraint(
                name="partners_are_present",
                condition=Q(together__isnull=True, place__isnull=True)
                | Q(
                    together__isnull=False,
                    place__isnull=False,
                    place__lt=LARGEST_SIDE,
                    left_at__isnull=True,
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} in evening {self.evening_id}"
