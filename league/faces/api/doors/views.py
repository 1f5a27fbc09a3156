"""The doors `score`, `draw` and `rank`: the commands' answers over HTTP, for anybody.

An answer that is an error has the form of every other, with all that the command says of it:
status 400 where the request could not be read, 422 where the rules or the mathematics refuse it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games import services as games
from league.calendar.fixtures import check
from league.calendar.fixtures.calendar_search import TookTooLong, answer_apart
from league.clubs.models import Scope
from league.faces.api.api_view import ApiView
from league.faces.api.doors.costs import (
    MOST_BITS,
    MOST_BYTES,
    MOST_OBJECTS,
    MOST_WORK,
    check_draw,
    check_rank,
    check_score,
)
from league.faces.api.operations import ANYBODY, noted
from league.faces.api.parsing import StrictJSONParser
from league.faces.api.problem_answers import problem_answer
from league.faces.api.problems import PROBLEM_JSON
from league.foundation.doors.declared import described_as
from league.play.rounds import drawing
from league.tables.standings import methods

# --- How many doors answer at once, so that they never take all threads of the pages ---

SECONDS_UNTIL_FREE = 1  # no answer of a door takes longer


class DoorsBusy(APIException):
    """Others are being answered: 503 with Retry-After."""

    status_code = 503
    default_code = "busy"

    def __init__(self) -> None:
        super().__init__(_("The server is busy just now: send the same request again in a second."))
        self.wait = SECONDS_UNTIL_FREE  # the answer gets the header Retry-After from it


_places = BoundedSemaphore(settings.DOOR_THREADS)


@contextmanager
def a_place() -> Iterator[None]:
    """Hold one of the places of this process. Nobody waits in a thread: raises DoorsBusy."""
    if not _places.acquire(blocking=False):
        raise DoorsBusy
    try:
        yield
    finally:
        _places.release()


TAG = "doors"
SCORED = described_as("ScoreRequest")
OBJECT: dict[str, Any] = {"type": "object", "additionalProperties": {}}
PROBLEM = {"$ref": "#/components/schemas/Problem"}
REFUSED = {
    (status, PROBLEM_JSON): OpenApiResponse(PROBLEM, description=reason)
    for status, reason in (
        (400, "It could not be read."),
        (422, "The rules, or the mathematics, refuse it."),
        (413, f"It has more than {MOST_BYTES} bytes."),
        (503, "Others are being answered: send it again after `Retry-After`."),
    )
}
# members of a command's answer that a problem has under other names
REPLACED = ("error", "message")
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


open_to_all = partial(noted, by=ANYBODY)


class DoorParser(StrictJSONParser):
    most_bytes = MOST_BYTES


class OpenView(ApiView):
    """Open to everybody and throttled: nothing of a club is read or written."""

    token_scopes = {"GET": Scope.READ, "POST": Scope.READ}
    throttle_scope = "score"
    parser_classes = [DoorParser]


class Door(OpenView, ABC):
    """What one request may cost is limited, and only some are answered at once."""

    @abstractmethod
    def answer(self, data: Any) -> Response:
        """Return the answer to what was sent."""

    def in_its_place(self, request: Request) -> Response:
        """Read and answer the request while this process has a place for it."""
        with a_place():
            return self.answer(request.data)


def answered(answer: dict[str, Any]) -> Response:
    """Return a command's answer; what it refuses is a problem whose `code` is the rule's."""
    error = answer.get("error")
    if error is None:
        return Response(answer)
    status = 400 if error["kind"] == "malformed" else 422
    besides = {name: value for name, value in (answer | error).items() if name not in REPLACED}
    said = {"detail": error["message"], "code": error["rule"]}
    return problem_answer(status, said | besides)


class ScoreDoor(Door):
    @open_to_all
    @extend_schema(
        operation_id="score",
        tags=[TAG],
        request={
            "application/json": {
                "oneOf": [
                    SCORED,
                    {"type": "array", "items": SCORED, "maxItems": MOST_OBJECTS},
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

        Of a list every answer stands at its place, also what is refused, as `error` with the
        names of the command, and the status is 200. A request has at most 1,000 deals of games
        and 20 different rulesets.
        """
        return self.in_its_place(request)

    def answer(self, data: Any) -> Response:
        check_score(data)
        if not isinstance(data, list):
            return answered(games.score(data))
        return Response([games.score(sent) for sent in data])


def door(
    operation: str,
    summary: str,
    sent: str,
    example: Any,
    check: Callable[[object], None],
    work_out: Callable[[object], dict[str, Any]],
) -> type[Door]:
    """Return the view of a door that takes one object."""

    class OneObjectDoor(Door):
        @open_to_all
        @extend_schema(
            operation_id=operation,
            tags=[TAG],
            description=summary,
            request={"application/json": described_as(sent)},
            responses={200: OBJECT, **REFUSED},
            examples=[OpenApiExample("Example", value=example, request_only=True)],
        )
        def post(self, request: Request) -> Response:
            return self.in_its_place(request)

        def answer(self, data: Any) -> Response:
            check(data)
            return answered(work_out(data))

    return OneObjectDoor


