"""Seasons with their table, rules and handicaps, and who moves up and down."""

import secrets
from datetime import date
from functools import cached_property, partial
from typing import Any

from django.db.models import Model, QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Club, Player
from league.faces.api.access import get_or_404, sees_full_names, viewer_of
from league.faces.api.api_view import fetch_all
from league.faces.api.declared_shapes import SEASON_RULES
from league.faces.api.filters import SeasonFilter
from league.faces.api.jobs.views import JobSerializer
from league.faces.api.list_files import FORMAT, also_a_file
from league.faces.api.resources import ClubResource, ResourceViewSet
from league.faces.api.schema import ACCOUNT, act, reads
from league.faces.api.seasons.serializers import (
    DivisionsInput,
    HandicapInput,
    HandicapListSerializer,
    MoveDecisionInput,
    MovesSerializer,
    NextSeasonInput,
    PlacesInput,
    SeasonDetailSerializer,
    SeasonInput,
    SeasonSerializer,
    SeasonTableSerializer,
    SeasonWhySerializer,
    SignInput,
)
from league.play.events import services as events
from league.play.events.models import Season
from league.play.events.selectors import seasons_of
from league.tables.outlook.season_outlook import season_outlook
from league.tables.seasons import services as seasons
from league.tables.seasons.drafts import draft_of
from league.tables.seasons.models import SignedMoves
from league.tables.seasons.selectors import may_see_table, season_sheet
from league.tables.seasons.services import DivisionSettings, Placing
from league.tables.seasons.shown import (
    other_total_shown,
    row_at,
    shown_handicaps,
    shown_nights,
    shown_rows,
    total_shown,
)

# --- Seasons: listed and added, how they are counted, who moves up and down, and the next season

TAG, CLUBS = "seasons", "clubs"
RULES_EXAMPLE = {
    "scoring": {"name": "rank_points", "table": [12, 11, 10], "beyond": 0},
    "best": 8,
    "least_nights": 4,
    "handicap": {"factor": 0.5, "reference": "best", "most": 4},
}


class SeasonsOfClub(ListModelMixin, ClubResource):
    """The seasons of a club, newest first."""

    tag, operations = CLUBS, "seasons"
    serializer_class = SeasonSerializer
    filterset_class = SeasonFilter
    write_permission = "events.add_season"

    def get_queryset(self) -> "QuerySet[Season]":
        return seasons_of(self.club)

    @act(
        SeasonInput,
        SeasonSerializer,
        status=201,
        made_at="seasons/{id}",
        example={"name": "Autumn 2026", "starts_on": "2026-09-03", "ends_on": "2026-12-17"},
    )
    def create(self, request: Request, **_address: Any) -> Response:
        """Add a season to a club."""
        data = self.read(SeasonInput)
        season = events.add_season(club=self.club, **data, by=self.by)
        return self.answer(season, 201)


class SeasonResource(ResourceViewSet):
    """A resource of the season of the address, whose table this person may see."""

    tag, operations = TAG, "seasons"
    lookup_url_kwarg = "season"
    write_permission = "seasons.change_season"

    @cached_property
    def owner(self) -> Model:
        return self.season

    @cached_property
    def season(self) -> Season:
        season = get_or_404(Season.objects.select_related("club"), pk=self.kwargs["season"])
        if not may_see_table(season, viewer_of(self.request)):
            raise Http404
        return season

    @cached_property
    def club(self) -> Club:
        return self.season.club


