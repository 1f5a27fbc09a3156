"""The tables of a season: its rules, divisions, competitors, handicaps, and signed moves."""

from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Player, User
from league.foundation.limits import check_year, range_validators
from league.foundation.lists import noted
from league.foundation.names import NameField
from league.foundation.records.models import Record
from league.play.events.models import Event, Season

LONGEST_KEY = 120
MOST_HANDICAP = Decimal("9999.99")


class SeasonRules(models.Model):
    """How the nights of a season become its table, in the form of `methods.read_rules`.

    Every change of the season's table other than a result locks this row and adds 1 to `version`.
    A season without a row has the default rules. `copied_from` is the season that this one was
    made from; a season is copied into the next one at most once.
    """

    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="rules")
    rules = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=0)
    copied_from = models.OneToOneField(
        Season, null=True, blank=True, on_delete=models.SET_NULL, related_name="copied_to"
    )

    class Meta:
        verbose_name_plural = "season rules"

    def __str__(self) -> str:
        return f"rules of season {self.season_id}"


class Division(models.Model):
    """A part of a season's table with ranks of its own; number 1 is the highest.

    `up` is how many are promoted from it when the season ends, `down` how many are relegated.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    number = models.PositiveSmallIntegerField()
    name = NameField(_("name"), max_length=60)
    up = models.PositiveSmallIntegerField(_("go up"), default=0)
    down = models.PositiveSmallIntegerField(_("go down"), default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="division_number_once_in_a_season", fields=["season", "number"]
            ),
            models.UniqueConstraint(
                name="division_name_once_in_a_season", fields=["season", "name"]
            ),
            # what `division_of_the_same_season` refers to
            models.UniqueConstraint(name="division_in_its_season", fields=["season", "id"]),
            models.CheckConstraint(name="division_has_a_name", condition=~Q(name="")),
            models.CheckConstraint(
                name="nobody_goes_up_from_the_highest_division",
                condition=Q(number__gt=1) | Q(number=1, up=0),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class DivisionEvent(models.Model):
    """An event that one division of its season plays; an event without a row is for all.

    Triggers refuse a division of another season, and delete the row when the event leaves the
    season.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="of_division")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="events")

    def __str__(self) -> str:
        return f"event {self.event_id} of division {self.division_id}"


class Competitor(models.Model):
    """A player, pair or team that the club put in a division, called a guest, or withdrew.

    Most have no row: who competes follows from the nights. `key` is that of `keys.py`; `name` is
    stored for a team that has not played in this season yet.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="competitors")
    key = models.CharField(max_length=LONGEST_KEY)
    name = NameField(max_length=120, blank=True)
    division = models.ForeignKey(
        Division, null=True, blank=True, on_delete=models.PROTECT, related_name="competitors"
    )
    is_guest = models.BooleanField(default=False)
    has_withdrawn = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="competitor_once_in_a_season", fields=["season", "key"]),
            models.CheckConstraint(name="competitor_has_a_key", condition=~Q(key="")),
            models.CheckConstraint(
                name="guest_is_in_no_division",
                condition=Q(is_guest=False) | Q(division__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key} in season {self.season_id}"


class OwnHandicap(Record):
    """A player's handicap set by the club from a day on; without a value it is calculated again."""

    made = ("set_at", "set_by_id")

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="own_handicaps")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="+", verbose_name=_("player")
    )
    from_day = models.DateField(_("from"), validators=[check_year])
    value = models.DecimalField(
        _("handicap"),
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        validators=range_validators(-MOST_HANDICAP, MOST_HANDICAP),
        help_text=_("Empty: it is calculated again from this day on."),
    )
    reason = models.CharField(
        _("reason"), max_length=200, help_text=_("Players read it beside their handicap.")
    )
    set_by = models.ForeignKey(
        User, null=True, on_delete=models.SET_NULL, related_name="+", editable=False
    )
    set_at = models.DateTimeField(editable=False)

    class Meta:
        verbose_name = _("handicap set by the club")
        verbose_name_plural = _("handicaps set by the club")
        constraints = [
            models.UniqueConstraint(
                name="one_handicap_of_a_player_from_a_day",
                fields=["season", "player", "from_day"],
                violation_error_message=_("The player has one from this day already: change it."),
            ),
            models.CheckConstraint(name="own_handicap_has_a_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return noted(self.player, date_format(self.from_day, "SHORT_DATE_FORMAT"))

    def clean(self) -> None:
        if self.player_id and self.player.club_id != self.season.club_id:
            raise ValidationError({"player": _("Choose a player of the same club.")})

    def journal_place(self) -> dict[str, int]:
        return {"club_id": self.season.club_id}

    def journal_subject(self) -> Season:
        return self.season

    def journal_kind(self, kind: str) -> str:
        is_calculated = kind == "season.handicap_set" and self.value is None
        return "season.handicap_worked_out" if is_calculated else kind

    def journal_data(self) -> dict[str, Any]:
        return {
            "season": self.season.name,
            "player": self.player,
            "value": None if self.value is None else f"{self.value.normalize():f}",
            "from": self.from_day.isoformat(),
            "reason": self.reason,
        }


class MoveDecision(models.Model):
    """Where the committee wants a competitor next season, instead of what is proposed.

    Without a division, the competitor will be in none.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="move_decisions")
    key = models.CharField(max_length=LONGEST_KEY)
    division = models.ForeignKey(
        Division, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    reason = models.CharField(_("reason"), max_length=200)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_decision_on_a_move", fields=["season", "key"]),
            models.CheckConstraint(name="move_decision_has_a_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"decision on {self.key} in season {self.season_id}"


class SignedMoves(models.Model):
    """Promotion and relegation as the organiser has signed them.

    `moves` is the draft as JSON (`Draft.stored`), with competitors by their keys; `digest` is that
    of the draft that was signed.
    """

    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="signed_moves")
    digest = models.CharField(max_length=64)
    moves = models.JSONField()
    signed_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    signed_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "signed moves"
        constraints = [
            models.CheckConstraint(name="signed_moves_name_a_draft", condition=~Q(digest=""))
        ]

    def __str__(self) -> str:
        return f"moves of season {self.season_id}, signed {self.signed_at:%Y-%m-%d}"
