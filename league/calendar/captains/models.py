"""The matches of a league between its rounds: their rules, line-ups, other dates, walkovers.

A match is a round with a number: a match of teams at two tables is one match. Its sides are 0 and
1, as they sit at its only table or in the open room.
"""

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.calendar.match_dates.models import MatchDate
from league.clubs.models import Player, User
from league.foundation.limits import check_year, range_validators
from league.foundation.records.models import Record
from league.play.events.models import Entry, Stage
from league.play.rounds.forfeits import Forfeit
from league.play.rounds.models import Room, Round

MOST_DAYS = 100
# the fields of `MatchRules`, in the order of the form
MATCH_RULES = (
    *("lineup_days", "most_reserves", "tied_after", "home_enters", "confirm_days"),
    *("walkover_days", "walkover_for", "is_automatic", "most_postponements", "ask_days"),
    *("decide_days", "rest_days", "latest_on"),
)


class MissingResult(models.TextChoices):
    """What becomes of a match without a result when its time is up."""

    SILENT = "silent", _("the side that did not answer loses")
    BOTH = "both", _("both sides lose")
    DIRECTOR = "director", _("the organiser decides")


def _number(label: Any, *, usual: int | None = None, least: int = 0) -> Any:
    """Return a column for a number; without a usual one it can be none, which is no limit."""
    can_be_none: dict[str, Any] = {"null": True, "blank": True} if usual is None else {}
    given = can_be_none or {"default": usual}
    return models.PositiveSmallIntegerField(
        label, validators=range_validators(least, MOST_DAYS), **given
    )


