"""What the director decides at a table: disputes, points awarded, its link."""

from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import table_at
from league.faces.api.api_view import ApiView
from league.faces.api.results.serializers import (
    AwardInput,
    DecideInput,
    ForfeitInput,
    LinkSerializer,
    SettleInput,
    SubmissionSerializer,
    TableDetailSerializer,
)
from league.faces.api.results.views import TAG, TableWrite, submission_of
from league.faces.api.schema import ACCOUNT, reads, writes
from league.play.results import services as results
from league.play.rounds import services as rounds


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
            actor=self.actor,
            at=self.at,
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
        results.award(table=found, actor=self.actor, at=self.at, **data)
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
        results.forfeit(table=found, actor=self.actor, at=self.at, **data)
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
        results.decide_level(table=found, actor=self.actor, at=self.at, **data)
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
        renewed = rounds.renew_links(table=found, actor=self.actor, at=self.at)
        return Response(LinkSerializer(renewed).data)
