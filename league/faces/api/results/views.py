"""Tables with their sheets, what players submit, flags, and what a director decides."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import (
    hidden_from,
    scores,
    sees_full_names,
    stage_at,
    submission_at,
    table_at,
)
from league.faces.api.api_view import ApiView
from league.faces.api.authentication import table_link
from league.faces.api.inputs import NeededReasonInput
from league.faces.api.results.serializers import (
    AwardInput,
    CorrectInput,
    DecideInput,
    DisputeInput,
    EndInput,
    ForfeitInput,
    LinkSerializer,
    SettleInput,
    SubmissionSerializer,
    TableDetailSerializer,
)
from league.faces.api.schema import ACCOUNT, TABLE, lists, reads, writes
from league.foundation.journal.actor import Act
from league.play.results import services as results
from league.play.results.card_flags import flags_in, flags_of
from league.play.results.deal_words import Names
from league.play.results.models import Submission
from league.play.results.sheet import read_sheet
from league.play.rounds import services as rounds
from league.play.rounds.models import Table
from league.play.rounds.selectors import load_names, table_with_names

# --- Deals as they were submitted: read, disputed by a side, corrected or struck out by a scorer

DEALS_TAG = "deals"


def whole(submission: Submission, table: Table, *, full: bool, reason: bool) -> Any:
    """Return a submission with its lines in words; `reason`: with the reasons people gave."""
    load_names(table)
    context = {"names": Names(table, public=not full), "with_reasons": reason}
    return SubmissionSerializer(submission, context=context).data


class SubmissionBase(ApiView):
    def answer(self, request: Request, submission: Submission) -> Response:
        fresh = Submission.objects.select_related("deal", "table__round__stage__event__club").get(
            pk=submission.pk
        )
        link = table_link(request) is not None
        full = link or sees_full_names(request, fresh.table.round.stage.event.club)
        inside = link or scores(request, fresh.table)
        plays = inside or self.may("results.play_table", fresh.table)
        return Response(whole(fresh, fresh.table, full=full, reason=plays))


class SubmissionView(SubmissionBase):
    @reads("deals_read", DEALS_TAG, SubmissionSerializer)
    def get(self, request: Request, submission: int) -> Response:
        """A deal as it was submitted: its score with reasons, and the record when it is one."""
        return self.answer(request, submission_at(request, submission))


class DisputeDeal(SubmissionBase):
    @writes(
        "deals_dispute",
        DEALS_TAG,
        DisputeInput,
        SubmissionSerializer,
        example={"side": 1, "reason": "We took 32 points, not 30."},
        by=TABLE,
    )
    def post(self, request: Request, submission: int) -> Response:
        """Say for a side that a deal is wrong, and why; the director settles it."""
        found = submission_at(request, submission)
        self.need_a_player(found.table)
        data = self.read(DisputeInput)
        actor = self.player_at(found.table, data["side"])
        results.dispute(submission=found, by=Act(actor, self.at), key=self.key_if_sent(), **data)
        return self.answer(request, found)


class CorrectDeal(SubmissionBase):
    version_of = SubmissionView

    @writes(
        "deals_correct",
        DEALS_TAG,
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
    def post(self, request: Request, submission: int) -> Response:
        """Put what is right in the place of a deal; the old one is kept."""
        found = submission_at(request, submission)
        self.need("results.correct_deal", found.table)
        data = self.read(CorrectInput)
        corrected = results.correct(submission=found, by=self.by, key=self.key_if_sent(), **data)
        return self.answer(request, corrected)


class VoidDeal(SubmissionBase):
    version_of = SubmissionView

    @writes(
        "deals_void",
        DEALS_TAG,
        NeededReasonInput,
        SubmissionSerializer,
        example={"reason": "It was dealt wrongly and is played again."},
        versioned=True,
    )
    def post(self, request: Request, submission: int) -> Response:
        """Strike a deal out; its number can be submitted again."""
        found = submission_at(request, submission)
        self.need("results.void_deal", found.table)
        data = self.read(NeededReasonInput)
        struck = results.void(submission=found, by=self.by, **data)
        return self.answer(request, struck)


# --- A table: its sheet as whoever asks may see it, how it ends, and what every write answers ---

TAG = "tables"


class TableView(ApiView):
    @reads("tables_read", TAG, TableDetailSerializer)
    def get(self, request: Request, table: int) -> Response:
        """A table: who sits where, what it comes to, and its sheet with running totals."""
        found = table_at(request, table)
        return Response(_detail(request, found))


def sees_table_names(request: Request, table: Table) -> bool:
    """Those at the table know each other: its link shows full names."""
    if table_link(request) is not None:
        return True
    return sees_full_names(request, table.round.stage.event.club)


def _detail(request: Request, table: Table) -> Any:
    """Return a table as whoever asks may see it."""
    hidden = hidden_from(request, table)
    context = {"full": sees_table_names(request, table), "hidden": lambda: hidden}
    return TableDetailSerializer(table, context=context).data


class TableWrite(ApiView):
    """Answers with the table as it is after the write."""

    def as_it_is(self, request: Request, table: Table) -> Response:
        fresh = table_at(request, table.pk)
        return Response(_detail(request, fresh))

    def answer_submission(
        self, request: Request, table: Table, submission: Submission, status: int = 200
    ) -> Response:
        full = sees_table_names(request, table)
        return Response(whole(submission, table, full=full, reason=True), status=status)


class EndTable(TableWrite):
    @writes("tables_end", TAG, EndInput, TableDetailSerializer, example={"side": 0}, by=TABLE)
    def post(self, request: Request, table: int) -> Response:
        """Say that the last deal has been played: a side in a timed round, or the director."""
        found = table_at(request, table)
        if not self.may("results.end_table", found):
            self.need_a_player(found)
        side = self.read(EndInput).get("side")
        if side is None:
            self.need_side_or("results.end_table", found)
            actor = self.actor
        else:
            actor = self.player_at(found, side)
        results.end_table(table=found, side=side, by=Act(actor, self.at))
        return self.as_it_is(request, found)


def submission_of(table: Table, pk: int, field: str) -> Submission:
    """Return a submission of this table. Raises ValidationError for any other id."""
    submission = Submission.objects.filter(pk=pk, table=table).first()
    if submission is None:
        raise ValidationError(
            {field: _("No deal with the id %(id)d was sent at this table.") % {"id": pk}},
            code="unknown",
        )
    return submission


# --- What the director decides at a table: disputes, points awarded, its link ---


class SettleDispute(TableWrite):
    @writes(
        "tables_settle",
        TAG,
        SettleInput,
        SubmissionSerializer,
        example={"number": 3, "choose": 312, "reason": "Both sides counted again."},
        rules=True,
    )
    def post(self, request: Request, table: int) -> Response:
        """Settle the dispute about a deal: one submission holds, or the director's numbers do."""
        found = table_at(request, table)
        self.need("results.settle_dispute", found)
        data = self.read(SettleInput)
        choose = data.pop("choose", None)
        settled = results.settle(
            table=found,
            choose=None if choose is None else submission_of(found, choose, "choose"),
            by=self.by,
            key=self.key_if_sent(),
            **data,
        )
        return self.answer_submission(request, found, settled)