DrawDoor = door(
    "draw",
    "Draw the rounds of a format, or its next round, from entries and what they have played.",
    "DrawRequest",
    DRAW,
    check_draw,
    partial(drawing.answer, most_work=MOST_WORK),
)
RankDoor = door(
    "rank",
    "Rank entries by a scoring method and tie-breaks, with the reason for every place.",
    "RankRequest",
    RANK,
    check_rank,
    partial(methods.answer, most_bits=MOST_BITS),
)


# --- The door `fixtures`: the calendar of a small league at once, and what a calendar breaks ---

MOST_TEAMS = 16
MOST_MATCHES = 240
MOST_DAYS = 400  # of a season
MOST_SECONDS = 10  # that a request may ask the search for
LAST_SECOND = 45  # then the process that answers is ended
RETRY_AFTER = 10
LEAGUE = {
    "teams": [
        {"id": "harbour-a", "club": "harbour", "room": "sailors", "evenings": ["tue"]},
        {"id": "harbour-b", "club": "harbour", "room": "sailors", "evenings": ["thu"]},
        {"id": "mill-a", "club": "mill", "room": "mill", "evenings": ["wed"]},
    ],
    "rooms": [{"id": "sailors", "matches": 2}, {"id": "mill", "matches": 1}],
    "start": "2026-09-01",
    "end": "2027-03-31",
    "rest_days": 4,
    "seconds": 1,
}
CALENDAR = {**LEAGUE, "matches": [{"home": "harbour-a", "away": "mill-a", "date": "2026-09-01"}]}

_place = BoundedSemaphore()  # a calendar takes a core for seconds: one at a time a process


class CalendarsBusy(APIException):
    """A calendar is being made: 503 with Retry-After."""

    status_code = 503
    default_code = "busy"

    def __init__(self) -> None:
        super().__init__(
            _("The server is making another calendar: send this request again in ten seconds.")
        )
        self.wait = RETRY_AFTER


class CalendarTooLong(APIException):
    """The calendar of a request was not made in the time there is for it."""

    status_code = 503
    default_code = "too_much_work"

    def __init__(self) -> None:
        super().__init__(
            _(
                "This calendar was not made in the %(seconds)d seconds there are for it over the "
                "network. The command on your own machine takes its time."
            )
            % {"seconds": LAST_SECOND}
        )


@contextmanager
def the_place() -> Iterator[None]:
    """Hold the one place for calendars of this process. Raises CalendarsBusy."""
    if not _place.acquire(blocking=False):
        raise CalendarsBusy
    try:
        yield
    finally:
        _place.release()


def check_size(data: object) -> None:
    """Refuse a league that is too large to be dated at once. Raises ValidationError."""
    if not isinstance(data, dict) or not isinstance(teams := data.get("teams"), list):
        return
    meetings, seconds = _whole(data.get("meetings"), 2), _whole(data.get("seconds"), 0)
    matches = len(teams) * (len(teams) - 1) // 2 * meetings
    if len(teams) > MOST_TEAMS or matches > MOST_MATCHES:
        raise ValidationError(
            {
                "teams": _(
                    "Over the network the calendar of at most %(most)d teams and %(matches)d "
                    "matches is made at once; this league has %(teams)d and %(count)d. The command "
                    "on your own machine takes more."
                )
                % {
                    "most": MOST_TEAMS,
                    "matches": MOST_MATCHES,
                    "teams": len(teams),
                    "count": matches,
                }
            },
            code="too_much_work",
        )
    if seconds > MOST_SECONDS:
        raise ValidationError(
            {
                "seconds": _(
                    "Over the network a search has at most %(most)d seconds; you asked for "
                    "%(seconds)d. The command on your own machine takes more."
                )
                % {"most": MOST_SECONDS, "seconds": seconds}
            },
            code="too_much_work",
        )


def _whole(value: object, otherwise: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else otherwise


def calendar_of(data: Any) -> dict[str, Any]:
    """Return the answer of the door, made in a process of its own. Raises CalendarTooLong."""
    check_size(data)
    asked = {"seconds": MOST_SECONDS, **data} if isinstance(data, dict) else data
    try:
        return answer_apart(asked, most_seconds=LAST_SECOND)
    except TookTooLong as late:
        raise CalendarTooLong from late


def calendar_door(
    operation: str, summary: str, sent: str, example: Any, work_out: Callable[[Any], dict[str, Any]]
) -> type[OpenView]:
    """Return the view of one of the two addresses."""

    class CalendarDoor(OpenView):
        @open_to_all
        @extend_schema(
            operation_id=operation,
            tags=[TAG],
            description=summary,
            request={"application/json": described_as(sent)},
            responses={200: OBJECT, **REFUSED},
            examples=[OpenApiExample("Example", value=example, request_only=True)],
        )
        def post(self, request: Request) -> Response:
            with the_place():
                return answered(work_out(request.data))

    return CalendarDoor


FixturesDoor = calendar_door(
    "fixtures",
    "Make the calendar of a league, or say which demands together make it impossible.",
    "FixturesRequest",
    LEAGUE,
    calendar_of,
)
FixturesCheckDoor = calendar_door(
    "fixtures_check",
    "Say which demands and wishes of a league a calendar breaks, for one changed by hand.",
    "FixturesCheckRequest",
    CALENDAR,
    check,
)
