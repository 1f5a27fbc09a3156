"""How people come into a club: invitations, and those who ask to join."""

import secrets
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs import services as clubs
from league.clubs.models import (
    LARGEST_NUMBER_JOINING,
    LONGEST_TOLD_APART,
    Invitation,
    Joining,
    JoinRequest,
    Player,
    Role,
    Scope,
)
from league.clubs.selectors import open_invitations_of
from league.clubs.services.mails import url_of
from league.faces.api.api_view import fetch_all
from league.faces.api.resources import ClubResource
from league.faces.api.schema import ACCOUNT, act
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


class InvitationViewSet(ListModelMixin, RetrieveModelMixin, ClubResource):
    """The invitations that nobody has taken up yet, expired ones too; newest first."""

    tag, operations = TAG, "invitations"
    about_one = "An invitation that nobody has taken up yet."
    words = {"create": "send"}
    serializer_class = InvitationSerializer
    lookup_url_kwarg = "invitation"
    read_permission, write_permission = "clubs.view_members", "clubs.invite_player"
    by_whom_reads = ACCOUNT

    def get_queryset(self) -> "QuerySet[Invitation]":
        if self.action == "list":
            return open_invitations_of(self.club)
        rows = Invitation.objects.filter(club=self.club, accepted_at__isnull=True)
        return rows.select_related("player", "invited_by", "club")

    def get_object(self) -> Invitation:
        """Return an invitation that the account may handle."""
        row: Invitation = super().get_object()
        self.need_role(row.role)
        return row

    def need_role(self, role: str) -> None:
        if role != Role.PLAYER:
            self.need("clubs.change_members", self.club)

    @act(
        InvitationInput,
        InvitationSerializer,
        status=201,
        made_at="clubs/{club}/invitations/{id}",
        example={"email": "bea@example.org", "role": "player"},
    )
    def create(self, request: Request, **_address: Any) -> Response:
        """Invite somebody by mail; whoever has not answered yet is invited again."""
        data = self.read(InvitationInput)
        self.need_role(data["role"])
        chosen = data["player"]
        player = fetch_all(Player, self.club.pk, [chosen], "player")[0] if chosen else None
        return self.answer(self._send(data["email"], data["role"], player), 201)

    @act(
        InvitationsInput,
        InvitedSerializer,
        example={"people": [{"email": "bea@example.org", "name": "Bea Ortiz"}], "preview": True},
    )
    @action(
        detail=False,
        methods=["post"],
        url_path="list",
        url_name="list_send",
        write_permission="clubs.change_members",
    )
    def send_list(self, request: Request, **_address: Any) -> Response:
        """Invite up to 500 people at once, or look at what that would do; owners alone may.

        Who is a member or invited already gets no mail; an address that cannot be is left out.
        """
        data = self.read(InvitationsInput)
        lines = [
            clubs.InvitationLine(line=number, **one)
            for number, one in enumerate(data["people"], start=1)
        ]
        adds = data["add_people"]
        planned = clubs.plan_invitations(self.club, lines, add_people=adds, at=self.at)
        if not data["preview"]:
            clubs.invite_list(
                club=self.club,
                lines=lines,
                add_people=adds,
                invited_by=self.account,
                by=self.by,
            )
        shown = InvitedSerializer({"written": not data["preview"], "people": planned})
        return Response(shown.data)

    @action(
        detail=True, token_scopes={"GET": Scope.DIRECT}, serializer_class=InvitationLinkSerializer
    )
    def link(self, request: Request, **_address: Any) -> Response:
        """The link of an invitation, to hand it over without a mail. It gives the role."""
        return Response({"url": url_of(self.get_object())})

    @action(detail=True, methods=["post"])
    def withdraw(self, request: Request, **_address: Any) -> Response:
        """Take an invitation back: its link stops working."""
        row = self.get_object()
        gone = clubs.withdraw_invitation(invitation=row, by=self.by)
        return self.answer(gone)

    @action(detail=True, methods=["post"])
    def restore(self, request: Request, **_address: Any) -> Response:
        """Let the link of a withdrawn invitation work again, as long as it would have."""
        row = self.get_object()
        back = clubs.restore_invitation(invitation=row, by=self.by)
        return self.answer(back)

    @action(detail=True, methods=["post"], url_path="again", url_name="again")
    def send_again(self, request: Request, **_address: Any) -> Response:
        """Mail an invitation once more; it is good for two weeks from now."""
        row = self.get_object()
        return self.answer(self._send(row.email, row.role, row.player))

    def _send(self, email: str, role: str, player: Player | None) -> Invitation:
        return clubs.invite(
            club=self.club,
            email=email,
            role=role,
            player=player,
            invited_by=self.account,
            by=self.by,
        )


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


class JoiningViewSet(RetrieveModelMixin, ClubResource):
    """Whether people can sign up to the club by its link or code, and the two."""

    tag, operations = TAG, "joining"
    serializer_class = JoiningSerializer
    read_permission = write_permission = "clubs.change_people"
    by_whom_reads = ACCOUNT

    def get_object(self) -> Joining:
        return Joining.objects.filter(club=self.club).first() or Joining(club=self.club)

    @act(JoiningInput, JoiningSerializer, example={"is_open": True, "is_confirmed": False})
    def partial_update(self, request: Request, **_address: Any) -> Response:
        """Open or close signing up by the link or code, or change its limits."""
        joining = clubs.change_joining(
            club=self.club,
            below=secrets.randbelow,
            account=self.account,
            by=self.by,
            **self.read(JoiningInput),
        )
        return self.answer(joining)

    @action(detail=True, methods=["post"], url_path="code", url_name="code")
    def renew_code(self, request: Request, **_address: Any) -> Response:
        """Make another code; the link and the code of before lead nowhere any more."""
        joining = clubs.renew_join_code(club=self.club, below=secrets.randbelow, by=self.by)
        return self.answer(joining)


class JoinRequestViewSet(ListModelMixin, ClubResource):
    """Who has signed up by the link or code, newest first; who was refused is not listed."""

    tag, operations = TAG, "join_requests"
    words = {"turn_down": "refuse"}
    serializer_class = JoinRequestSerializer
    lookup_url_kwarg = "asked"
    read_permission = write_permission = "clubs.change_people"
    by_whom_reads = ACCOUNT

    def get_queryset(self) -> "QuerySet[JoinRequest]":
        return self.club.join_requests.order_by("-asked_at", "-id")

    @act(AcceptJoinInput, JoinRequestSerializer, example={"told_apart_by": "Dover"})
    @action(detail=True, methods=["post"])
    def accept(self, request: Request, **_address: Any) -> Response:
        """Take somebody who signed up, as a new player or as one whom the club has."""
        row = self.get_object()
        data = self.read(AcceptJoinInput)
        chosen = data["player"]
        player = fetch_all(Player, self.club.pk, [chosen], "player")[0] if chosen else None
        taken = clubs.accept_join(
            asked=row,
            player=player,
            told_apart_by=data["told_apart_by"],
            account=self.account,
            by=self.by,
        )
        return self.answer(taken)

    @action(
        detail=True, methods=["post"], url_path="refuse", url_name="refuse", serializer_class=None
    )
    def turn_down(self, request: Request, **_address: Any) -> Response:
        """Refuse somebody who signed up; whoever was taken already goes off the lists."""
        clubs.refuse_join(asked=self.get_object(), by=self.by)
        return Response(status=204)
