"""What concerns the account's own players: their matches, and whether they come."""

from typing import Any

from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from league.calendar.availability import services as availability
from league.calendar.availability.occasions import coming_of, matches_of
from league.calendar.availability.selectors import said_for
from league.clubs.models import Player, Scope, User
from league.clubs.selectors import players_of_user
from league.faces.api.me.serializers import (
    AvailabilityInput,
    ComingSerializer,
    MyMatchSerializer,
)
from league.faces.api.resources import ResourceViewSet
from league.faces.api.schema import ACCOUNT, act

TAG = "me"
EXAMPLE = {
    "player": 12,
    "event": 3,
    "day": "2026-10-06",
    "answer": "comes",
    "note": "I come at eight.",
}


class OwnPlayersResource(ResourceViewSet):
    """For whoever has players; with a token of one club only the player there."""

    tag = TAG
    by_whom_reads = ACCOUNT

    def players(self) -> list[Player]:
        user = self.request.user
        if not isinstance(user, User):
            self.refuse()
        players = players_of_user(user)
        return list(players.filter(club=user.only_club) if user.only_club else players)


class MatchViewSet(ListModelMixin, OwnPlayersResource):
    """The matches of your own entries that are not confirmed yet, earliest first."""

    operations = "my_matches"
    serializer_class = MyMatchSerializer

    def get_queryset(self) -> Any:
        return matches_of(self.players())

    def context(self) -> dict[str, Any]:
        return {"at": self.at}


class AvailabilityViewSet(ListModelMixin, OwnPlayersResource):
    """The days for which you can say whether you come, with what you said."""

    operations = "my_availability"
    serializer_class = ComingSerializer
    token_scopes = {"GET": Scope.READ, "PUT": Scope.SCORE}

    def get_queryset(self) -> Any:
        found = coming_of(self.players(), self.at)
        said = said_for(found)
        return [{"occasion": one, "said": said.get(one.key)} for one in found]

    @act(AvailabilityInput, None, status=204, once=False, example=EXAMPLE)
    def update(self, request: Request, **_address: Any) -> Response:
        """Say whether you come on a day, or with `answer` null take back what you said."""
        asked = self.read(AvailabilityInput)
        own = {player.pk: player for player in self.players()}
        if asked["player"] not in own:
            # somebody else's player and none at all are answered alike
            self.refuse()
        self._keep(own[asked["player"]], asked)
        return Response(status=204)

    def _keep(self, player: Player, asked: dict[str, Any]) -> None:
        event, day = asked["event"], asked["day"]
        if asked["answer"] is None:
            availability.take_back(player=player, event_id=event, day=day, by=self.by)
            return
        availability.say(
            player=player,
            event_id=event,
            day=day,
            answer=asked["answer"],
            note=asked["note"],
            by=self.by,
        )
