"""An evening: who is there, who plays with whom, and its start."""

from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games import services as games
from league.clubs.models import Club, Player
from league.faces.api.access import get_or_404
from league.faces.api.answers import IdField
from league.faces.api.api_view import fetch_all
from league.faces.api.filters import number_in
from league.faces.api.resources import ClubResource
from league.faces.api.rounds.serializers import RoundSerializer
from league.faces.api.rounds.views import counted
from league.faces.api.schema import ACCOUNT, act, reads
from league.faces.api.tonight.serializers import (
    EveningInput,
    EveningSerializer,
    GuestInput,
    PlansSerializer,
    StartInput,
    TogetherInput,
)
from league.play.events import services as events
from league.play.events.evenings import day_of, link_of, present
from league.play.events.models import Evening
from league.play.rounds import services as rounds
from league.tables.ratings.tonight import form_even_pairs, propose_even_pairs

TAG = "tonight"


LARGEST_LOT = 1_000_000
LOT = OpenApiParameter(
    "lot", int, description="Another lot only turns those who are equally strong; 0 if left out."
)


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


class CheckInLinkSerializer(serializers.Serializer[Any]):
    url = serializers.URLField(help_text="Where players check in, today only.")


class TonightViewSet(ClubResource):
    """The evening of today, where the club is."""

    tag, operations = TAG, "tonight"
    words = {"partial_update": "choose"}
    serializer_class = EveningSerializer
    read_permission, write_permission = "events.view_evening", "events.change_presence"
    permissions = {"partial_update": "events.start_evening"}
    by_whom_reads = ACCOUNT

    def shown(self) -> Evening:
        """Return the evening that waits, or one like the last that is not stored."""
        return day_of(self.club, self._today).evening

    def opened(self) -> Evening:
        """Return the evening that waits; it is made where there is none."""
        return events.open_evening(club=self.club, day=self._today, by=self.by)

    def as_it_is(self) -> Response:
        evening = self.shown()
        there = list(present(evening)) if evening.pk else []
        return Response(EveningSerializer(evening, context={"there": there}).data)

    @property
    def _today(self) -> Any:
        return timezone.localdate(self.at, ZoneInfo(self.club.time_zone))

    def retrieve(self, request: Request, **_address: Any) -> Response:
        """The evening of today: what is played, who is there, who plays with whom."""
        return self.as_it_is()

    @act(
        EveningInput,
        EveningSerializer,
        example={"variant": "pitch", "preset": "standard", "minutes": 150},
    )
    def partial_update(self, request: Request, **_address: Any) -> Response:
        """Say what is played and for how long; what is left out stays."""
        changes = _with_rules(self.club, self.read(EveningInput))
        events.choose(evening=self.opened(), changes=changes, by=self.by)
        return self.as_it_is()

    @action(detail=True, methods=["put"], url_path="present/<int:player>", url_name="present")
    def check_in(self, request: Request, **_address: Any) -> Response:
        """Note that a player is there. Noted again it changes nothing."""
        return self._note(comes=True)

    @check_in.mapping.delete
    def take_back(self, request: Request, **_address: Any) -> Response:
        """Note that a player is not there after all; partners are free again."""
        return self._note(comes=False)

    def _note(self, *, comes: bool) -> Response:
        player = get_or_404(Player.objects.filter(club=self.club), pk=self.kwargs["player"])
        note = events.check_in if comes else events.take_back
        note(evening=self.opened(), player=player, by=self.by)
        return self.as_it_is()

    @act(GuestInput, EveningSerializer, example={"name": "Zoe Adler"})
    @action(
        detail=True,
        methods=["post"],
        url_path="guests",
        url_name="guests",
        write_permission="events.add_guest",
    )
    def guest(self, request: Request, **_address: Any) -> Response:
        """Note somebody by name as present; without a player of this name one is added."""
        data = self.read(GuestInput)
        events.add_guest(evening=self.opened(), **data, by=self.by)
        return self.as_it_is()

    @action(detail=True, serializer_class=PlansSerializer)
    def plans(self, request: Request, **_address: Any) -> Response:
        """Ways to play the night with those who are there, drawn to their end and measured."""
        evening = self.shown()
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

    @act(
        StartInput,
        RoundSerializer,
        example={"evening": 3, "plan": "one of the plans", "version": 12},
    )
    @action(detail=True, methods=["post"], write_permission="events.start_evening")
    def start(self, request: Request, **_address: Any) -> Response:
        """Enter everybody, draw the room and open round 1. Asked for twice it is done once."""
        data = self.read(StartInput)
        evenings = Evening.objects.select_related("club", "house_rules", "event")
        evening = evenings.filter(club=self.club, pk=data["evening"]).first()
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

    # Who plays with whom: by wish, or evenly by the ratings

    @act(TogetherInput, EveningSerializer, example={"players": [17, 23]})
    @action(detail=True, methods=["post"], url_path="together", url_name="together")
    def put_together(self, request: Request, **_address: Any) -> Response:
        """Let players who are there be partners; whoever they were with is free again."""
        wanted = self.read(TogetherInput)["players"]
        players = fetch_all(Player, self.club.pk, wanted, "players")
        events.put_together(evening=self.opened(), players=players, by=self.by)
        return self.as_it_is()

    @action(detail=True, methods=["delete"], url_path="together/<int:group>", url_name="part")
    def part(self, request: Request, **_address: Any) -> Response:
        """Let partners be free again."""
        number = min(self.kwargs["group"], 32_767)  # no group has a larger number
        events.part(evening=self.opened(), together=number, by=self.by)
        return self.as_it_is()

    @reads("tonight_propose_pairs", TAG, EvenPairsSerializer, parameters=[LOT], by=ACCOUNT)
    @action(
        detail=True,
        url_path="even-pairs",
        url_name="pairs",
        read_permission="events.change_presence",
    )
    def propose_pairs(self, request: Request, **_address: Any) -> Response:
        """Even pairs by the ratings, of those who are there and have no partner."""
        lot = number_in(request, "lot", most=LARGEST_LOT) or 0
        evening = self.shown()
        proposed = propose_even_pairs(evening, seed=lot)
        shown = {"lot": lot, "version": evening.version, **proposed._asdict()}
        return Response(EvenPairsSerializer(shown).data)

    @act(EvenPairsInput, EveningSerializer, as_read=False, example={"lot": 0, "version": 12})
    @propose_pairs.mapping.post
    def form_pairs(self, request: Request, **_address: Any) -> Response:
        """Let them play together as proposed; refused when who is there has changed since."""
        data = self.read(EvenPairsInput)
        form_even_pairs(
            evening=self.opened(),
            seed=data["lot"],
            version=data["version"],
            by=self.by,
        )
        return self.as_it_is()

    @act(None, CheckInLinkSerializer, once=False)
    @action(detail=True, methods=["post"], url_path="check-in-link", url_name="check_in_link")
    def check_in_link(self, request: Request, **_address: Any) -> Response:
        """The link of the code in the room, by which players check in with their phones."""
        return _link(self.opened())

    @act(None, CheckInLinkSerializer, once=False)
    @action(
        detail=True,
        methods=["post"],
        url_path="check-in-link/renew",
        url_name="check_in_link_renew",
    )
    def renew_check_in_link(self, request: Request, **_address: Any) -> Response:
        """Replace the link: the one before stops working."""
        return _link(events.renew_link(evening=self.opened(), by=self.by))


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


def _link(evening: Evening) -> Response:
    address = reverse("public:check_in", args=[link_of(evening)])
    return Response({"url": f"{settings.SITE_URL}{address}"})
