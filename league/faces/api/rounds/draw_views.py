"""Draws: previewed, made, made again, thrown away."""

import secrets
from collections.abc import Iterable

from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import round_at, stage_at
from league.faces.api.api_view import ApiView
from league.faces.api.rounds.serializers import (
    DrawInput,
    DrawPreviewSerializer,
    RedrawInput,
    RoundSerializer,
)
from league.faces.api.rounds.views import TAG, with_counts
from league.faces.api.schema import ACCOUNT, reads, writes
from league.play.rounds import services as rounds
from league.play.rounds.drawing import Draw
from league.play.rounds.drawing.drawn_json import draw_as_json
from league.play.rounds.models import Round
from league.play.rounds.services.draw_job import check_draw_is_short, check_redraw_is_short


class DrawRounds(ApiView):
    @reads("stages_draw_preview", TAG, DrawPreviewSerializer, by=ACCOUNT, refused=True)
    def get(self, request: Request, stage: int) -> Response:
        """What would be drawn now; nothing is written. The desk draws what is large."""
        found = stage_at(request, stage)
        self.need("rounds.draw_round", found)
        check_draw_is_short(found)
        preview = rounds.preview_in_request(found)
        drawn = draw_as_json(Draw(rounds=preview.rounds, quality=preview.quality))
        return Response(drawn | {"expected_version": preview.version})

    @writes(
        "stages_draw",
        TAG,
        DrawInput,
        RoundSerializer(many=True),
        status=201,
        example={"number": 1, "expected_version": 12},
    )
    def post(self, request: Request, stage: int) -> Response:
        """Draw all rounds of a round robin, or the next round. Asked for twice, drawn once."""
        found = stage_at(request, stage)
        self.need("rounds.draw_round", found)
        data = self.read(DrawInput)
        check_draw_is_short(found)
        drawn = rounds.draw_in_request(
            stage=found,
            number=data.get("number"),
            expected_version=data.get("expected_version"),
            even_unfinished=data["even_unfinished"],
            actor=self.actor,
            at=self.at,
        )
        return _drawn(drawn)


class RedrawRound(ApiView):
    @writes(
        "rounds_redraw",
        TAG,
        RedrawInput,
        RoundSerializer(many=True),
        status=201,
        example={"seed": 20260314},
    )
    def post(self, request: Request, round: int) -> Response:
        """Draw a round and those after it again, while none of them has begun.

        The same seed draws the same; without one it is chosen by lot.
        """
        found = round_at(request, round)
        self.need("rounds.draw_round", found)
        seed = self.read(RedrawInput).get("seed")
        check_redraw_is_short(found)
        drawn = rounds.redraw_in_request(
            round=found,
            seed=secrets.randbelow(2**31) if seed is None else seed,
            actor=self.actor,
            at=self.at,
        )
        return _drawn(drawn)


class UndoDraw(ApiView):
    @writes("rounds_undo_draw", TAG, None, None, status=204)
    def post(self, request: Request, round: int) -> Response:
        """Throw away the draw of a round and of those after it, while none of them has begun."""
        found = round_at(request, round)
        self.need("rounds.draw_round", found)
        rounds.undo_draw(round=found, actor=self.actor, at=self.at)
        return Response(status=204)


def _drawn(drawn: Iterable[Round]) -> Response:
    rows = with_counts(Round.objects.select_related("stage")).filter(
        pk__in=[round.pk for round in drawn]
    )
    return Response(RoundSerializer(rows.order_by("number"), many=True).data, status=201)
