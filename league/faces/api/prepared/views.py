"""Deals whose cards are prepared: of a stage, and of the week."""

import secrets
from datetime import date
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from games import services as games
from league.clubs.models import Club, Scope
from league.faces.api.api_view import ApiView
from league.faces.api.inputs import DealData
from league.faces.api.prepared.serializers import (
    LookInput,
    PreparedDealSerializer,
    PreparedSetSerializer,
    PrepareInput,
    ReleaseInput,
)
from league.faces.api.resources import ResourceViewSet, StageResource
from league.faces.api.schema import act, reads
from league.play.prepared import services as prepared
from league.play.prepared.models import PreparedSet, WeeklyDeal
from league.play.prepared.selectors import is_open, progress_of, was_shown
from league.play.prepared.services.weekly import week_of
from league.play.prepared.stage_deals import deal_of, set_of
from league.play.prepared.weekly_deals import (
    cards_of,
    clubs_scored_by,
    is_over,
    results_of,
    sees_results,
    this_week,
    weekly_of,
)

# --- Prepared deals: committed to, looked at, published; and the cards once everybody has played

TAG = "prepared deals"


class PreparedSetViewSet(RetrieveModelMixin, StageResource):
    """The prepared deals of a stage: the commitment, how far they are, the seed in the end."""

    tag, operations = TAG, "prepared"
    words = {"create": "make"}
    serializer_class = PreparedSetSerializer
    write_permission = "prepared.prepare_deals"

    def get_object(self) -> PreparedSet:
        prepared_set = set_of(self.stage)
        if prepared_set is None:
            raise Http404
        return prepared_set

    @act(PrepareInput, PreparedSetSerializer, example={"deals": 24}, rules=True)
    def create(self, request: Request, **_address: Any) -> Response:
        """Prepare deals. Asked for twice, the first seed stays; more deals may be asked for."""
        made = prepared.prepare(
            stage=self.stage,
            seed=secrets.token_hex(32),
            deals=self.read(PrepareInput).get("deals"),
            by=self.by,
        )
        return self.answer(made)

    @action(
        detail=True, url_path="<int:deal>", url_name="deal", serializer_class=PreparedDealSerializer
    )
    def deal(self, request: Request, stage: int, deal: int) -> Response:
        """The cards of a deal that everybody has played, or that this account was shown before."""
        made = self.get_object()
        if not 1 <= deal <= made.deals and deal not in progress_of(self.stage):
            raise Http404
        if not is_open(self.stage, deal) and not self._was_shown(made, deal):
            raise Http404
        return Response(PreparedDealSerializer(deal_of(made, deal)).data)

    def _was_shown(self, made: PreparedSet, deal: int) -> bool:
        return self.may("prepared.look_at_deals", made.stage) and was_shown(
            made, self.request.user, deal, deal
        )

    @act(
        LookInput,
        PreparedDealSerializer(many=True),
        example={"first": 1, "last": 8, "reason": "dealing them for tonight"},
        once=False,
    )
    @action(detail=True, methods=["post"], write_permission="prepared.look_at_deals")
    def look(self, request: Request, **_address: Any) -> Response:
        """See cards before everybody has played them. Who looked and why goes into the journal."""
        made = self.get_object()
        data = self.read(LookInput)
        prepared.look(prepared=made, user=self.account, **data, by=self.by)
        numbers = range(data["first"], data["last"] + 1)
        deals = [deal_of(made, number) for number in numbers]
        return Response(PreparedDealSerializer(deals, many=True).data)

    @act(ReleaseInput, PreparedSetSerializer, example={"reason": ""})
    @action(detail=True, methods=["post"], write_permission="prepared.release_deals")
    def release(self, request: Request, **_address: Any) -> Response:
        """Publish the seed; while tables have deals to play, with a reason only."""
        reason = self.read(ReleaseInput)["reason"]
        made = prepared.release(
            prepared=self.get_object(),
            even_unplayed=bool(reason),
            reason=reason,
            by=self.by,
        )
        return self.answer(made)


# --- The deal of the week: this week's of every game, its cards to deal by, and what came of it ---

WEEKLY_TAG = "deal of the week"
WEEK = OpenApiParameter(
    "week", {"type": "string", "format": "date"}, description="Its Monday; else this week."
)


class WeeklySerializer(serializers.Serializer[Any]):
    """A deal of the week; `seed` is null until the week is over."""

    week = serializers.DateField(help_text="Its Monday.", format=None)
    variant = serializers.CharField()
    preset = serializers.CharField()
    players = serializers.IntegerField()
    purpose = serializers.CharField()
    commitment = serializers.CharField()
    seed = serializers.SerializerMethodField()
    is_over = serializers.SerializerMethodField()
    tables = serializers.IntegerField(source="results.count", help_text="How many have entered it.")

    def get_seed(self, weekly: WeeklyDeal) -> str | None:
        return weekly.seed if self.context["is_over"] else None

    def get_is_over(self, weekly: WeeklyDeal) -> bool:
        return bool(self.context["is_over"])


