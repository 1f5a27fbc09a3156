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
from league.faces.api.club.serializers import (
    ClubInput,
    ClubSerializer,
    HappeningSerializer,
    LogoSerializer,
    NewClubInput,
)
from league.faces.api.filters import HappeningFilter, MemberFilter
from league.faces.api.inputs import FILE, FileParser, content_of
from league.faces.api.pagination import NewestFirst
from league.faces.api.resources import ClubResource
from league.faces.api.schema import ACCOUNT, ANYBODY, act, reads_file
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import happenings, with_names
from league.office.personal_data.services import close_club, keep_club

# --- Clubs and their journal ---

TAG = "clubs"


class ClubsViewSet(ListModelMixin, RetrieveModelMixin, ClubResource):
    """The clubs of the site, by name."""

    tag, operations = TAG, "clubs"
    about_one = "A club, by its address."
    queryset = Club.objects.order_by("name", "id")
    serializer_class = ClubSerializer
    lookup_url_kwarg, lookup_value_converter = "club", "slug"

    def get_object(self) -> Club:
        return self.club

    @act(
        NewClubInput,
        ClubSerializer,
        status=201,
        made_at="clubs/{slug}",
        example={"name": "Harbour Cards", "time_zone": "Europe/London", "language": "en"},
    )
    def create(self, request: Request) -> Response:
        """Found a club; the account that does owns it. A token of one club founds no other."""
        user = request.user
        if not isinstance(user, User) or not user.has_perm("clubs.add_club"):
            self.refuse()
        if user.only_club is not None:
            self.refuse()
        data = self.read(NewClubInput)
        club = clubs.create_club(**data, owner=user, by=self.by)
        return self.answer(club, 201)

    @act(ClubInput, ClubSerializer, example={"when_we_play": "Thursdays at 7 p.m."}, versioned=True)
    def partial_update(self, request: Request, **_address: Any) -> Response:
        """Change a club's settings; what is left out stays. The address stays as it is."""
        self.need("clubs.change_club", self.club)
        data = self.read(ClubInput)
        return self.answer(clubs.change_club(club=self.club, **data, by=self.by))


class JournalViewSet(ListModelMixin, ClubResource):
    """What happened in a club, newest first; for its directors and owners."""

    tag, operations = TAG, "journal"
    serializer_class = HappeningSerializer
    filterset_class = HappeningFilter
    pagination_class = NewestFirst
    read_permission = "clubs.view_journal"
    by_whom_reads = ACCOUNT

    def get_queryset(self) -> "QuerySet[Happening]":
        return happenings(self.club.pk)

    def with_related(self, rows: list[Happening]) -> list[Happening]:
        return with_names(rows)


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
    about_one = "A member of a club; for its directors and owners."
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


class LogoViewSet(ClubResource):
    tag, operations = TAG, "logo"
    parser_classes = [FileParser]
    write_permission = "clubs.change_club"

    @reads_file("logo_read", TAG, WebpRenderer, by=ANYBODY)
    def retrieve(self, request: Request, **_address: Any) -> HttpResponse:
        """The club's logo as its pages show it: WebP, at most 512 pixels each way."""
        if self.club.logo is None:
            raise Http404
        return HttpResponse(bytes(self.club.logo.content), content_type=CONTENT_TYPE)

    @act(FILE, LogoSerializer)
    def update(self, request: Request, **_address: Any) -> Response:
        """Give the club a logo: a PNG, JPEG or WebP picture of at most 4 MB, as the content."""
        picture = read_logo(content_of(request, MOST_BYTES))
        set_logo(club=self.club, picture=picture, by=self.by)
        return Response(LogoSerializer(picture).data)

    def destroy(self, request: Request, **_address: Any) -> Response:
        """Take the club's logo away."""
        remove_logo(club=self.club, by=self.by)
        return Response(status=204)


# --- The deletion of a club: wanted, and cancelled while there is time ---


class CloseClubInput(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200, help_text="The name of the club, to confirm.")


class DeletionSerializer(serializers.Serializer[Any]):
    closes_at = serializers.DateTimeField(
        allow_null=True, help_text="When everything is deleted; null: it is not."
    )


class ClubDeletionViewSet(RetrieveModelMixin, ClubResource):
    """Say whether and when the club is to be deleted; for its owners."""

    tag, operations = TAG, "club"
    words = {"retrieve": "deletion_read", "create": "delete", "destroy": "keep"}
    serializer_class = DeletionSerializer
    read_permission = write_permission = "clubs.close_club"
    by_whom_reads = ACCOUNT

    def get_object(self) -> Club:
        return self.club

    @act(CloseClubInput, DeletionSerializer, example={"name": "Harbour Cards"})
    def create(self, request: Request, **_address: Any) -> Response:
        """Have the club deleted with all that it has, some days later. Its owners are told."""
        typed = self.read(CloseClubInput)["name"]
        return self.answer(close_club(club=self.club, typed=typed, by=self.by))

    def destroy(self, request: Request, **_address: Any) -> Response:
        """Cancel the deletion."""
        keep_club(club=self.club, by=self.by)
        return Response(status=204)
