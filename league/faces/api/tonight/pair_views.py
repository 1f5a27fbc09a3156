"""Who plays with whom tonight: by wish, or evenly by the ratings; and the code to check in."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Player
from league.faces.api.answers import IdField
from league.faces.api.api_view import fetch_all
from league.faces.api.filters import number_in
from league.faces.api.schema import ACCOUNT, reads, writes
from league.faces.api.tonight.serializers import EveningSerializer, TogetherInput
from league.faces.api.tonight.views import TAG, TonightBase
from league.play.events import services as events
from league.play.events.evening_links import link_of
from league.play.events.models import Evening
from league.tables.ratings.tonight import form_even_pairs, propose_even_pairs

LARGEST_LOT = 1_000_000
LOT = OpenApiParameter(
    "lot", int, description="Another lot only turns those who are equally strong; 0 if left out."
)


class Together(TonightBase):
    @writes(
        "tonight_put_together", TAG, TogetherInput, EveningSerializer, example={"players": [17, 23]}
    )
    def post(self, request: Request, club: str) -> Response:
        """Let players who are there be partners; whoever they were with is free again."""
        found = self.club(club, "events.change_presence")
        players = fetch_all(Player, found.pk, self.read(TogetherInput)["players"], "players")
        events.put_together(
            evening=self.opened(found), players=players, actor=self.actor, at=self.at
        )
        return self.answer(found)


class Part(TonightBase):
    @writes("tonight_part", TAG, None, EveningSerializer)
    def delete(self, request: Request, club: str, group: int) -> Response:
        """Let partners be free again."""
        found = self.club(club, "events.change_presence")
        number = min(group, 32_767)  # no group has a larger number
        events.part(evening=self.opened(found), together=number, actor=self.actor, at=self.at)
        return self.answer(found)


class EvenPairSerializer(serializers.Serializer[Any]):
    players = serializers.ListField(child=IdField())
    ratings = serializers.ListField(child=serializers.IntegerField())
    is_guess = serializers.BooleanField(help_text="One of them has no rating yet.")


class EvenPairsSerializer(serializers.Serializer[Any]):
    lot = serializers.IntegerField()
    version = serializers.IntegerField()
    pairs = EvenPairSerializer(many=True)
    left_over = IdField(allow_null=True)


class EvenPairsInput(serializers.Serializer[Any]):
    """The lot and the version of the proposal that was looked at."""

    lot = serializers.IntegerField(min_value=0, max_value=LARGEST_LOT, default=0)
    version = serializers.IntegerField(min_value=0)


class EvenPairs(TonightBase):
    @reads("tonight_propose_pairs", TAG, EvenPairsSerializer, parameters=[LOT], by=ACCOUNT)
    def get(self, request: Request, club: str) -> Response:
        """Even pairs by the ratings, of those who are there and have no partner."""
        found = self.club(club, "events.change_presence")
        lot = number_in(request, "lot", most=LARGEST_LOT) or 0
        evening = self.shown(found)
        proposed = propose_even_pairs(evening, seed=lot)
        shown = {"lot": lot, "version": evening.version, **proposed._asdict()}
        return Response(EvenPairsSerializer(shown).data)

    @writes(
        "tonight_form_pairs",
        TAG,
        EvenPairsInput,
        EveningSerializer,
        example={"lot": 0, "version": 12},
    )
    def post(self, request: Request, club: str) -> Response:
        """Let them play together as proposed; refused when who is there has changed since."""
        found = self.club(club, "events.change_presence")
        data = self.read(EvenPairsInput)
        form_even_pairs(
            evening=self.opened(found),
            seed=data["lot"],
            version=data["version"],
            actor=self.actor,
            at=self.at,
        )
        return self.answer(found)


class CheckInLinkSerializer(serializers.Serializer[Any]):
    url = serializers.URLField(help_text="Where players check in, today only.")


class CheckInLink(TonightBase):
    @writes("tonight_check_in_link", TAG, None, CheckInLinkSerializer, once=False)
    def post(self, request: Request, club: str) -> Response:
        """The link of the code in the room, by which players check in with their phones."""
        return _link(self.opened(self.club(club, "events.change_presence")))


class RenewCheckInLink(TonightBase):
    @writes("tonight_renew_check_in_link", TAG, None, CheckInLinkSerializer, once=False)
    def post(self, request: Request, club: str) -> Response:
        """Replace the link: the one before stops working."""
        evening = self.opened(self.club(club, "events.change_presence"))
        return _link(events.renew_link(evening=evening, actor=self.actor, at=self.at))


def _link(evening: Evening) -> Response:
    address = reverse("public:check_in", args=[link_of(evening)])
    return Response({"url": f"{settings.SITE_URL}{address}"})