class WeeklyResultSerializer(serializers.Serializer[Any]):
    club = serializers.SlugField(source="club.slug")
    table_name = serializers.CharField()
    score = serializers.ListField(source="deal.score", child=serializers.IntegerField())
    made = serializers.BooleanField(source="deal.made", allow_null=True)
    entered_at = serializers.DateTimeField()


class WeeklyDetailSerializer(WeeklySerializer):
    """With what the tables made of it, once the week is over or an own club has entered."""

    is_shown = serializers.SerializerMethodField()
    results = serializers.SerializerMethodField()

    def get_is_shown(self, weekly: WeeklyDeal) -> bool:
        return bool(self.context["is_shown"])

    @extend_schema_field(WeeklyResultSerializer(many=True))
    def get_results(self, weekly: WeeklyDeal) -> Any:
        rows = results_of(weekly) if self.context["is_shown"] else []
        return WeeklyResultSerializer(rows, many=True).data


class WeeklyInput(serializers.Serializer[Any]):
    """What a table of a club made of the deal."""

    club = serializers.SlugField()
    table_name = serializers.CharField(max_length=80, help_text="Everybody may see it.")
    data = DealData()  # type: ignore[assignment]


def weekly_at(variant: str, week: date | None, today: date) -> WeeklyDeal:
    """Return a deal of the week; the coming one is not there yet. Raises Http404."""
    wanted = week or today
    found = weekly_of(variant, wanted) if wanted <= today else None
    if found is None:
        raise Http404
    return found


class WeeklyBase(ApiView):
    def weekly(self, variant: str) -> WeeklyDeal:
        return weekly_at(variant, self._week(), week_of(self.at))

    def _week(self) -> date | None:
        text = self.request.query_params.get("week")
        try:
            return date.fromisoformat(text) if text else None
        except ValueError:
            sentence = _("Write the Monday of the week like 2026-03-09.")
            raise ValidationError({"week": sentence}, code="invalid") from None


class WeeklyViewSet(ListModelMixin, WeeklyBase, ResourceViewSet):
    """This week's deal of every game; none while no worker has made them yet."""

    tag, operations = WEEKLY_TAG, "weekly"
    serializer_class = WeeklySerializer
    token_scopes = {"GET": Scope.READ, "POST": Scope.SCORE}

    def get_queryset(self) -> Any:
        return [*this_week(self.at)]

    def context(self) -> dict[str, Any]:
        return {"is_over": False}

    @reads("weekly_read", WEEKLY_TAG, WeeklyDetailSerializer, parameters=[WEEK])
    def retrieve(self, request: Request, variant: str) -> Response:
        """A deal of the week, and in time what the tables of all clubs made of it."""
        return Response(self._shown(self.weekly(variant)))

    @act(
        WeeklyInput,
        WeeklyDetailSerializer,
        status=201,
        made_at="weekly-deals/{variant}",
        rules=True,
        example={
            "club": "harbour-cards",
            "table_name": "Table 1",
            "data": {"summary": {"bid": 4, "declarer": 0, "trump": "S"}},
        },
    )
    def enter(self, request: Request, variant: str) -> Response:
        """Enter what a table of your club made of this week's deal; entered again it is one."""
        weekly = weekly_at(variant, None, week_of(self.at))
        if not self._clubs():
            self.refuse()
        data = self.read(WeeklyInput)
        prepared.enter_weekly(
            weekly=weekly,
            club=self._club(data["club"]),
            table_name=data["table_name"],
            data=data["data"],
            user=self.account,
            by=self.by,
        )
        return Response(self._shown(weekly), status=201)

    @reads("weekly_cards", WEEKLY_TAG, PreparedDealSerializer, parameters=[WEEK])
    def cards(self, request: Request, variant: str) -> Response:
        """The cards to deal by. Whoever reads them does not play the deal."""
        if games.variant_named(variant) is None:
            raise Http404
        return Response(PreparedDealSerializer(cards_of(self.weekly(variant))).data)

    def _clubs(self) -> list[Club]:
        """Return the clubs for which this account, with this token, may enter it."""
        clubs = clubs_scored_by(self.request.user)
        return [club for club in clubs if self.may("clubs.view_desk", club)]

    def _club(self, slug: str) -> Club:
        for club in self._clubs():
            if club.slug == slug:
                return club
        sentence = _("You enter results for no club with the address “%(club)s”.")
        raise ValidationError({"club": sentence % {"club": slug}}, code="unknown")

    def _shown(self, weekly: WeeklyDeal) -> Any:
        shown = sees_results(self.request.user, weekly, self.at)
        context = {"is_over": is_over(weekly, self.at), "is_shown": shown}
        return WeeklyDetailSerializer(weekly, context=context).data
