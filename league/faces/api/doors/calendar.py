"""The door `fixtures`: the calendar of a small league at once, and what a calendar breaks."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.calendar.fixtures import check
from league.calendar.fixtures.solved_apart import TookTooLong, answer_apart
from league.faces.api.doors.views import OBJECT, REFUSED, TAG, OpenView, answered, open_to_all
from league.foundation.doors.declared import described_as

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