class AwardTable(TableWrite):
    @writes(
        "tables_award",
        TAG,
        AwardInput,
        TableDetailSerializer,
        example={"points": [250, 250], "reason": "The table was called away."},
    )
    def post(self, request: Request, table: int) -> Response:
        """Give each side points instead of what was played; null takes an award back."""
        found = table_at(request, table)
        self.need("results.award_table", found)
        data = self.read(AwardInput)
        results.award(table=found, by=self.by, **data)
        return self.as_it_is(request, found)


class ForfeitTable(TableWrite):
    @writes(
        "tables_forfeit",
        TAG,
        ForfeitInput,
        TableDetailSerializer,
        example={"absent": [1], "reason": "They rang: the car would not start."},
    )
    def post(self, request: Request, table: int) -> Response:
        """Say which side did not come, or both; null takes it back: they played after all."""
        found = table_at(request, table)
        self.need("results.award_table", found)
        data = self.read(ForfeitInput)
        results.forfeit(table=found, by=self.by, **data)
        return self.as_it_is(request, found)


class DecideTable(TableWrite):
    @writes(
        "tables_decide",
        TAG,
        DecideInput,
        TableDetailSerializer,
        example={"side": 1, "reason": "They cut for it.", "by_lot": True},
    )
    def post(self, request: Request, table: int) -> Response:
        """Say which side won a table that ended level; null takes the decision back."""
        found = table_at(request, table)
        self.need("results.award_table", found)
        data = self.read(DecideInput)
        results.decide_level(table=found, by=self.by, **data)
        return self.as_it_is(request, found)


class TableLinkView(ApiView):
    @reads("tables_link", TAG, LinkSerializer, by=ACCOUNT)
    def get(self, request: Request, table: int) -> Response:
        """The present link of a table, for those who run the round."""
        found = table_at(request, table)
        self.need("rounds.view_link", found)
        return Response(LinkSerializer(found).data)


class RenewLink(ApiView):
    @writes("tables_renew_link", TAG, None, LinkSerializer, once=False)
    def post(self, request: Request, table: int) -> Response:
        """Make every link given out for a table worthless, and get the new one."""
        found = table_at(request, table)
        self.need("rounds.renew_link", found)
        renewed = rounds.renew_links(table=found, by=self.by)
        return Response(LinkSerializer(renewed).data)


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


class FlagList(ApiView):
    @lists("flags_list", FLAGS_TAG, FlagSerializer, by=ACCOUNT)
    def get(self, request: Request, stage: int) -> Response:
        """Deals of a stage that were sent and cannot be of their prepared cards, oldest first."""
        found = stage_at(request, stage)
        self.need("results.view_flags", found)
        flags = [*flags_in(found, actor=self.actor)]
        return self.listed(flags, FlagSerializer)


class AcceptCards(ApiView):
    @writes(
        "deals_accept_cards",
        FLAGS_TAG,
        NeededReasonInput,
        FlagSerializer,
        example={"reason": "The pack was dealt wrongly; they played what they held."},
    )
    def post(self, request: Request, submission: int) -> Response:
        """Let a flagged deal stand as it was sent."""
        found = submission_at(request, submission)
        self.need("results.accept_cards", found.table)
        data = self.read(NeededReasonInput)
        results.accept_cards(submission=found, reason=data["reason"], by=self.by)
        sheet = read_sheet(table_with_names(found.table_id))
        flag = flags_of(sheet, [found], actor=self.actor)[found.pk]
        return Response(FlagSerializer(flag).data)
