"""Handicaps of a season, who goes up and down, and the next season."""

import secrets
from datetime import date
from functools import partial

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Player
from league.faces.api.access import sees_full_names
from league.faces.api.api_view import fetch_all
from league.faces.api.jobs.views import JobSerializer
from league.faces.api.schema import ACCOUNT, reads, writes
from league.faces.api.seasons.move_serializers import (
    HandicapInput,
    HandicapListSerializer,
    MoveDecisionInput,
    MovesSerializer,
    SignInput,
)
from league.faces.api.seasons.serializers import NextSeasonInput, SeasonInput, SeasonSerializer
from league.faces.api.seasons.views import TAG, SeasonBase
from league.play.events.models import Season
from league.tables.seasons import services as seasons
from league.tables.seasons.drafts import draft_of
from league.tables.seasons.models import SignedMoves
from league.tables.seasons.selectors import season_sheet
from league.tables.seasons.shown import shown_handicaps

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
        seasons.set_handicap(season=found, player=player, **data, actor=self.actor, at=self.at)
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
        seasons.decide_move(season=found, **data, actor=self.actor, at=self.at)
        return _moves(found)


class SignMoves(SeasonBase):
    @writes("seasons_sign", TAG, SignInput, MovesSerializer, example={"digest": "0f3a…"})
    def post(self, request: Request, season: int) -> Response:
        """Sign the draft of this digest; one that results have changed since is refused."""
        found = self.season_to_change(request, season)
        digest = self.read(SignInput)["digest"]
        seasons.sign_moves(season=found, digest=digest, actor=self.actor, at=self.at)
        return _moves(found)


class TakeSignatureBack(SeasonBase):
    @writes("seasons_unsign", TAG, None, MovesSerializer)
    def post(self, request: Request, season: int) -> Response:
        """Make the moves a draft again."""
        found = self.season_to_change(request, season)
        seasons.take_signature_back(season=found, actor=self.actor, at=self.at)
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
        made = seasons.copy_season_at_once(
            season=found, **data, draw_lot=lots, actor=self.actor, at=self.at
        )
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
        job = seasons.request_next_season(
            season=found, **data, seed=seed, actor=self.actor, at=self.at
        )
        return Response(JobSerializer(job).data, status=202)
