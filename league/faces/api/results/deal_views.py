"""Deals as they were submitted, what is flagged of them, and many entered at once."""

from functools import cached_property
from typing import Any
from uuid import UUID, uuid5

from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import scores, sees_full_names, submission_at
from league.faces.api.authentication import table_link
from league.faces.api.inputs import NeededReasonInput
from league.faces.api.resources import EventResource, StageResource
from league.faces.api.results.serializers import (
    CorrectInput,
    DealInput,
    DisputeInput,
    ShortSubmissionSerializer,
    SubmissionSerializer,
)
from league.faces.api.results.views import EXAMPLE_SUMMARY, SCORES, TAG, TableResource, whole
from league.faces.api.schema import ACCOUNT, TABLE, act
from league.foundation.journal.actor import Act
from league.play.results import services as results
from league.play.results.card_flags import flags_in, flags_of
from league.play.results.models import Submission
from league.play.results.services import MOST_DEALS_AT_ONCE, TableDeal
from league.play.results.sheet import read_sheet
from league.play.rounds.models import Table
from league.play.rounds.selectors import table_with_names

DEALS_TAG = "deals"
# --- What cannot be of its prepared cards: listed and accepted by directors, shown to nobody else

FLAGS_TAG = "prepared deals"


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


class FlagsOfStage(ListModelMixin, StageResource):
    """Deals of a stage that were sent and cannot be of their prepared cards, oldest first."""

    tag, operations = FLAGS_TAG, "flags"
    serializer_class = FlagSerializer
    read_permission = "results.view_flags"
    by_whom_reads = ACCOUNT

    def get_queryset(self) -> Any:
        return [*flags_in(self.stage, actor=self.actor)]


# --- Deals as they were submitted: read, disputed by a side, corrected or struck out by a scorer


class SubmissionViewSet(TableResource):
    tag, operations = DEALS_TAG, "deals"
    serializer_class = SubmissionSerializer
    lookup_url_kwarg = "submission"

    @cached_property
    def table(self) -> Table:
        return self.submission.table

    @cached_property
    def submission(self) -> Submission:
        return submission_at(self.request, self.kwargs["submission"])

    def answer(self, row: Submission, status: int = 200) -> Response:
        fresh = Submission.objects.select_related("deal", "table__round__stage__event__club").get(
            pk=row.pk
        )
        link = table_link(self.request) is not None
        full = link or sees_full_names(self.request, fresh.table.round.stage.event.club)
        inside = link or scores(self.request, fresh.table)
        plays = inside or self.may("results.play_table", fresh.table)
        return Response(whole(fresh, fresh.table, full=full, reason=plays), status=status)

    def retrieve(self, request: Request, **_address: Any) -> Response:
        """A deal as it was submitted: its score with reasons, and the record when it is one."""
        return self.answer(self.submission)

    @act(
        DisputeInput,
        SubmissionSerializer,
        example={"side": 1, "reason": "We took 32 points, not 30."},
        by=TABLE,
    )
    @action(detail=True, methods=["post"], token_scopes=SCORES)
    def dispute(self, request: Request, **_address: Any) -> Response:
        """Say for a side that a deal is wrong, and why; the director settles it."""
        self.need_a_player(self.table)
        data = self.read(DisputeInput)
        actor = self.player_at(self.table, data["side"])
        results.dispute(
            submission=self.submission, by=Act(actor, self.at), key=self.key_if_sent(), **data
        )
        return self.answer(self.submission)

    @act(
        CorrectInput,
        SubmissionSerializer,
        as_read=False,
        example={
            "data": {
                "summary": {
                    "bid": 60,
                    "declarer": 1,
                    "trump": "H",
                    "melds": [12, 34],
                    "outcome": "played",
                    "last_trick": 0,
                    "points": [20, 30],
                }
            },
            "reason": "The points were swapped.",
        },
        versioned=True,
        rules=True,
    )
    @action(
        detail=True,
        methods=["post"],
        write_permission="results.correct_deal",
        token_scopes=SCORES,
    )
    def correct(self, request: Request, **_address: Any) -> Response:
        """Put what is right in the place of a deal; the old one is kept."""
        data = self.read(CorrectInput)
        corrected = results.correct(
            submission=self.submission,
            by=self.by,
            key=self.key_if_sent(),
            **data,
        )
        return self.answer(corrected)

    @act(
        NeededReasonInput,
        SubmissionSerializer,
        example={"reason": "It was dealt wrongly and is played again."},
        versioned=True,
    )
    @action(
        detail=True, methods=["post"], write_permission="results.void_deal", token_scopes=SCORES
    )
    def void(self, request: Request, **_address: Any) -> Response:
        """Strike a deal out; its number can be submitted again."""
        data = self.read(NeededReasonInput)
        struck = results.void(submission=self.submission, by=self.by, **data)
        return self.answer(struck)

    @act(
        NeededReasonInput,
        FlagSerializer,
        example={"reason": "The pack was dealt wrongly; they played what they held."},
    )
    @action(
        detail=True,
        methods=["post"],
        url_path="accept-cards",
        url_name="accept_cards",
        write_permission="results.accept_cards",
        tag=FLAGS_TAG,
    )
    def accept_cards(self, request: Request, **_address: Any) -> Response:
        """Let a flagged deal stand as it was sent."""
        reason = self.read(NeededReasonInput)["reason"]
        results.accept_cards(submission=self.submission, reason=reason, by=self.by)
        sheet = read_sheet(table_with_names(self.table.pk))
        flag = flags_of(sheet, [self.submission], actor=self.actor)[self.submission.pk]
        return Response(FlagSerializer(flag).data)


# --- Deals of several tables of an event entered at once, as a scorer ---


class TableDealInput(DealInput):
    """A deal with the id of its table."""

    table = serializers.IntegerField(min_value=1)


class DealsInput(serializers.Serializer[Any]):
    deals = serializers.ListField(
        child=TableDealInput(), min_length=1, max_length=MOST_DEALS_AT_ONCE
    )


class EnteredSerializer(ShortSubmissionSerializer):
    table = serializers.IntegerField(source="table_id")


class DealsOfEvent(EventResource):
    tag, operations = TAG, "results"
    words = {"create": "write"}
    write_permission = "results.enter_deals_of_event"
    token_scopes = SCORES

    @act(
        DealsInput,
        EnteredSerializer(many=True),
        status=201,
        keyed=True,
        rules=True,
        example={"deals": [{"table": 12, "number": 1, "data": EXAMPLE_SUMMARY}]},
    )
    def create(self, request: Request, **_address: Any) -> Response:
        """Enter up to 200 deals of an event's tables at once; they count as confirmed.

        All are entered, or none: then `rows` has every reason with the `index` of its row.
        """
        sent = self.read(DealsInput)["deals"]
        deals = [_deal(self.key(), place, row) for place, row in enumerate(sent)]
        entered = results.enter_deals(event=self.event, deals=deals, by=self.by)
        return Response(EnteredSerializer(entered, many=True).data, status=201)


def _deal(key: UUID, place: int, row: dict[str, Any]) -> TableDeal:
    """Return the deal under a key of its own, which follows from that of the request."""
    return TableDeal(
        table=row["table"],
        number=row.get("number"),
        data=row["data"],
        key=uuid5(key, f"{place}.{row['table']}"),
    )