class MatchRules(Record):
    """What the captains of a stage have to keep to; without a row: the values below.

    `lineup_days` and `ask_days` are days before the match, `confirm_days` and `walkover_days` days
    after it (or after the round's deadline; to confirm, after the result was entered, if that is
    later), `decide_days` days after the other side was asked.
    Nothing stands for no limit.
    """

    single_of = "stage"

    stage = models.OneToOneField(Stage, on_delete=models.CASCADE, related_name="match_rules")
    lineup_days = _number(_("line-ups are due so many days before the match"))
    most_reserves = _number(_("most players of a line-up who are not of the team"))
    tied_after = _number(_("matches after which a reserve is tied to a team"), least=1)
    home_enters = models.BooleanField(
        _("the captain of the home side enters the result"), default=True
    )
    confirm_days = _number(_("days in which the other side confirms the result"))
    walkover_days = _number(_("days after which a match without a result is a walkover"))
    walkover_for = models.CharField(
        _("who loses then"), max_length=10, choices=MissingResult, default=MissingResult.DIRECTOR
    )
    is_automatic = models.BooleanField(
        _("give such walkovers without asking the organiser"), default=False
    )
    most_postponements = _number(_("matches that a team may postpone"))
    ask_days = _number(
        _("days before the match until which another date can be asked for"), usual=0
    )
    decide_days = _number(
        _("days to agree on a date before the organiser decides"), usual=7, least=1
    )
    rest_days = _number(_("days between two matches of a team"), usual=0)
    latest_on = models.DateField(
        _("last day on which a match can be played"), null=True, blank=True, validators=[check_year]
    )

    class Meta:
        verbose_name = _("rules for the captains")
        verbose_name_plural = _("rules for the captains")
        constraints = [
            models.CheckConstraint(
                name="match_rules_know_a_missing_result",
                condition=Q(walkover_for__in=MissingResult),
            ),
            models.CheckConstraint(
                name="match_rules_tie_after_a_match",
                condition=Q(tied_after__isnull=True) | Q(tied_after__gte=1),
            ),
            models.CheckConstraint(
                name="match_rules_leave_a_day_to_answer", condition=Q(decide_days__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return str(capfirst(self._meta.verbose_name))

    def journal_data(self) -> dict[str, Any]:
        return {"event": self.stage.event.name}


class LineUp(models.Model):
    """Who plays a match for one side; a plan, until the players are seated.

    `refused` is the code of why they could not be seated.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="line_ups")
    number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="line_ups")
    set_by = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    set_at = models.DateTimeField()
    seated_at = models.DateTimeField(null=True, blank=True)
    refused = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_line_up_of_an_entry", fields=["round", "entry"]),
            models.CheckConstraint(
                name="line_up_seated_or_refused", condition=Q(refused="") | Q(seated_at=None)
            ),
        ]

    def __str__(self) -> str:
        return f"line-up of entry {self.entry_id} in round {self.round_id}"


class LineUpPlayer(models.Model):
    """A player of a line-up: at the table of a room, the `place`-th seat of the side there."""

    line_up = models.ForeignKey(LineUp, on_delete=models.CASCADE, related_name="players")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    room = models.PositiveSmallIntegerField(choices=Room, default=Room.ONLY)
    place = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="place_of_a_line_up_once", fields=["line_up", "room", "place"]
            ),
            models.UniqueConstraint(
                name="player_in_one_line_up_of_a_round", fields=["round", "player"]
            ),
            models.CheckConstraint(name="line_up_known_room", condition=Q(room__in=Room.values)),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} in line-up {self.line_up_id}"


class Outcome(models.TextChoices):
    OPEN = "open", _("not yet settled")
    AGREED = "agreed", _("agreed by both sides")
    RULED = "ruled", _("decided by the organiser")
    TAKEN_BACK = "taken_back", _("taken back")


class Postponement(models.Model):
    """An entry asks for another date of a match, or for the first one: then `was_at` is nothing.

    The dates it proposes are proposals of the match's date. `overdue_at` is when the organiser was
    asked to decide, as nobody had agreed by `decide_by`.
    """

    match_date = models.ForeignKey(
        MatchDate, on_delete=models.CASCADE, related_name="postponements"
    )
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="postponements")
    was_at = models.DateTimeField(null=True, blank=True)
    asked_at = models.DateTimeField()
    decide_by = models.DateTimeField()
    overdue_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.OPEN)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(
                name="postponement_to_be_decided",
                fields=["decide_by"],
                condition=Q(outcome="open", overdue_at__isnull=True),
            )
        ]
        constraints = [
            models.UniqueConstraint(
                name="one_open_postponement_of_a_match",
                fields=["match_date"],
                condition=Q(outcome="open"),
            ),
            models.CheckConstraint(
                name="postponement_of_a_known_outcome", condition=Q(outcome__in=Outcome)
            ),
            models.CheckConstraint(
                name="postponement_ends_unless_open",
                condition=Q(outcome="open", ended_at__isnull=True)
                | (~Q(outcome="open") & Q(ended_at__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"postponement of match date {self.match_date_id}"


class WalkoverState(models.TextChoices):
    PROPOSED = "proposed", _("waits for the organiser")
    MADE = "made", pgettext_lazy("walkover", "made")
    DROPPED = "dropped", pgettext_lazy("walkover", "not made")


class Walkover(models.Model):
    """A match of which no result came in time; `absent` is who loses, nothing where it is open."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="walkovers")
    number = models.PositiveSmallIntegerField()
    absent = models.PositiveSmallIntegerField(null=True, blank=True, choices=Forfeit)
    state = models.CharField(max_length=10, choices=WalkoverState, default=WalkoverState.PROPOSED)
    found_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="walkover_once_a_match", fields=["round", "number"]),
            models.CheckConstraint(
                name="walkover_of_a_known_state", condition=Q(state__in=WalkoverState)
            ),
            models.CheckConstraint(
                name="walkover_made_against_somebody",
                condition=~Q(state="made") | Q(absent__in=Forfeit.values),
            ),
            models.CheckConstraint(
                name="walkover_decided_unless_proposed",
                condition=Q(state="proposed", decided_at__isnull=True)
                | (~Q(state="proposed") & Q(decided_at__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"walkover in match {self.number} of round {self.round_id}"
