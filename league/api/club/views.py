"""Clubs and their journal."""

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.access import club_at
from league.api.api_view import ApiView
from league.api.club.serializers import ClubSerializer, HappeningSerializer, happening_as_json
from league.api.filters import HappeningFilter, filtered
from league.api.pagination import NewestFirst
from league.api.schema import lists, reads
from league.clubs.models import Club
from league.journal.selectors import happenings

TAG = "clubs"


class ClubList(ApiView):
    @lists("clubs_list", TAG, ClubSerializer)
    def get(self, request: Request) -> Response:
        """The clubs of the site, by name."""
        clubs = Club.objects.order_by("name", "id")
        return self.listed(clubs, lambda rows: ClubSerializer(rows, many=True).data)


class ClubView(ApiView):
    @reads("clubs_read", TAG, ClubSerializer)
    def get(self, request: Request, club: str) -> Response:
        """A club, by its address."""
        return Response(ClubSerializer(club_at(club)).data)


class Journal(ApiView):
    pages = NewestFirst

    @lists("journal_list", TAG, HappeningSerializer, filters=HappeningFilter, by_cursor=True)
    def get(self, request: Request, club: str) -> Response:
        """What happened in a club, newest first; for its directors and owners."""
        found = club_at(club)
        self.need("clubs.view_journal", found)
        rows = filtered(request, happenings(found.pk), HappeningFilter)
        return self.listed(rows, lambda page: [happening_as_json(row) for row in page])
