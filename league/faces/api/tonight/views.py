"""An evening: who is there, who plays with whom, and its start."""

from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games import services as games
from league.clubs.models import Club, Player
from league.faces.api.access import club_at, get_or_404
from league.faces.api.answers import IdField
from league.faces.api.api_view import ApiView, fetch_all
from league.faces.api.filters import number_in
from league.faces.api.rounds.serializers import RoundSerializer
from league.faces.api.rounds.views import counted
from league.faces.api.schema import ACCOUNT, reads, writes
from league.faces.api.tonight.serializers import (
    EveningInput,
    EveningSerializer,
    GuestInput,
    PlansSerializer,
    StartInput,
    TogetherInput,
)
from league.play.events import services as events
from league.play.events.evenings import draft_next_evening, link_of, present, waiting_evening
from league.play.events.models import Evening
from league.play.rounds import services as rounds
from league.tables.ratings.tonight import form_even_pairs, propose_even_pairs

# --- Tonight: what is played, who is there, a plan, and the start of play ---

TAG = "tonight"


class TonightBase(ApiView):
    """The evening of today, where the club is."""

    def club(self, slug: str, permission: str) -> Club:
        found = club_at(slug)
        self.need(permission, found)
        return found

    def shown(self, club: Club) -> Evening:
        """Return the evening that waits, or one like the last that is not stored."""
        today = self._today(club)
        return waiting_evening(club, today) or draft_next_evening(club, today)

    def opened(self, club: Club) -> Evening:
        """Return the evening that waits; it is made where there is none."""
        return events.open_evening(club=club, day=self._today(club), by=self.by)

    def answer(self, club: Club) -> Response:
        evening = self.shown(club)
        there = list(present(evening)) if evening.pk else []
        return Response(EveningSerializer(evening, context={"there": there}).data)

    def _today(self, club: Club) -> Any:
        return timezone.localdate(self.at, ZoneInfo(club.time_zone))


class TonightView(TonightBase):
    @reads("tonight_read", TAG, EveningSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str) -> Response:
        """The evening of today: what is played, who is there, who plays with whom."""
        return self.answer(self.club(club, "events.view_evening"))

    @writes(
        "tonight_choose",
        TAG,
        EveningInput,
        EveningSerializer,
        example={"variant": "pitch", "preset": "standard", "minutes": 150},
    )
    def patch(self, request: Request, club: str) -> Response:
        """Say what is played and for how long; what is left out stays."""
        found = self.club(club, "events.start_evening")
        changes = _with_rules(found, self.read(EveningInput))
        events.choose(evening=self.opened(found), changes=changes, by=self.by)
        return self.answer(found)


def _with_rules(club: Club, data: dict[str, Any]) -> dict[str, Any]:
    """Return the columns of an evening for what was sent."""
    if "house_rules" in data:
        rules = club.house_rules.filter(pk=data["house_rules"], archived_at=None).first()
        if rules is None:
            sentence = _(
                "The club has no house rules with the number %(number)d; see the list of house "
                "rules."
            )
            words = {"number": data["house_rules"]}
            raise ValidationError({"house_rules": sentence % words}, code="unknown")
        return data | {"house_rules": rules, "variant": rules.variant, "preset": rules.preset}
    if "variant" in data:
        return data | {"house_rules": None} | _preset_of(data)
    return data


def _preset_of(data: dict[str, Any]) -> dict[str, Any]:
    """Return the preset that was sent, or the usual one of the game. Raises ValidationError."""
    game = games.variant_named(data["variant"])
    if game is None:
        raise ValidationError(
            {"variant": _("There is no game “%(game)s”.") % {"game": data["variant"]}},
            code="unknown",
        )
    preset = data.get("preset", game.default_preset)
    if preset not in {known.id for known in game.presets}:
        raise ValidationError(
            {"preset": _("The game has no preset “%(preset)s”.") % {"preset": preset}},
            code="unknown",
        )
    return {"preset": preset}


class PresentPlayer(TonightBase):
    @writes("tonight_check_in", TAG, None, EveningSerializer)
    def put(self, request: Request, club: str, player: int) -> Response:
        """Note that a player is there. Noted again it changes nothing."""
        return self._note(club, player, comes=True)

    @writes("tonight_take_back", TAG, None, EveningSerializer)
    def delete(self, request: Request, club: str, player: int) -> Response:
        """Note that a player is not there after all; partners are free again."""
        return self._note(club, player, comes=False)

    def _note(self, club: str, pk: int, *, comes: bool) -> Response:
        found = self.club(club, "events.change_presence")
        player = get_or_404(Player.objects.filter(club=found), pk=pk)
        act = events.check_in if comes else events.take_back
        act(evening=self.opened(found), player=player, by=self.by)
        return self.answer(found)


class Guests(TonightBase):
    @writes("tonight_guest", TAG, GuestInput, EveningSerializer, example={"name": "Zoe Adler"})
    def post(self, request: Request, club: str) -> Response:
        """Note somebody by name as present; without a player of this name one is added."""
        found = self.club(club, "events.add_guest")
        data = self.read(GuestInput)
        events.add_guest(evening=self.opened(found), **data, by=self.by)
        return self.answer(found)


class Plans(TonightBase):
    @reads("tonight_plans", TAG, PlansSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str) -> Response:
        """Ways to play the night with those who are there, drawn to their end and measured."""
        found = self.club(club, "events.view_evening")
        evening = self.shown(found)
        players = present(evening).count() if evening.pk else 0
        proposal = rounds.proposal_for(evening, players)
        why = proposal.why_none
        plans = {
            "evening": evening.pk,
            "version": evening.version,
            "players": players,
            "plans": proposal.plans,
            "why_none": games.whole_sentence(games.render_sentence(why)) if why else "",
        }
        return Response(PlansSerializer(plans).data)


class StartTonight(TonightBase):
    @writes(
        "tonight_start",
        TAG,
        StartInput,
        RoundSerializer,
        example={"evening": 3, "plan": "one of the plans", "version": 12},
    )
    def post(self, request: Request, club: str) -> Response:
        """Enter everybody, draw the room and open round 1. Asked for twice it is done once."""
        found = self.club(club, "events.start_evening")
        data = self.read(StartInput)
        evenings = Evening.objects.select_related("club", "house_rules", "event")
        evening = evenings.filter(club=found, pk=data["evening"]).first()
        if evening is None:
            sentence = _("The club has no evening with this number: look at the plans again.")
            raise ValidationError({"evening": sentence}, code="unknown")
        first = rounds.start_evening(
            evening=evening,
            plan=data["plan"],
            version=data["version"],
            by=self.by,
        )
        return Response(RoundSerializer(counted(first)).data)


# --- Who plays with whom tonight: by wish, or evenly by the ratings; and the code to check in ---

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
        events.put_together(evening=self.opened(found), players=players, by=self.by)
        return self.answer(found)


class Part(TonightBase):
    @writes("tonight_part", TAG, None, EveningSerializer)
    def delete(self, request: Request, club: str, group: int) -> Response:
        """Let partners be free again."""
        found = self.club(club, "events.change_presence")
        number = min(group, 32_767)  # no group has a larger number
        events.part(evening=self.opened(found), together=number, by=self.by)
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
            by=self.by,
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
        return _link(events.renew_link(evening=evening, by=self.by))


def _link(evening: Evening) -> Response:
    address = reverse("public:check_in", args=[link_of(evening)])
    return Response({"url": f"{settings.SITE_URL}{address}"})
