"""How people come into a club: invitations, and those who ask to join."""

import secrets
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs import services as clubs
from league.clubs.models import (
    LARGEST_NUMBER_JOINING,
    LONGEST_TOLD_APART,
    Club,
    Invitation,
    Joining,
    JoinRequest,
    Player,
    Role,
    User,
)
from league.clubs.selectors import open_invitations_of
from league.clubs.services.mails import url_of
from league.faces.api.access import club_at, get_or_404
from league.faces.api.api_view import ApiView, fetch_all
from league.faces.api.schema import ACCOUNT, lists, reads, writes
from league.foundation.embedding import absolute

# --- Invitations to a club: sent, withdrawn, restored, sent again ---

TAG = "members"


class InvitationSerializer(serializers.ModelSerializer[Invitation]):
    """An invitation that is open, or was withdrawn; its link is at `…/link`."""

    invited_by = serializers.CharField(source="invited_by.name", read_only=True)
    player = serializers.IntegerField(source="player_id", read_only=True, allow_null=True)

    class Meta:
        model = Invitation
        fields = [
            *("id", "email", "role", "player", "invited_by", "invited_at"),
            *("expires_at", "mailed_at", "withdrawn_at"),
        ]
        read_only_fields = fields


class InvitationInput(serializers.Serializer[Any]):
    """Whom to invite. `player` is linked to the account that takes the invitation up."""

    email = serializers.EmailField(max_length=254)
    role = serializers.ChoiceField(choices=Role.choices, default=Role.PLAYER.value)
    player = serializers.IntegerField(min_value=1, required=False, allow_null=True, default=None)


class InvitationLinkSerializer(serializers.Serializer[Any]):
    url = serializers.URLField(help_text="Whoever opens it first becomes a member with the role.")


class InvitationBase(ApiView):
    """Directors invite players; owners give every role."""

    def invitation(self, club: str, pk: int) -> Invitation:
        """Return an invitation that the account may handle."""
        found = club_at(club)
        self.need("clubs.invite_player", found)
        invitations = Invitation.objects.filter(club=found, accepted_at__isnull=True)
        row = get_or_404(invitations.select_related("player", "invited_by", "club"), pk=pk)
        self.need_role(found, row.role)
        return row

    def need_role(self, club: Club, role: str) -> None:
        if role != Role.PLAYER:
            self.need("clubs.change_members", club)

    def send(self, club: Club, email: str, role: str, player: Player | None) -> Invitation:
        user = self.request.user
        assert isinstance(user, User), "checked by `need`"  # noqa: S101
        return clubs.invite(
            club=club,
            email=email,
            role=role,
            player=player,
            invited_by=user,
            by=self.by,
        )


class InvitationList(InvitationBase):
    @lists("invitations_list", TAG, InvitationSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str) -> Response:
        """The invitations that nobody has taken up yet, expired ones too; newest first."""
        found = club_at(club)
        self.need("clubs.view_members", found)
        rows = open_invitations_of(found)
        return self.listed(rows, InvitationSerializer)

    @writes(
        "invitations_send",
        TAG,
        InvitationInput,
        InvitationSerializer,
        status=201,
        made_at="clubs/{club}/invitations/{id}",
        example={"email": "bea@example.org", "role": "player"},
    )
    def post(self, request: Request, club: str) -> Response:
        """Invite somebody by mail; whoever has not answered yet is invited again."""
        found = club_at(club)
        self.need("clubs.invite_player", found)
        data = self.read(InvitationInput)
        self.need_role(found, data["role"])
        chosen = data["player"]
        player = fetch_all(Player, found.pk, [chosen], "player")[0] if chosen else None
        invitation = self.send(found, data["email"], data["role"], player)
        return Response(InvitationSerializer(invitation).data, status=201)


class InvitationLineInput(serializers.Serializer[Any]):
    email = serializers.CharField(max_length=254)
    name = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")
    role = serializers.ChoiceField(choices=Role.choices, default=Role.PLAYER.value)


class InvitationsInput(serializers.Serializer[Any]):
    """Whom to invite. A name links the player of that name who has no account."""

    people = serializers.ListField(
        child=InvitationLineInput(), min_length=1, max_length=clubs.MOST_INVITED
    )
    add_people = serializers.BooleanField(
        default=False, help_text="Add a player for each name that no player has."
    )
    preview = serializers.BooleanField(
        default=False, help_text="Only say what would become of each."
    )


