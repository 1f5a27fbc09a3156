"""Requests to stand in: for which seat somebody is wanted, who was asked, what they answered."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Player, User
from league.play.rounds.models import Seat


class RequestState(models.TextChoices):
    """What is over by itself, because the round is closed, stays open here."""

    OPEN = "open", _("waits for somebody who accepts")
    FOUND = "found", _("somebody accepted")
    TAKEN_BACK = "taken_back", _("taken back")


class StandInRequest(models.Model):
    """Players are asked to take a seat for a round; the first who accepts has it.

    `absent` was to sit there when it was asked: nobody, where the seat was free.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="stand_in_requests")
    absent = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    asked_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=RequestState, default=RequestState.OPEN)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="stand_in_asked_for_once_at_a_time",
                fields=["seat"],
                condition=Q(state="open"),
            ),
            models.CheckConstraint(
                name="stand_in_request_of_a_known_state", condition=Q(state__in=RequestState.values)
            ),
            models.CheckConstraint(
                name="stand_in_request_has_an_end_unless_open",
                condition=Q(state="open", ended_at__isnull=True)
                | (~Q(state="open") & Q(ended_at__gte=F("asked_at"))),
            ),
        ]

    def __str__(self) -> str:
        return f"request {self.pk} for seat {self.seat_id}"


class Answer(models.TextChoices):
    WAITING = "waiting", _("has not answered")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")


class AskedPlayer(models.Model):
    """A player who was asked, and the answer; of a request one accepts at most."""

    request = models.ForeignKey(StandInRequest, on_delete=models.CASCADE, related_name="asked")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="asked_to_stand_in")
    answer = models.CharField(max_length=10, choices=Answer, default=Answer.WAITING)
    asked_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="stand_in_asked_once", fields=["request", "player"]),
            models.UniqueConstraint(
                name="stand_in_accepted_by_one",
                fields=["request"],
                condition=Q(answer="accepted"),
            ),
            models.CheckConstraint(
                name="stand_in_answer_is_known", condition=Q(answer__in=Answer.values)
            ),
            models.CheckConstraint(
                name="stand_in_answered_when_it_has_an_answer",
                condition=Q(answer="waiting", answered_at__isnull=True)
                | (~Q(answer="waiting") & Q(answered_at__gte=F("asked_at"))),
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} asked by request {self.request_id}"
