"""Who says beforehand that they come, and the calendar that an account subscribes to."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Player, User
from league.play.events.models import Event

LONGEST_NOTE = 200
FIRST_NUMBER = 1


class Answer(models.TextChoices):
    COMES = "comes", _("Yes")
    PERHAPS = "perhaps", _("Maybe")
    NOT = "not", _("No")


class Availability(models.Model):
    """What a player said about a day: of an event, or without one of the club's evening.

    It is for that day only: where a match is moved to another day, nothing is said of that yet.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="availabilities")
    event = models.ForeignKey(
        Event, null=True, blank=True, on_delete=models.CASCADE, related_name="availabilities"
    )
    day = models.DateField()
    answer = models.CharField(_("answer"), max_length=10, choices=Answer)
    note = models.CharField(_("note"), max_length=LONGEST_NOTE, blank=True)
    answered_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "availabilities"
        indexes = [models.Index(fields=["event", "day"], name="availability_for_a_day")]
        constraints = [
            models.UniqueConstraint(
                name="availability_said_once_for_a_day",
                fields=["player", "event", "day"],
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                name="availability_is_a_known_answer", condition=Q(answer__in=Answer)
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} on {self.day}: {self.answer}"


class CalendarLink(models.Model):
    """The secret address of an account's calendar; counting the number up ends the one before.

    An account without a row has never made a new one: its number is FIRST_NUMBER.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="calendar_link")
    number = models.PositiveIntegerField(default=FIRST_NUMBER)

    def __str__(self) -> str:
        return f"calendar of account {self.user_id}"