class SeasonViewSet(RetrieveModelMixin, SeasonResource):
    """A season with the rules of its table, also in words."""

    serializer_class = SeasonDetailSerializer

    def get_object(self) -> Any:
        return season_sheet(self.season)

    @act(
        {"application/json": SEASON_RULES},
        SeasonDetailSerializer,
        example=RULES_EXAMPLE,
        versioned=True,
    )
    @action(detail=True, methods=["put"])
    def rules(self, request: Request, **_address: Any) -> Response:
        """Count the season by these rules; what is left out is as usual."""
        seasons.set_rules(season=self.season, rules=request.data, by=self.by)
        return self.answer(season_sheet(self.season))

    @act(
        DivisionsInput,
        SeasonDetailSerializer,
        example={"divisions": [{"name": "First", "down": 2}, {"name": "Second", "up": 2}]},
        versioned=True,
    )
    @action(detail=True, methods=["put"])
    def divisions(self, request: Request, **_address: Any) -> Response:
        """Make these the divisions, the highest first."""
        read = self.read(DivisionsInput)
        wanted = [DivisionSettings(**division) for division in read["divisions"]]
        seasons.set_divisions(season=self.season, divisions=wanted, by=self.by)
        return self.answer(season_sheet(self.season))

    # Who goes up and down: the draft is for those who direct, what is signed is public

    @reads("seasons_moves", TAG, MovesSerializer, by=ACCOUNT, refused=True)
    @action(detail=True, read_permission="seasons.change_season")
    def moves(self, request: Request, **_address: Any) -> Response:
        """Who goes up and down: as signed, or the draft as results stand."""
        return self._moves()

    @act(
        MoveDecisionInput,
        MovesSerializer,
        example={"key": "p12", "to": 1, "reason": "County champion."},
    )
    @action(detail=True, methods=["post"])
    def decide(self, request: Request, **_address: Any) -> Response:
        """Decide where somebody goes, whatever the table proposes; null is out."""
        data = self.read(MoveDecisionInput)
        seasons.decide_move(season=self.season, **data, by=self.by)
        return self._moves()

    @act(SignInput, MovesSerializer, example={"digest": "0f3a…"})
    @action(detail=True, methods=["post"])
    def sign(self, request: Request, **_address: Any) -> Response:
        """Sign the draft of this digest; one that results have changed since is refused."""
        digest = self.read(SignInput)["digest"]
        seasons.sign_moves(season=self.season, digest=digest, by=self.by)
        return self._moves()

    @action(detail=True, methods=["post"], serializer_class=MovesSerializer)
    def unsign(self, request: Request, **_address: Any) -> Response:
        """Make the moves a draft again."""
        seasons.take_signature_back(season=self.season, by=self.by)
        return self._moves()

    def _moves(self) -> Response:
        rows = SignedMoves.objects.select_related("signed_by")
        context = {"signed": rows.filter(season=self.season).first()}
        return Response(MovesSerializer(draft_of(self.season), context=context).data)

    @act(
        NextSeasonInput,
        SeasonSerializer,
        status=201,
        made_at="seasons/{id}",
        example={"name": "Spring 2027", "starts_on": "2027-01-07", "ends_on": "2027-06-24"},
    )
    @action(detail=True, methods=["post"])
    def next(self, request: Request, **_address: Any) -> Response:
        """Make the next season from this one; asked again, it is the one that was made.

        One with more events or entries than a request has time for is refused with `takes_long`:
        then request it as a job.
        """
        data = self.read(NextSeasonInput)
        lots = partial(secrets.randbelow, 2**31) if data.pop("with_events") else None
        made = seasons.copy_season_at_once(season=self.season, **data, draw_lot=lots, by=self.by)
        return Response(SeasonSerializer(made.season).data, status=201)

    @act(
        SeasonInput,
        JobSerializer,
        status=202,
        example={"name": "Spring 2027", "starts_on": "2027-01-07", "ends_on": "2027-06-24"},
    )
    @action(detail=True, methods=["post"], url_path="next/request", url_name="next_request")
    def next_request(self, request: Request, **_address: Any) -> Response:
        """Make the next season from this one, with its events, in the background.

        `/clubs/{club}/jobs/{job}` says how far it is. Asked again meanwhile, it is the same job.
        """
        data, seed = self.read(SeasonInput), secrets.randbelow(2**31)
        job = seasons.request_next_season(season=self.season, **data, seed=seed, by=self.by)
        return Response(JobSerializer(job).data, status=202)


# --- The table of a season, with its reasons, and who is where in it ---


class SeasonTableViewSet(SeasonResource):
    @reads("seasons_table", TAG, SeasonTableSerializer, parameters=[FORMAT])
    @also_a_file
    def retrieve(self, request: Request, **_address: Any) -> Response:
        """The table of a season, with the reason for every place."""
        table = self._shown(full=sees_full_names(request, self.club))
        return Response(table["results"] if self.is_file_asked else table)

    @reads("seasons_why", TAG, SeasonWhySerializer)
    def why(self, request: Request, season: int, key: str) -> Response:
        """Why somebody stands where he does: night by night, with the numbers."""
        sheet = season_sheet(self.season)
        row = row_at(sheet.table, key)
        if row is None:
            raise Http404
        shown = shown_rows(sheet, full=self.full)
        why = {
            "row": next(row for row in shown if row.key == key),
            "total": total_shown(sheet, row),
            "other_total": other_total_shown(sheet, row),
            "nights": shown_nights(sheet, row),
        }
        marks = season_outlook(sheet).marks
        return Response(SeasonWhySerializer(why, context={"marks": marks}).data)

    @act(
        PlacesInput,
        SeasonTableSerializer,
        example={"competitors": [{"key": "p12", "division": 1}, {"key": "p15", "guest": True}]},
        versioned=True,
    )
    def places(self, request: Request, **_address: Any) -> Response:
        """Say of competitors in which division they are, who is a guest, who leaves."""
        placings = {
            sent["key"]: Placing(sent["division"], sent["guest"], sent["withdrawn"])
            for sent in self.read(PlacesInput)["competitors"]
        }
        seasons.place_competitors(season=self.season, placings=placings, by=self.by)
        return Response(self._shown(full=True))

    def _shown(self, *, full: bool) -> Any:
        context = {"request": self.request, "full": full}
        return SeasonTableSerializer(season_sheet(self.season), context=context).data


# --- Handicaps of a season ---

DAY = OpenApiParameter("day", date, description="The day they are in force; left out: today.")


class HandicapViewSet(SeasonResource):
    @reads("seasons_handicaps", TAG, HandicapListSerializer, parameters=[DAY])
    def retrieve(self, request: Request, **_address: Any) -> Response:
        """The handicaps in force on a day, with the reason for each."""
        return self._list(_day(request), full=sees_full_names(request, self.club))

    @act(
        HandicapInput,
        HandicapListSerializer,
        as_read=False,
        example={"player": 12, "value": 4.5, "from_day": "2026-10-01", "reason": "Was ill."},
        versioned=True,
    )
    def set_handicap(self, request: Request, **_address: Any) -> Response:
        """Set a player's handicap from a day on, or have it worked out again."""
        data = self.read(HandicapInput)
        (player,) = fetch_all(Player, self.club.pk, [data.pop("player")], "player")
        seasons.set_handicap(season=self.season, player=player, **data, by=self.by)
        return self._list(data["from_day"], full=True)

    def _list(self, day: date, *, full: bool) -> Response:
        lines = shown_handicaps(season_sheet(self.season), day, full=full)
        return Response(HandicapListSerializer({"day": day, "handicaps": lines}).data)


def _day(request: Request) -> date:
    text = request.query_params.get("day")
    if text is None:
        return timezone.localdate()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValidationError(
            {"day": _("Give a day such as 2026-10-01.")}, code="invalid"
        ) from None