class PlannedInvitationSerializer(serializers.Serializer[Any]):
    email = serializers.CharField(source="line.email", allow_blank=True)
    name = serializers.CharField(source="line.name", allow_blank=True)
    fate = serializers.ChoiceField(
        choices=[str(fate) for fate in clubs.InvitationFate],
        help_text="`member` and `invited` are so already, and get no mail.",
    )
    player = serializers.IntegerField(
        source="player.pk", allow_null=True, help_text="Who is linked on acceptance."
    )
    is_new = serializers.BooleanField(help_text="Whether a player is added.")
    problem = serializers.CharField(allow_blank=True, help_text="Why nobody is invited.")


class InvitedSerializer(serializers.Serializer[Any]):
    """What becomes of each person, in the order sent."""

    written = serializers.BooleanField(help_text="False for a preview.")
    people = PlannedInvitationSerializer(many=True)


class InviteList(InvitationBase):
    @writes(
        "invitations_send_list",
        TAG,
        InvitationsInput,
        InvitedSerializer,
        example={"people": [{"email": "bea@example.org", "name": "Bea Ortiz"}], "preview": True},
    )
    def post(self, request: Request, club: str) -> Response:
        """Invite up to 500 people at once, or look at what that would do; owners alone may.

        Who is a member or invited already gets no mail; an address that cannot be is left out.
        """
        found = club_at(club)
        self.need("clubs.change_members", found)
        data = self.read(InvitationsInput)
        lines = [
            clubs.InvitationLine(line=number, **one)
            for number, one in enumerate(data["people"], start=1)
        ]
        adds = data["add_people"]
        planned = clubs.plan_invitations(found, lines, add_people=adds, at=self.at)
        if not data["preview"]:
            self._invite(found, lines, adds)
        shown = InvitedSerializer({"written": not data["preview"], "people": planned})
        return Response(shown.data)

    def _invite(self, club: Club, lines: list[clubs.InvitationLine], add_people: bool) -> None:
        user = self.request.user
        assert isinstance(user, User), "checked by `need`"  # noqa: S101
        clubs.invite_list(
            club=club,
            lines=lines,
            add_people=add_people,
            invited_by=user,
            by=self.by,
        )


class InvitationView(InvitationBase):
    @reads("invitations_read", TAG, InvitationSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str, invitation: int) -> Response:
        """An invitation that nobody has taken up yet."""
        return Response(InvitationSerializer(self.invitation(club, invitation)).data)


class InvitationLink(InvitationBase):
    @reads("invitations_link", TAG, InvitationLinkSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str, invitation: int) -> Response:
        """The link of an invitation, to hand it over without a mail. It gives the role."""
        return Response({"url": url_of(self.invitation(club, invitation))})


class WithdrawInvitation(InvitationBase):
    @writes("invitations_withdraw", TAG, None, InvitationSerializer)
    def post(self, request: Request, club: str, invitation: int) -> Response:
        """Take an invitation back: its link stops working."""
        gone = clubs.withdraw_invitation(invitation=self.invitation(club, invitation), by=self.by)
        return Response(InvitationSerializer(gone).data)


class RestoreInvitation(InvitationBase):
    @writes("invitations_restore", TAG, None, InvitationSerializer)
    def post(self, request: Request, club: str, invitation: int) -> Response:
        """Let the link of a withdrawn invitation work again, as long as it would have."""
        back = clubs.restore_invitation(invitation=self.invitation(club, invitation), by=self.by)
        return Response(InvitationSerializer(back).data)


class SendInvitationAgain(InvitationBase):
    @writes("invitations_send_again", TAG, None, InvitationSerializer)
    def post(self, request: Request, club: str, invitation: int) -> Response:
        """Mail an invitation once more; it is good for two weeks from now."""
        row = self.invitation(club, invitation)
        sent = self.send(row.club, row.email, row.role, row.player)
        return Response(InvitationSerializer(sent).data)


# --- Signing up to a club by its link or code: opened and closed, and who has signed up ---


class JoiningSerializer(serializers.Serializer[Any]):
    """How people sign up to a club; without a code nobody has opened it yet."""

    is_open = serializers.BooleanField()
    is_confirmed = serializers.BooleanField(help_text="Whether a director confirms each.")
    last_day = serializers.DateField(allow_null=True)
    most_people = serializers.IntegerField(allow_null=True)
    came = serializers.SerializerMethodField(help_text="How many signed up since it was opened.")
    code = serializers.SerializerMethodField()
    url = serializers.SerializerMethodField()

    def get_came(self, joining: Joining) -> int:
        return clubs.came_since(joining)

    def get_code(self, joining: Joining) -> str | None:
        return joining.code or None

    @extend_schema_field(serializers.URLField(allow_null=True))
    def get_url(self, joining: Joining) -> str | None:
        code = joining.code
        return absolute(reverse("public:join_club", args=[code])) if code else None


