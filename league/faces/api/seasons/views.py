"""Seasons with their table, rules and handicaps, and who moves up and down."""

import secrets
from datetime import date
from functools import partial
from typing import Any

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Player
from league.faces.api.access import club_at, get_or_404, sees_full_names, viewer_of
from league.faces.api.api_view import ApiView, fetch_all
from league.faces.api.declared_shapes import SEASON_RULES
from league.faces.api.filters import SeasonFilter, filtered
from league.faces.api.jobs.views import JobSerializer
from league.faces.api.list_files import FORMAT, also_a_file
from league.faces.api.schema import ACCOUNT, lists, reads, writes
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

# --- Seasons: listed and added, their table with its reasons, how it is counted, and who is where

TAG, CLUBS = "seasons", "clubs"
RULES_EXAMPLE = {
    "scoring": {"name": "rank_points", "table": [12, 11, 10], "beyond": 0},
    "best": 8,
    "least_nights": 4,
    "handicap": {"factor": 0.5, "reference": "best", "most": 4},
}


class SeasonList(ApiView):
    @lists("seasons_list", CLUBS, SeasonSerializer, filters=SeasonFilter)
    def get(self, request: Request, club: str) -> Response:
        """The seasons of a club, newest first."""
        seasons = filtered(request, seasons_of(club_at(club)), SeasonFilter)
        return self.listed(seasons, SeasonSerializer)

    @writes(
        "seasons_add",
        CLUBS,
        SeasonInput,
        SeasonSerializer,
        status=201,
        made_at="seasons/{id}",
        example={"name": "Autumn 2026", "starts_on": "2026-09-03", "ends_on": "2026-12-17"},
    )
    def post(self, request: Request, club: str) -> Response:
        """Add a season to a club."""
        found = club_at(club)
        self.need("events.add_season", found)
        data = self.read(SeasonInput)
        season = events.add_season(club=found, **data, by=self.by)
        return Response(SeasonSerializer(season).data, status=201)


class SeasonBase(ApiView):
    def season_at(self, request: Request, pk: int) -> Season:
        """Return a season whose table this person may see."""
        season = get_or_404(Season.objects.select_related("club"), pk=pk)
        if not may_see_table(season, viewer_of(request)):
            raise Http404
        return season

    def season_to_change(self, request: Request, pk: int) -> Season:
        found = self.season_at(request, pk)
        self.need("seasons.change_season", found)
        return found


class SeasonView(SeasonBase):
    @reads("seasons_read", TAG, SeasonDetailSerializer)
    def get(self, request: Request, season: int) -> Response:
        """A season with the rules of its table, also in words."""
        return Response(SeasonDetailSerializer(season_sheet(self.season_at(request, season))).data)


class SeasonRulesView(SeasonBase):
    version_of = SeasonView

    @writes(
        "seasons_rules",
        TAG,
        {"application/json": SEASON_RULES},
        SeasonDetailSerializer,
        example=RULES_EXAMPLE,
        versioned=True,
    )
    def put(self, request: Request, season: int) -> Response:
        """Count the season by these rules; what is left out is as usual."""
        found = self.season_to_change(request, season)
        seasons.set_rules(season=found, rules=request.data, by=self.by)
        return Response(SeasonDetailSerializer(season_sheet(found)).data)


class SeasonDivisionsView(SeasonBase):
    version_of = SeasonView

    @writes(
        "seasons_divisions",
        TAG,
        DivisionsInput,
        SeasonDetailSerializer,
        example={"divisions": [{"name": "First", "down": 2}, {"name": "Second", "up": 2}]},
        versioned=True,
    )
    def put(self, request: Request, season: int) -> Response:
        """Make these the divisions, the highest first."""
        found = self.season_to_change(request, season)
        read = self.read(DivisionsInput)
        wanted = [DivisionSettings(**division) for division in read["divisions"]]
        seasons.set_divisions(season=found, divisions=wanted, by=self.by)
        return Response(SeasonDetailSerializer(season_sheet(found)).data)


class TableBase(SeasonBase):
    def shown(self, season: Season, *, full: bool) -> Any:
        context = {"request": self.request, "full": full}
        return SeasonTableSerializer(season_sheet(season), context=context).data


class SeasonTableView(TableBase):
    @reads("seasons_table", TAG, SeasonTableSerializer, parameters=[FORMAT])
    @also_a_file
    def get(self, request: Request, season: int) -> Response:
        """The table of a season, with the reason for every place."""
        found = self.season_at(request, season)
        table = self.shown(found, full=sees_full_names(request, found.club))
        return Response(table["results"] if self.is_file_asked else table)


class SeasonWhyView(SeasonBase):
    @reads("seasons_why", TAG, SeasonWhySerializer)
    def get(self, request: Request, season: int, key: str) -> Response:
        """Why somebody stands where he does: night by night, with the numbers."""
        found = self.season_at(request, season)
        sheet = season_sheet(found)
        row = row_at(sheet.table, key)
        if row is None:
            raise Http404
        shown = shown_rows(sheet, full=sees_full_names(request, found.club))
        why = {
            "row": next(row for row in shown if row.key == key),
            "total": total_shown(sheet, row),
            "other_total": other_total_shown(sheet, row),
            "nights": shown_nights(sheet, row),
        }
        marks = season_outlook(sheet).marks
        return Response(SeasonWhySerializer(why, context={"marks": marks}).data)


