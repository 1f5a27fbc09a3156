"""The columns of an event that say who may stand in for whom, and the list of its reserves."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Player

MOST_SUBSTITUTED = 99


class Substitutes(models.TextChoices):
    """Who may stand in."""

    ANYONE = "anyone", _("any player of the club")
    FREE = "free", _("players whose own entry has no table in the round")
    RESERVES = "reserves", _("only the reserves of the event")
    NOBODY = "nobody", _("nobody")


class SubstitutePoints(models.TextChoices):
    """Who gets the points of a seat at which a substitute sat."""

    ENTRY = "entry", _("the entry that the substitute plays for")
    PLAYER = "player", _("the substitute’s own entry")
    NOBODY = "nobody", _("nobody; the other side keeps its own")


class SubstituteColumns(models.Model):
    """The rule on substitutes as columns; `league.rounds.substitutes` applies it.

    Numbers of rounds count through the stages of the event. No number: no limit. Who gets the
    points is scoring: it is frozen when the event runs, the rest may change until it is over.
    """

    substitutes = models.CharField(
        _("who may stand in"), max_length=10, choices=Substitutes, default=Substitutes.ANYONE
    )
    rounds_a_substitute = models.PositiveSmallIntegerField(
        _("rounds in which one substitute may stand in"), null=True, blank=True
    )
    substituted_rounds = models.PositiveSmallIntegerField(
        _("rounds in which one entry may have substitutes"), null=True, blank=True
    )
    substitutes_until_round = models.PositiveSmallIntegerField(
        _("last round with substitutes"), null=True, blank=True
    )
    substitutes_until = models.DateField(_("last day with substitutes"), null=True, blank=True)
    substitute_points = models.CharField(
        _("who gets a substitute’s points"),
        max_length=10,
        choices=SubstitutePoints,
        default=SubstitutePoints.ENTRY,
    )

    class Meta:
        abstract = True


def _limit(column: str, most: int) -> Q:
    known = Q(**{f"{column}__gte": 1, f"{column}__lte": most})
    return Q(**{f"{column}__isnull": True}) | known


SUBSTITUTE_CONSTRAINTS = [
    models.CheckConstraint(
        name="event_known_substitutes", condition=Q(substitutes__in=Substitutes)
    ),
    models.CheckConstraint(
        name="event_known_substitute_points", condition=Q(substitute_points__in=SubstitutePoints)
    ),
    models.CheckConstraint(
        name="event_substitutes_1_to_99_rounds",
        condition=_limit("rounds_a_substitute", MOST_SUBSTITUTED)
        & _limit("substituted_rounds", MOST_SUBSTITUTED),
        violation_error_message=_(
            "Enter 1 to 99 rounds, or none for no limit; where nobody may stand in, choose that."
        ),
    ),
    models.CheckConstraint(
        name="event_substitutes_until_round_1_or_later",
        condition=_limit("substitutes_until_round", 1_000),
        violation_error_message=_("The last round with substitutes must be from 1 to 1,000."),
    ),
    models.CheckConstraint(
        name="event_substitutes_of_singles_get_points",
        condition=~Q(substitute_points="player") | Q(entry_kind="individual"),
        violation_error_message=_(
            "The points can go to the substitute’s own entry only where single players "
            "compete: give them to the entry, or to nobody."
        ),
    ),
]


class Reserve(models.Model):
    """A player on the list of those who may stand in at an event."""

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="reserves")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="player_once_a_reserve", fields=["event", "player"])
        ]

    def __str__(self) -> str:
        return f"reserve {self.player_id} of event {self.event_id}"
