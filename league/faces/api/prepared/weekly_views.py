"""The deal of the week: this week's of every game, its cards to deal by, and what came of it."""

from datetime import date
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games import services as games
from league.clubs.models import Club, User
from league.faces.api.api_view import ApiView
from league.faces.api.inputs import DealData
from league.faces.api.prepared.serializers import PreparedDealSerializer
from league.faces.api.schema import lists, reads, writes
from league.play.prepared import services as prepared
from league.play.prepared.models import WeeklyDeal
from league.play.prepared.services.weekly import week_of
from league.play.prepared.weekly_deals import (
    cards_of,
    clubs_scored_by,
    is_over,
    results_of,
    sees_results,
    this_week,
    weekly_of,
)

TAG = "deal of the week"
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


class WeeklyList(ApiView):
    @lists("weekly_list", TAG, WeeklySerializer)
    def get(self, request: Request) -> Response:
        """This week's deal of every game; none while no worker has made them yet."""
        rows = [*this_week(self.at)]
        return self.listed(rows, WeeklySerializer, is_over=False)


class WeeklyView(WeeklyBase):
    @reads("weekly_read", TAG, WeeklyDetailSerializer, parameters=[WEEK])
    def get(self, request: Request, variant: str) -> Response:
        """A deal of the week, and in time what the tables of all clubs made of it."""
        return Response(self._shown(self.weekly(variant)))

    @writes(
        "weekly_enter",
        TAG,
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
    def post(self, request: Request, variant: str) -> Response:
        """Enter what a table of your club made of this week's deal; entered again it is one."""
        weekly = weekly_at(variant, None, week_of(self.at))
        if not self._clubs():
            self.refuse()
        data = self.read(WeeklyInput)
        user = request.user
        assert isinstance(user, User), "checked above"  # noqa: S101
        prepared.enter_weekly(
            weekly=weekly,
            club=self._club(data["club"]),
            table_name=data["table_name"],
            data=data["data"],
            user=user,
            actor=self.actor,
            at=self.at,
        )
        return Response(self._shown(weekly), status=201)

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


class WeeklyCards(WeeklyBase):
    @reads("weekly_cards", TAG, PreparedDealSerializer, parameters=[WEEK])
    def get(self, request: Request, variant: str) -> Response:
        """The cards to deal by. Whoever reads them does not play the deal."""
        if games.variant_named(variant) is None:
            raise Http404
        return Response(PreparedDealSerializer(cards_of(self.weekly(variant))).data)
