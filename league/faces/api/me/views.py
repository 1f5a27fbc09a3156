"""What concerns the account's own players: their matches, and whether they come."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from league.calendar.availability import services as availability
from league.calendar.availability.occasions import coming_of, matches_of
from league.calendar.availability.selectors import said_for
from league.clubs.models import Player, User
from league.clubs.selectors import players_of_user
from league.faces.api.api_view import ApiView
from league.faces.api.me.serializers import (
    AvailabilityInput,
    ComingSerializer,
    MyMatchSerializer,
)
from league.faces.api.schema import ACCOUNT, lists, writes

TAG = "me"
EXAMPLE = {
    "player": 12,
    "event": 3,
    "day": "2026-10-06",
    "answer": "comes",
    "note": "I come at eight.",
}


class OwnPlayersView(ApiView):
    """For whoever has players; with a token of one club only the player there."""

    def players(self) -> list[Player]:
        user = self.request.user
        if not isinstance(user, User):
            self.refuse()
        players = players_of_user(user)
        return list(players.filter(club=user.only_club) if user.only_club else players)


class MyMatches(OwnPlayersView):
    @lists("my_matches_list", TAG, MyMatchSerializer, by=ACCOUNT)
    def get(self, request: Request) -> Response:
        """The matches of your own entries that are not confirmed yet, earliest first."""
        found = matches_of(self.players())
        return self.listed(found, MyMatchSerializer, at=self.at)


class MyAvailability(OwnPlayersView):
    @lists("my_availability_list", TAG, ComingSerializer, by=ACCOUNT)
    def get(self, request: Request) -> Response:
        """The days for which you can say whether you come, with what you said."""
        found = coming_of(self.players(), self.at)
        said = said_for(found)
        rows = [{"occasion": one, "said": said.get(one.key)} for one in found]
        return self.listed(rows, ComingSerializer)

    @writes(
        "my_availability_set", TAG, AvailabilityInput, None, status=204, once=False, example=EXAMPLE
    )
    def put(self, request: Request) -> Response:
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
