"""The members of a club and their roles."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs import services as clubs
from league.clubs.models import Club, Member, Role
from league.clubs.selectors import members_of
from league.faces.api.access import club_at, get_or_404
from league.faces.api.api_view import ApiView
from league.faces.api.filters import MemberFilter, filtered
from league.faces.api.schema import ACCOUNT, lists, reads, writes

TAG = "members"


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


class MemberList(ApiView):
    @lists("members_list", TAG, MemberSerializer, filters=MemberFilter, by=ACCOUNT)
    def get(self, request: Request, club: str) -> Response:
        """Who has which role in a club, by name; for its directors and owners."""
        found = club_at(club)
        self.need("clubs.view_members", found)
        members = filtered(request, members_of(found), MemberFilter)
        return self.listed(members, MemberSerializer)


class MemberView(ApiView):
    @reads("members_read", TAG, MemberSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str, member: int) -> Response:
        """A member of a club; for its directors and owners."""
        found = club_at(club)
        self.need("clubs.view_members", found)
        return Response(MemberSerializer(_member(found, member)).data)

    @writes("members_change", TAG, RoleInput, MemberSerializer, example={"role": "scorer"})
    def patch(self, request: Request, club: str, member: int) -> Response:
        """Give a member another role. The last owner stays one (`last_owner`)."""
        found = club_at(club)
        self.need("clubs.change_members", found)
        changed = clubs.change_role(
            member=_member(found, member), **self.read(RoleInput), actor=self.actor, at=self.at
        )
        return Response(MemberSerializer(changed).data)

    @writes("members_remove", TAG, None, None, status=204)
    def delete(self, request: Request, club: str, member: int) -> Response:
        """Take a member out of the club; the results of his player stay."""
        found = club_at(club)
        self.need("clubs.change_members", found)
        clubs.remove_member(member=_member(found, member), actor=self.actor, at=self.at)
        return Response(status=204)


def _member(club: Club, pk: int) -> Member:
    return get_or_404(members_of(club), pk=pk)
