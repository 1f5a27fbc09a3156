"""What happened since a cursor, for programs that poll."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Club
from league.faces.api.access import club_at, event_at, listed_events
from league.faces.api.api_view import ApiView
from league.faces.api.pagination import page_size_in
from league.faces.api.schema import reads
from league.faces.api.webhooks.serializers import ChangesSerializer
from league.office.webhooks.selectors import (
    MOST_A_PAGE,
    PAGE,
    changes_after,
    cursor_from,
)
from league.play.events.models import Event

TAG = "changes"
PARAMETERS = (
    OpenApiParameter(
        "after",
        str,
        description="The `cursor` of the last answer. Without one nothing is listed, and the "
        "answer has the cursor to begin with; `start` lists the last 30 days.",
    ),
    OpenApiParameter(
        "page_size", int, description=f"Changes an answer: {PAGE}, at most {MOST_A_PAGE}."
    ),
)


class ChangesView(ApiView):
    """Answers with what happened in a club or in one event of it."""

    def answer(self, request: Request, club: Club, event: Event | None) -> Response:
        page = changes_after(
            cursor_from(request.query_params.get("after", ""), self.at),
            club=club,
            events=listed_events(request.user).filter(club=club),
            event=event,
            sees_all=self.may("webhooks.view_all_changes", club),
            most=page_size_in(request, usual=PAGE, most=MOST_A_PAGE),
            at=self.at,
        )
        return Response(ChangesSerializer(page, context={"request": request}).data)


class ClubChanges(ChangesView):
    @reads("clubs_changes", TAG, ChangesSerializer, parameters=PARAMETERS, refused=True)
    def get(self, request: Request, club: str) -> Response:
        """What happened in a club since a cursor, oldest first, and the cursor for the next time.

        Everybody is told what is open of events that he finds in lists, directors and owners
        everything that webhooks tell. Cursors are good for 30 days; an older one is answered with
        409 `cursor_too_old`.
        """
        return self.answer(request, club_at(club), None)


class EventChanges(ChangesView):
    @reads("events_changes", TAG, ChangesSerializer, parameters=PARAMETERS, refused=True)
    def get(self, request: Request, event: int) -> Response:
        """What happened in one event since a cursor; as for a club."""
        found = event_at(request, event)
        return self.answer(request, found.club, found)
