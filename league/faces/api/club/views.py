"""Clubs and their journal."""

from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs import services as clubs
from league.clubs.models import Club, User
from league.faces.api.access import club_at
from league.faces.api.api_view import ApiView
from league.faces.api.club.serializers import (
    ClubInput,
    ClubSerializer,
    HappeningSerializer,
    NewClubInput,
)
from league.faces.api.filters import HappeningFilter, filtered
from league.faces.api.pagination import NewestFirst
from league.faces.api.schema import ACCOUNT, lists, reads, writes
from league.foundation.journal.selectors import happenings, with_names

TAG = "clubs"


class ClubList(ApiView):
    @lists("clubs_list", TAG, ClubSerializer)
    def get(self, request: Request) -> Response:
        """The clubs of the site, by name."""
        rows = Club.objects.order_by("name", "id")
        return self.listed(rows, ClubSerializer)

    @writes(
        "clubs_add",
        TAG,
        NewClubInput,
        ClubSerializer,
        status=201,
        made_at="clubs/{slug}",
        example={"name": "Harbour Cards", "time_zone": "Europe/London", "language": "en"},
    )
    def post(self, request: Request) -> Response:
        """Found a club; the account that does owns it. A token of one club founds no other."""
        user = request.user
        if not isinstance(user, User) or not user.has_perm("clubs.add_club"):
            self.refuse()
        if user.only_club is not None:
            self.refuse()
        data = self.read(NewClubInput)
        club = clubs.create_club(**data, owner=user, actor=self.actor, at=self.at)
        return Response(ClubSerializer(club).data, status=201)


class ClubView(ApiView):
    @reads("clubs_read", TAG, ClubSerializer)
    def get(self, request: Request, club: str) -> Response:
        """A club, by its address."""
        return Response(ClubSerializer(club_at(club)).data)

    @writes(
        "clubs_change",
        TAG,
        ClubInput,
        ClubSerializer,
        example={"when_we_play": "Thursdays at 7 p.m."},
        versioned=True,
    )
    def patch(self, request: Request, club: str) -> Response:
        """Change a club's settings; what is left out stays. The address stays as it is."""
        found = club_at(club)
        self.need("clubs.change_club", found)
        changed = clubs.change_club(
            club=found, **self.read(ClubInput), actor=self.actor, at=self.at
        )
        return Response(ClubSerializer(changed).data)


class Journal(ApiView):
    pages = NewestFirst

    @lists(
        "journal_list",
        TAG,
        HappeningSerializer,
        filters=HappeningFilter,
        by_cursor=True,
        by=ACCOUNT,
    )
    def get(self, request: Request, club: str) -> Response:
        """What happened in a club, newest first; for its directors and owners."""
        found = club_at(club)
        self.need("clubs.view_journal", found)
        rows = filtered(request, happenings(found.pk), HappeningFilter)
        return self.listed(rows, HappeningSerializer, read=with_names)
