"""Signing up to a club by its link or code: opened and closed, and who has signed up."""

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
    Joining,
    JoinRequest,
    Player,
    User,
)
from league.faces.api.access import club_at, get_or_404
from league.faces.api.api_view import ApiView, fetch_all
from league.faces.api.schema import ACCOUNT, lists, reads, writes
from league.foundation.embedding import absolute

TAG = "members"


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
            by=self.account(),
            actor=self.actor,
            at=self.at,
            **self.read(JoiningInput),
        )
        return Response(JoiningSerializer(joining).data)


class RenewJoinCode(JoiningBase):
    @writes("joining_renew_code", TAG, None, JoiningSerializer)
    def post(self, request: Request, club: str) -> Response:
        """Make another code; the link and the code of before lead nowhere any more."""
        found = self.club(club)
        joining = clubs.renew_join_code(
            club=found, below=secrets.randbelow, actor=self.actor, at=self.at
        )
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
            by=self.account(),
            actor=self.actor,
            at=self.at,
        )
        return Response(JoinRequestSerializer(taken).data)


class RefuseJoinRequest(JoiningBase):
    @writes("join_requests_refuse", TAG, None, None, status=204)
    def post(self, request: Request, club: str, asked: int) -> Response:
        """Refuse somebody who signed up; whoever was taken already goes off the lists."""
        found = self.club(club)
        row = get_or_404(JoinRequest.objects.filter(club=found), pk=asked)
        clubs.refuse_join(asked=row, actor=self.actor, at=self.at)
        return Response(status=204)
