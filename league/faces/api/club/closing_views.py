"""The deletion of a club: wanted, and cancelled while there is time."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import club_at
from league.faces.api.api_view import ApiView
from league.faces.api.schema import ACCOUNT, reads, writes
from league.office.personal_data.services import close_club, keep_club

TAG = "clubs"


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
        closed = close_club(club=found, typed=typed, actor=self.actor, at=self.at)
        return Response(DeletionSerializer(closed).data)

    @writes("club_keep", TAG, None, None, status=204)
    def delete(self, request: Request, club: str) -> Response:
        """Cancel the deletion."""
        found = club_at(club)
        self.need("clubs.close_club", found)
        keep_club(club=found, actor=self.actor, at=self.at)
        return Response(status=204)