class JoiningInput(serializers.Serializer[Any]):
    is_open = serializers.BooleanField(required=False)
    is_confirmed = serializers.BooleanField(required=False)
    last_day = serializers.DateField(required=False, allow_null=True)
    most_people = serializers.IntegerField(
        min_value=1, max_value=LARGEST_NUMBER_JOINING, required=False, allow_null=True
    )


class JoinRequestSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    email = serializers.CharField()
    asked_at = serializers.DateTimeField()
    accepted_at = serializers.DateTimeField(allow_null=True, help_text="Null while it waits.")
    player = serializers.IntegerField(source="player_id", allow_null=True)


class AcceptJoinInput(serializers.Serializer[Any]):
    """As whom somebody is taken: a player of the club, or a new one."""

    player = serializers.IntegerField(min_value=1, required=False, allow_null=True, default=None)
    told_apart_by = serializers.CharField(
        max_length=LONGEST_TOLD_APART, required=False, allow_blank=True, default=""
    )


class JoiningBase(ApiView):
    def club(self, slug: str) -> Club:
        found = club_at(slug)
        self.need("clubs.change_people", found)
        return found

    def account(self) -> User:
        user = self.request.user
        assert isinstance(user, User), "checked by `need`"  # noqa: S101
        return user


class JoiningView(JoiningBase):
    @reads("joining_read", TAG, JoiningSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str) -> Response:
        """Whether people can sign up to the club by its link or code, and the two."""
        found = self.club(club)
        joining = Joining.objects.filter(club=found).first() or Joining(club=found)
        return Response(JoiningSerializer(joining).data)

    @writes(
        "joining_change",
        TAG,
        JoiningInput,
        JoiningSerializer,
        example={"is_open": True, "is_confirmed": False},
    )
    def patch(self, request: Request, club: str) -> Response:
        """Open or close signing up by the link or code, or change its limits."""
        found = self.club(club)
        joining = clubs.change_joining(
            club=found,
            below=secrets.randbelow,
            account=self.account(),
            by=self.by,
            **self.read(JoiningInput),
        )
        return Response(JoiningSerializer(joining).data)


class RenewJoinCode(JoiningBase):
    @writes("joining_renew_code", TAG, None, JoiningSerializer)
    def post(self, request: Request, club: str) -> Response:
        """Make another code; the link and the code of before lead nowhere any more."""
        found = self.club(club)
        joining = clubs.renew_join_code(club=found, below=secrets.randbelow, by=self.by)
        return Response(JoiningSerializer(joining).data)


class JoinRequestList(JoiningBase):
    @lists("join_requests_list", TAG, JoinRequestSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str) -> Response:
        """Who has signed up by the link or code, newest first; who was refused is not listed."""
        rows = self.club(club).join_requests.order_by("-asked_at", "-id")
        return self.listed(rows, JoinRequestSerializer)


class AcceptJoinRequest(JoiningBase):
    @writes(
        "join_requests_accept",
        TAG,
        AcceptJoinInput,
        JoinRequestSerializer,
        example={"told_apart_by": "Dover"},
    )
    def post(self, request: Request, club: str, asked: int) -> Response:
        """Take somebody who signed up, as a new player or as one whom the club has."""
        found = self.club(club)
        row = get_or_404(JoinRequest.objects.filter(club=found), pk=asked)
        data = self.read(AcceptJoinInput)
        chosen = data["player"]
        player = fetch_all(Player, found.pk, [chosen], "player")[0] if chosen else None
        taken = clubs.accept_join(
            asked=row,
            player=player,
            told_apart_by=data["told_apart_by"],
            account=self.account(),
            by=self.by,
        )
        return Response(JoinRequestSerializer(taken).data)


class RefuseJoinRequest(JoiningBase):
    @writes("join_requests_refuse", TAG, None, None, status=204)
    def post(self, request: Request, club: str, asked: int) -> Response:
        """Refuse somebody who signed up; whoever was taken already goes off the lists."""
        found = self.club(club)
        row = get_or_404(JoinRequest.objects.filter(club=found), pk=asked)
        clubs.refuse_join(asked=row, by=self.by)
        return Response(status=204)
