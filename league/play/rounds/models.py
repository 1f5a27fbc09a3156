from typing import Any

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Player, User
from league.foundation.lists import noted
from league.foundation.records.models import Record
from league.play.events.models import MOST_SEATS, Entry, Stage
from league.play.events.names import name_by_number, name_of


class RoundState(models.TextChoices):
    DRAWN = "drawn", _("drawn, not yet shown")
    OPEN = "open", _("being played")
    CLOSED = "closed", _("closed")


class Round(models.Model):
    """One round of a stage. `drawing` keeps what the `draw` door said: quality, seed, reasons."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(
        _("state"), max_length=10, choices=RoundState, default=RoundState.DRAWN
    )
    deadline = models.DateTimeField(_("deadline"), null=True, blank=True)
    drawn_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    drawing = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1)
    # by a trigger, whoever writes
    updated_at = models.DateTimeField(default=timezone.now, db_default=Now(), editable=False)

    class Meta:
        indexes = [
            # what the front page says is played now
            models.Index(
                fields=["-opened_at", "-id"],
                name="round_opened_last",
                condition=Q(state="open"),
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                name="round_number_once_in_a_stage", fields=["stage", "number"]
            ),
            models.CheckConstraint(name="round_numbers_from_1", condition=Q(number__gte=1)),
            models.CheckConstraint(name="round_known_state", condition=Q(state__in=RoundState)),
        ]

    def __str__(self) -> str:
        return f"round {self.number}"


class Room(models.IntegerChoices):
    """Where a table stands: a match of two teams at two tables has one in each room."""

    ONLY = 0, ""
    OPEN = 1, _("open room")
    CLOSED = 2, _("closed room")


def number_in_words(number: int, room: int) -> str:
    """Return the number of a table, with its room where the match has two: "3 (open room)"."""
    if room == Room.ONLY:
        return str(number)
    return gettext("%(number)d (%(room)s)") % {"number": number, "room": Room(room).label}


class Table(models.Model):
    """One match of a round, at one place; or one of the two places of a match of teams.

    Both tables of such a match have its number; in the closed room its sides are turned.
    `link_number` is part of the signed link to the table's page; counting it up makes every link
    given out before worthless. `deal_numbers` are the prepared deals it plays, when there are any.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    room = models.PositiveSmallIntegerField(choices=Room, default=Room.ONLY)
    deal_numbers = models.JSONField(default=list, blank=True)
    first_dealer = models.PositiveSmallIntegerField(default=0)
    link_number = models.PositiveIntegerField(default=1)
    why = models.JSONField(default=list, blank=True)
    # by a trigger, whoever writes
    updated_at = models.DateTimeField(default=timezone.now, db_default=Now(), editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="table_number_once_in_a_round", fields=["round", "number", "room"]
            ),
            models.CheckConstraint(
                name="table_first_dealer_is_a_seat", condition=Q(first_dealer__lt=MOST_SEATS)
            ),
            models.CheckConstraint(name="table_known_room", condition=Q(room__in=Room.values)),
        ]

    def __str__(self) -> str:
        return f"table {self.shown_number}"

    @property
    def shown_number(self) -> str:
        return number_in_words(self.number, self.room)

    @cached_property
    def seat_count(self) -> int:
        """How many seats the table has; no query where they are loaded or were counted."""
        return self.seats.count()


class PlacementKind(models.TextChoices):
    TABLE = "table", _("plays")
    BYE = "bye", _("bye")
    SIT_OUT = "sit_out", _("sits out")
    ABSENT = "absent", _("absent")
    HALF_BYE = "half_bye", _("half-point bye, asked for")
    ZERO_BYE = "zero_bye", _("bye without points, asked for")


# rounds an entry asked beforehand not to play in, with what they are worth
ASKED_FOR = (PlacementKind.HALF_BYE, PlacementKind.ZERO_BYE)
# rounds in which the draw had no table for an entry: what they are worth, the scoring says
RESTS = (PlacementKind.BYE, PlacementKind.SIT_OUT)