class SeasonPlaces(TableBase):
    version_of = SeasonTableView

    @writes(
        "seasons_places",
        TAG,
        PlacesInput,
        SeasonTableSerializer,
        example={"competitors": [{"key": "p12", "division": 1}, {"key": "p15", "guest": True}]},
        versioned=True,
    )
    def post(self, request: Request, season: int) -> Response:
        """Say of competitors in which division they are, who is a guest, who leaves."""
        found = self.season_to_change(request, season)
        placings = {
            sent["key"]: Placing(sent["division"], sent["guest"], sent["withdrawn"])
            for sent in self.read(PlacesInput)["competitors"]
        }
        seasons.place_competitors(season=found, placings=placings, by=self.by)
        return Response(self.shown(found, full=True))


# --- Handicaps of a season, who goes up and down, and the next season ---

DAY = OpenApiParameter("day", date, description="The day they are in force; left out: today.")


class SeasonHandicaps(SeasonBase):
    @reads("seasons_handicaps", TAG, HandicapListSerializer, parameters=[DAY])
    def get(self, request: Request, season: int) -> Response:
        """The handicaps in force on a day, with the reason for each."""
        found = self.season_at(request, season)
        return self._list(found, _day(request), full=sees_full_names(request, found.club))

    @writes(
        "seasons_set_handicap",
        TAG,
        HandicapInput,
        HandicapListSerializer,
        as_read=False,
        example={"player": 12, "value": 4.5, "from_day": "2026-10-01", "reason": "Was ill."},
        versioned=True,
    )
    def post(self, request: Request, season: int) -> Response:
        """Set a player's handicap from a day on, or have it worked out again."""
        found = self.season_to_change(request, season)
        data = self.read(HandicapInput)
        (player,) = fetch_all(Player, found.club_id, [data.pop("player")], "player")
        seasons.set_handicap(season=found, player=player, **data, by=self.by)
        return self._list(found, data["from_day"], full=True)

    def _list(self, season: Season, day: date, *, full: bool) -> Response:
        lines = shown_handicaps(season_sheet(season), day, full=full)
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


def _moves(season: Season) -> Response:
    signed = SignedMoves.objects.select_related("signed_by").filter(season=season).first()
    return Response(MovesSerializer(draft_of(season), context={"signed": signed}).data)


class SeasonMoves(SeasonBase):
    """The draft is for those who direct; what is signed stands on the public page."""

    @reads("seasons_moves", TAG, MovesSerializer, by=ACCOUNT, refused=True)
    def get(self, request: Request, season: int) -> Response:
        """Who goes up and down: as signed, or the draft as results stand."""
        return _moves(self.season_to_change(request, season))


class DecideMove(SeasonBase):
    @writes(
        "seasons_decide",
        TAG,
        MoveDecisionInput,
        MovesSerializer,
        example={"key": "p12", "to": 1, "reason": "County champion."},
    )
    def post(self, request: Request, season: int) -> Response:
        """Decide where somebody goes, whatever the table proposes; null is out."""
        found = self.season_to_change(request, season)
        data = self.read(MoveDecisionInput)
        seasons.decide_move(season=found, **data, by=self.by)
        return _moves(found)


class SignMoves(SeasonBase):
    @writes("seasons_sign", TAG, SignInput, MovesSerializer, example={"digest": "0f3a…"})
    def post(self, request: Request, season: int) -> Response:
        """Sign the draft of this digest; one that results have changed since is refused."""
        found = self.season_to_change(request, season)
        digest = self.read(SignInput)["digest"]
        seasons.sign_moves(season=found, digest=digest, by=self.by)
        return _moves(found)


class TakeSignatureBack(SeasonBase):
    @writes("seasons_unsign", TAG, None, MovesSerializer)
    def post(self, request: Request, season: int) -> Response:
        """Make the moves a draft again."""
        found = self.season_to_change(request, season)
        seasons.take_signature_back(season=found, by=self.by)
        return _moves(found)


class NextSeason(SeasonBase):
    @writes(
        "seasons_next",
        TAG,
        NextSeasonInput,
        SeasonSerializer,
        status=201,
        made_at="seasons/{id}",
        example={"name": "Spring 2027", "starts_on": "2027-01-07", "ends_on": "2027-06-24"},
    )
    def post(self, request: Request, season: int) -> Response:
        """Make the next season from this one; asked again, it is the one that was made.

        One with more events or entries than a request has time for is refused with `takes_long`:
        then request it as a job.
        """
        found = self.season_to_change(request, season)
        data = self.read(NextSeasonInput)
        lots = partial(secrets.randbelow, 2**31) if data.pop("with_events") else None
        made = seasons.copy_season_at_once(season=found, **data, draw_lot=lots, by=self.by)
        return Response(SeasonSerializer(made.season).data, status=201)


class NextSeasonRequest(SeasonBase):
    @writes(
        "seasons_next_request",
        TAG,
        SeasonInput,
        JobSerializer,
        status=202,
        example={"name": "Spring 2027", "starts_on": "2027-01-07", "ends_on": "2027-06-24"},
    )
    def post(self, request: Request, season: int) -> Response:
        """Make the next season from this one, with its events, in the background.

        `/clubs/{club}/jobs/{job}` says how far it is. Asked again meanwhile, it is the same job.
        """
        found = self.season_to_change(request, season)
        data, seed = self.read(SeasonInput), secrets.randbelow(2**31)
        job = seasons.request_next_season(season=found, **data, seed=seed, by=self.by)
        return Response(JobSerializer(job).data, status=202)
