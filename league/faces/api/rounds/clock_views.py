"""The clock of a round: read by everybody who sees the round, run by its scorers."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import round_at
from league.faces.api.api_view import ApiView
from league.faces.api.schema import reads, writes
from league.play.rounds import services as rounds
from league.play.rounds.clock import ENDED, PAUSED, RUNNING, Clock
from league.play.rounds.models import Round
from league.play.rounds.selectors import round_clock
from league.play.rounds.services.running_clock import MOST_MINUTES

TAG = "rounds"
NOT_STARTED = "not_started"
ACTIONS = ("start", "pause", "resume", "extend", "end")


class ClockSerializer(serializers.Serializer[Any]):
    """A clock, and what is left of it now; of one that runs, `ends_at` is when it runs down."""

    round = serializers.IntegerField()
    state = serializers.ChoiceField(choices=[NOT_STARTED, RUNNING, PAUSED, ENDED])
    seconds_left = serializers.IntegerField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField(help_text="Counts what happened to the clock.")


class ClockInput(serializers.Serializer[Any]):
    """`minutes`: with `start` how long the round is, with `extend` by how many; less if below 0.

    `expected_version` is the clock's, as it was looked at: what two people send at once happens
    once.
    """

    action = serializers.ChoiceField(choices=ACTIONS)
    minutes = serializers.IntegerField(
        min_value=-MOST_MINUTES, max_value=MOST_MINUTES, required=False
    )
    expected_version = serializers.IntegerField(min_value=0, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["action"] == "extend" and "minutes" not in attrs:
            sentence = _("Enter by how many minutes, from 1 to %(most)d.")
            raise serializers.ValidationError({"minutes": sentence % {"most": MOST_MINUTES}})
        return attrs


class RoundClock(ApiView):
    @reads("rounds_clock", TAG, ClockSerializer)
    def get(self, request: Request, round: int) -> Response:
        """The clock of a round."""
        found = round_at(request, round)
        return Response(self._shown(found, round_clock(found)))

    @writes(
        "rounds_run_clock",
        TAG,
        ClockInput,
        ClockSerializer,
        example={"action": "start", "minutes": 40},
    )
    def post(self, request: Request, round: int) -> Response:
        """Start, pause, resume, extend or end the clock. Repeated, it is done once."""
        found = round_at(request, round)
        self.need("rounds.run_clock", found)
        return Response(self._shown(found, self._run(found, self.read(ClockInput))))

    def _run(self, round: Round, asked: dict[str, Any]) -> Clock:
        who: dict[str, Any] = {"round": round, "actor": self.actor, "at": self.at}
        match asked["action"]:
            case "start":
                return rounds.start_clock(minutes=asked.get("minutes"), **who)
            case "pause":
                return rounds.pause_clock(**who)
            case "resume":
                return rounds.resume_clock(**who)
            case "extend":
                expected = asked.get("expected_version")
                return rounds.extend_clock(minutes=asked["minutes"], expected_facts=expected, **who)
        return rounds.end_clock(**who)

    def _shown(self, round: Round, clock: Clock | None) -> Any:
        if clock is None:
            nothing = {"seconds_left": None, "ends_at": None, "version": 0}
            return {"round": round.pk, "state": NOT_STARTED} | nothing
        return {
            "round": round.pk,
            "state": clock.state,
            "seconds_left": int(clock.left(self.at).total_seconds()),
            "ends_at": clock.ends_at,
            "version": clock.facts,
        }
