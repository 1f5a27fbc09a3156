"""The doors `score`, `draw` and `rank`: the commands' answers over HTTP, for anybody.

An answer that is an error keeps the commands' form, which is richer than that of other errors:
status 400 where the request could not be read, 422 where the rules or the mathematics refuse it.
"""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games import services as games
from league.api.views.plain import ApiView
from league.rounds import drawing
from league.standings import methods

TAG = "doors"
MOST_DEALS = 100
MOST_ENTRIES = 256
OBJECT: dict[str, Any] = {"type": "object", "additionalProperties": {}}
DOOR_ERROR: dict[str, Any] = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["message"],
            "properties": {
                "kind": {"enum": ["illegal", "malformed", "impossible"]},
                "rule": {"type": "string", "description": "One of `/api/v1/rule-codes`."},
                "message": {"type": "string"},
                "look_at": {"type": "string", "description": "What a scorer checks."},
            },
            "additionalProperties": {},
        }
    },
}
REFUSED = {
    400: OpenApiResponse(DOOR_ERROR, description="It could not be read."),
    422: OpenApiResponse(DOOR_ERROR, description="The rules, or the mathematics, refuse it."),
}
SUMMARY = {
    "variant": "double-deck-pinochle",
    "dealer": 0,
    "summary": {
        "bid": 60,
        "declarer": 1,
        "trump": "H",
        "melds": [12, 34],
        "outcome": "played",
        "last_trick": 0,
        "points": [18, 32],
    },
}
GAME = {
    "variant": "pitch",
    "players": 4,
    "game": [{"score": [2, 1, 0, 1]}, {"score": [-2, 3, 1, 0]}],
}
DRAW = {
    "format": "round_robin",
    "entries": [{"id": "a"}, {"id": "b"}, {"id": "c"}, {"id": "d"}],
}
RANK = {
    "method": {"name": "match_points", "win": 2, "draw": 1, "loss": 0},
    "tiebreaks": ["head_to_head", "point_difference"],
    "entries": [{"id": "a"}, {"id": "b"}, {"id": "c"}],
    "matches": [
        {"round": 1, "sides": [{"entries": ["a"], "points": 9}, {"entries": ["b"], "points": 7}]},
        {"round": 1, "bye": "c"},
    ],
}


class Door(ApiView):
    """Open to everybody and throttled: nothing is read or written."""

    throttle_scope = "score"


def answered(answer: dict[str, Any]) -> Response:
    """Return a door's answer with the status it deserves."""
    error = answer.get("error")
    if error is None:
        return Response(answer)
    return Response(answer, status=400 if error.get("kind") == "malformed" else 422)


class ScoreDoor(Door):
    @extend_schema(
        operation_id="score",
        tags=[TAG],
        request={
            "application/json": {
                "oneOf": [
                    OBJECT,
                    {"type": "array", "items": OBJECT, "maxItems": MOST_DEALS},
                ]
            }
        },
        responses={
            200: {"oneOf": [OBJECT, {"type": "array", "items": OBJECT}]},
            **REFUSED,
        },
        examples=[
            OpenApiExample("A summary", value=SUMMARY, request_only=True),
            OpenApiExample("A game", value=GAME, request_only=True),
            OpenApiExample("Several", value=[SUMMARY, GAME], request_only=True),
        ],
    )
    def post(self, request: Request) -> Response:
        """Score a deal (a record or a summary), a game, or explain a call; or up to 100 of them.

        Of a list every answer stands at its place, errors too, and the status is 200.
        """
        data = request.data
        if not isinstance(data, list):
            return answered(games.score(data))
        if len(data) > MOST_DEALS:
            raise ValidationError(
                _("Send at most %(most)d objects at once; these are %(count)d.")
                % {"most": MOST_DEALS, "count": len(data)},
                code="too_many",
            )
        return Response([games.score(one) for one in data])


def door(
    operation: str, summary: str, example: Any, answer: Callable[[object], dict[str, Any]]
) -> type[Door]:
    """Return the view of a door that takes one object."""

    class OneObjectDoor(Door):
        @extend_schema(
            operation_id=operation,
            tags=[TAG],
            description=summary,
            request={"application/json": OBJECT},
            responses={200: OBJECT, **REFUSED},
            examples=[OpenApiExample("Example", value=example, request_only=True)],
        )
        def post(self, request: Request) -> Response:
            _check_size(request.data)
            return answered(answer(request.data))

    return OneObjectDoor


def _check_size(data: object) -> None:
    entries = data.get("entries") if isinstance(data, dict) else None
    if isinstance(entries, list) and len(entries) > MOST_ENTRIES:
        raise ValidationError(
            {
                "entries": _(
                    "Over the network at most %(most)d entries are drawn or ranked at once; these "
                    "are %(count)d. The command on your own machine takes more."
                )
                % {"most": MOST_ENTRIES, "count": len(entries)}
            },
            code="too_many",
        )


DrawDoor = door(
    "draw",
    "Draw the rounds of a format, or its next round, from entries and what they have played.",
    DRAW,
    drawing.answer,
)
RankDoor = door(
    "rank",
    "Rank entries by a scoring method and tie-breaks, with the reason for every place.",
    RANK,
    methods.answer,
)
