"""Clubs, their members, logo and journal, and how a club ends."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from rest_framework import serializers
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs import services as clubs
from league.clubs.logos import CONTENT_TYPE, MOST_BYTES, read_logo
from league.clubs.models import Club, Member, Role, User
from league.clubs.selectors import members_of
from league.clubs.services import remove_logo, set_logo
from league.faces.api.access import club_at
from league.faces.api.api_view import ApiView
from league.faces.api.club.serializers import (
    ClubInput,
    ClubSerializer,
    HappeningSerializer,
    LogoSerializer,
    NewClubInput,
)
from league.faces.api.filters import HappeningFilter, MemberFilter, filtered
from league.faces.api.inputs import FILE, FileParser, content_of
from league.faces.api.pagination import NewestFirst
from league.faces.api.resources import ClubResource
from league.faces.api.schema import ACCOUNT, ANYBODY, act, lists, reads, reads_file, writes
from league.foundation.journal.selectors import happenings, with_names
from league.office.personal_data.services import close_club, keep_club

# --- Clubs and their journal ---

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
        club = clubs.create_club(**data, owner=user, by=self.by)
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
        changed = clubs.change_club(club=found, **self.read(ClubInput), by=self.by)
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


# --- The members of a club and their roles ---


class MemberSerializer(serializers.ModelSerializer[Member]):
    """A person with a role; the e-mail address is that of the account."""

    name = serializers.CharField(source="user.name", read_only=True)
    email = serializers.EmailField(source="user.email", read_only=True)

    class Meta:
        model = Member
        fields = ["id", "name", "email", "role", "since"]
        read_only_fields = fields


class RoleInput(serializers.Serializer[Member]):
    role = serializers.ChoiceField(choices=Role.choices)


class MemberViewSet(ListModelMixin, RetrieveModelMixin, ClubResource):
    """Who has which role in a club, by name; for its directors and owners."""

    tag, operations = "members", "members"
    serializer_class = MemberSerializer
    filterset_class = MemberFilter
    lookup_url_kwarg = "member"
    read_permission, write_permission = "clubs.view_members", "clubs.change_members"
    by_whom_reads = ACCOUNT

    def get_queryset(self) -> "QuerySet[Member]":
        return members_of(self.club)

    @act(RoleInput, MemberSerializer, example={"role": "scorer"})
    def partial_update(self, request: Request, **_address: Any) -> Response:
        """Give a member another role. The last owner stays one (`last_owner`)."""
        role = self.read(RoleInput)
        member = self.get_object()
        return self.answer(clubs.change_role(member=member, **role, by=self.by))

    @act(None, None, status=204)
    def destroy(self, request: Request, **_address: Any) -> Response:
        """Take a member out of the club; the results of his player stay."""
        clubs.remove_member(member=self.get_object(), by=self.by)
        return Response(status=204)


# --- A club's logo: seen, set and removed ---


class WebpRenderer(BaseRenderer):
    """Lets a program ask for the picture by the Accept header; the view answers with it."""

    media_type = CONTENT_TYPE
    format = "webp"
    charset = None
    render_style = "binary"

    def render(self, data: Any, *_about: Any) -> Any:
        return data


class ClubLogo(ApiView):
    parser_classes = [FileParser]

    @reads_file("logo_read", TAG, WebpRenderer, by=ANYBODY)
    def get(self, request: Request, club: str) -> HttpResponse:
        """The club's logo as its pages show it: WebP, at most 512 pixels each way."""
        found = club_at(club)
        if found.logo is None:
            raise Http404
        return HttpResponse(bytes(found.logo.content), content_type=CONTENT_TYPE)

    @writes("logo_set", TAG, FILE, LogoSerializer)
    def put(self, request: Request, club: str) -> Response:
        """Give the club a logo: a PNG, JPEG or WebP picture of at most 4 MB, as the content."""
        found = club_at(club)
        self.need("clubs.change_club", found)
        picture = read_logo(content_of(request, MOST_BYTES))
        set_logo(club=found, picture=picture, by=self.by)
        return Response(LogoSerializer(picture).data)

    @writes("logo_remove", TAG, None, None, status=204)
    def delete(self, request: Request, club: str) -> Response:
        """Take the club's logo away."""
        found = club_at(club)
        self.need("clubs.change_club", found)
        remove_logo(club=found, by=self.by)
        return Response(status=204)


# --- The deletion of a club: wanted, and cancelled while there is time ---


class CloseClubInput(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200, help_text="The name of the club, to confirm.")


class DeletionSerializer(serializers.Serializer[Any]):
    closes_at = serializers.DateTimeField(
        allow_null=True, help_text="When everything is deleted; null: it is not."
    )


class ClubDeletion(ApiView):
    @reads("club_deletion_read", TAG, DeletionSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str) -> Response:
        """Say whether and when the club is to be deleted; for its owners."""
        found = club_at(club)
        self.need("clubs.close_club", found)
        return Response(DeletionSerializer(found).data)

    @writes(
        "club_delete",
        TAG,
        CloseClubInput,
        DeletionSerializer,
        example={"name": "Harbour Cards"},
    )
    def post(self, request: Request, club: str) -> Response:
        """Have the club deleted with all that it has, some days later. Its owners are told."""
        found = club_at(club)
        self.need("clubs.close_club", found)
        typed = self.read(CloseClubInput)["name"]
        closed = close_club(club=found, typed=typed, by=self.by)
        return Response(DeletionSerializer(closed).data)

    @writes("club_keep", TAG, None, None, status=204)
    def delete(self, request: Request, club: str) -> Response:
        """Cancel the deletion."""
        found = club_at(club)
        self.need("clubs.close_club", found)
        keep_club(club=found, by=self.by)
        return Response(status=204)