class Placement(models.Model):
    """Where an entry is in a round: on a side of a table, or not playing, and then why.

    Sides have any number of entries (rotating partners are two individual entries on one side).
    A team that plays in two rooms has a placement in each.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="placements")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="placements")
    kind = models.CharField(max_length=10, choices=PlacementKind, default=PlacementKind.TABLE)
    table = models.ForeignKey(
        Table, null=True, blank=True, on_delete=models.CASCADE, related_name="placements"
    )
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    room = models.PositiveSmallIntegerField(choices=Room, default=Room.ONLY)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="entry_once_in_a_round",
                fields=["round", "entry", "room"],
                violation_error_message=_("An entry can be at one table of a round only."),
            ),
            models.CheckConstraint(
                name="placement_at_a_table_or_not_playing",
                condition=Q(kind="table", table__isnull=False, side__isnull=False)
                | (
                    Q(kind__in=["bye", "sit_out", "absent", "half_bye", "zero_bye"])
                    & Q(table__isnull=True)
                    & Q(side__isnull=True)
                ),
            ),
            models.CheckConstraint(
                name="placement_side_within_seats",
                condition=Q(side__isnull=True) | Q(side__lt=MOST_SEATS),
            ),
            models.CheckConstraint(
                name="placement_in_a_room_only_at_a_table",
                condition=Q(room=Room.ONLY)
                | Q(room__in=[Room.OPEN, Room.CLOSED], kind="table", side__lt=2),
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.entry_id}: {self.kind}"


class Seat(models.Model):
    """Who sits where: seats 0..n-1 in turn order.

    A substitute is of another entry or none; `stands_in_for` is nobody where the seat was free.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    placement = models.ForeignKey(Placement, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    is_substitute = models.BooleanField(default=False)
    stands_in_for = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="seat_taken_once", fields=["table", "number"]),
            models.UniqueConstraint(
                name="player_at_one_seat_of_a_round",
                fields=["round", "player"],
                condition=Q(player__isnull=False),
                violation_error_message=_("A player can sit at one table of a round only."),
            ),
            models.CheckConstraint(name="seat_0_to_7", condition=Q(number__lt=MOST_SEATS)),
            models.CheckConstraint(
                name="seat_of_a_substitute_is_taken",
                condition=Q(is_substitute=False, stands_in_for__isnull=True)
                | Q(is_substitute=True, player__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of table {self.table_id}"


class ClockKind(models.TextChoices):
    STARTED = "started", _("started")
    PAUSED = "paused", _("paused")
    RESUMED = "resumed", _("resumed")
    EXTENDED = "extended", _("given more or less time")
    ENDED = "ended", _("ended")


class ClockFact(models.Model):
    """Something that happened to the clock of a round; what is left is worked out from these.

    They are kept as they are and follow each other as they can: a trigger in the database sees
    to both.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="clock_facts")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=ClockKind)
    at = models.DateTimeField()
    seconds = models.IntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="clock_fact_number_once_in_a_round", fields=["round", "number"]
            ),
            models.CheckConstraint(name="clock_fact_numbers_from_1", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="clock_fact_of_a_known_kind", condition=Q(kind__in=ClockKind)
            ),
            models.CheckConstraint(
                name="clock_fact_has_seconds_where_it_sets_the_clock",
                condition=Q(kind="started", seconds__gt=0)
                | (Q(kind="extended", seconds__isnull=False) & ~Q(seconds=0))
                | Q(kind__in=["paused", "resumed", "ended"], seconds__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of round {self.round_id}"


class ByeWorth(models.TextChoices):
    HALF = "half", _("half a win")
    ZERO = "zero", _("no points")


class ByeRequest(Record):
    """An entry asks not to play in a round that is not drawn yet, until it is taken back.

    It is a plan: the draw of the round leaves the entry out and says so in its placement.
    """

    made = ("made_at", "made_by_id")
    revoked = ("taken_back_at",)

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="bye_requests")
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, related_name="bye_requests", verbose_name=_("who")
    )
    round_number = models.PositiveSmallIntegerField(_("round"))
    worth = models.CharField(_("worth"), max_length=4, choices=ByeWorth)
    made_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="+", editable=False
    )
    made_at = models.DateTimeField(editable=False)
    taken_back_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("requested bye")
        verbose_name_plural = _("requested byes")
        constraints = [
            models.UniqueConstraint(
                name="bye_asked_for_once_a_round",
                fields=["stage", "entry", "round_number"],
                condition=Q(taken_back_at__isnull=True),
            ),
            models.CheckConstraint(name="bye_of_a_known_worth", condition=Q(worth__in=ByeWorth)),
            models.CheckConstraint(
                name="bye_asked_for_from_round_1", condition=Q(round_number__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return noted(
            name_of(self.entry), gettext("Round %(number)d") % {"number": self.round_number}
        )

    def journal_data(self) -> dict[str, Any]:
        return {
            "event": self.stage.event.name,
            "entry": name_by_number(self.entry),
            "entry_id": self.entry_id,
            "round": self.round_number,
            "worth": self.worth,
        }
