"""What cannot be of its prepared cards: listed and accepted by directors, shown to nobody else."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import stage_at, submission_at
from league.faces.api.api_view import ApiView
from league.faces.api.inputs import NeededReasonInput
from league.faces.api.schema import ACCOUNT, lists, writes
from league.play.results import services as results
from league.play.results.card_flags import flags_in, flags_of
from league.play.results.sheet import read_sheet
from league.play.rounds.selectors import table_with_names

TAG = "prepared deals"


class FlagSerializer(serializers.Serializer[Any]):
    submission = serializers.IntegerField(source="submission.pk")
    table = serializers.IntegerField(source="submission.table_id")
    number = serializers.IntegerField(
        source="submission.number", help_text="The deal's place on the table's sheet."
    )
    prepared_deal = serializers.IntegerField(source="prepared_number")
    detail = serializers.CharField(
        allow_null=True,
        help_text="What does not fit. Null until the deal is open to everybody, or this account "
        "has looked at it with a reason.",
    )
    is_open = serializers.BooleanField(help_text="No director has dealt with it.")
    flagged_at = serializers.DateTimeField(source="found_at", format=None)
    accepted_at = serializers.DateTimeField(format=None, allow_null=True)
    accepted_reason = serializers.CharField(allow_blank=True)


class FlagList(ApiView):
    @lists("flags_list", TAG, FlagSerializer, by=ACCOUNT)
    def get(self, request: Request, stage: int) -> Response:
        """Deals of a stage that were sent and cannot be of their prepared cards, oldest first."""
        found = stage_at(request, stage)
        self.need("results.view_flags", found)
        flags = [*flags_in(found, actor=self.actor)]
        return self.listed(flags, FlagSerializer)


class AcceptCards(ApiView):
    @writes(
        "deals_accept_cards",
        TAG,
        NeededReasonInput,
        FlagSerializer,
        example={"reason": "The pack was dealt wrongly; they played what they held."},
    )
    def post(self, request: Request, submission: int) -> Response:
        """Let a flagged deal stand as it was sent."""
        found = submission_at(request, submission)
        self.need("results.accept_cards", found.table)
        data = self.read(NeededReasonInput)
        results.accept_cards(submission=found, reason=data["reason"], actor=self.actor, at=self.at)
        sheet = read_sheet(table_with_names(found.table_id))
        flag = flags_of(sheet, [found], actor=self.actor)[found.pk]
        return Response(FlagSerializer(flag).data)
