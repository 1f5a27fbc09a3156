"""Tables with their sheets, deals sent at them, and what a director decides there."""

from functools import cached_property
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext as _
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Club, Scope
from league.faces.api.access import hidden_from, sees_full_names, table_at
from league.faces.api.authentication import table_link
from league.faces.api.resources import ResourceViewSet
from league.faces.api.results.serializers import (
    AwardInput,
    ConfirmedSerializer,
    ConfirmInput,
    DealInput,
    DecideInput,
    EndInput,
    ForfeitInput,
    LinkSerializer,
    PreviewInput,
    PreviewSerializer,
    SettleInput,
    SubmissionSerializer,
    SubmitInput,
    TableDetailSerializer,
    TakeBackInput,
)
from league.faces.api.schema import ACCOUNT, TABLE, act, reads
from league.foundation.journal.actor import Act
from league.play.results import services as results
from league.play.results.deal_words import Names
from league.play.results.models import Submission
from league.play.results.sheet import read_sheet
from league.play.rounds import services as rounds
from league.play.rounds.models import Table
from league.play.rounds.selectors import load_names

TAG = "tables"
SCORES = {"POST": Scope.SCORE}
EXAMPLE_SUMMARY = {
    "summary": {
        "bid": 60,
        "declarer": 1,
        "trump": "H",
        "melds": [12, 34],
        "outcome": "played",
        "last_trick": 0,
        "points": [18, 32],
    }
}


def whole(submission: Submission, table: Table, *, full: bool, reason: bool) -> Any:
    """Return a submission with its lines in words; `reason`: with the reasons people gave."""
    load_names(table)
    context = {"names": Names(table, public=not full), "with_reasons": reason}
    return SubmissionSerializer(submission, context=context).data


def sees_table_names(request: Request, table: Table) -> bool:
    """Those at the table know each other: its link shows full names."""
    if table_link(request) is not None:
        return True
    return sees_full_names(request, table.round.stage.event.club)


def submission_of(table: Table, pk: int, field: str) -> Submission:
    """Return a submission of this table. Raises ValidationError for any other id."""
    submission = Submission.objects.filter(pk=pk, table=table).first()
    if submission is None:
        raise ValidationError(
            {field: _("No deal with the id %(id)d was sent at this table.") % {"id": pk}},
            code="unknown",
        )
    return submission


class TableResource(ResourceViewSet):
    """A resource of the table of the address, which its link may name."""

    @cached_property
    def owner(self) -> Model:
        return self.table

    @cached_property
    def table(self) -> Table:
        return table_at(self.request, self.kwargs["table"])

    @cached_property
    def club(self) -> Club:
        return self.table.round.stage.event.club


class TableViewSet(TableResource):
    tag, operations = TAG, "tables"
    serializer_class = TableDetailSerializer
    lookup_url_kwarg = "table"

    def answer(self, row: Table, status: int = 200) -> Response:
        """Return a table as whoever asks may see it."""
        hidden = hidden_from(self.request, row)
        context = {"full": sees_table_names(self.request, row), "hidden": lambda: hidden}
        return Response(TableDetailSerializer(row, context=context).data, status=status)

    def retrieve(self, request: Request, **_address: Any) -> Response:
        """A table: who sits where, what it comes to, and its sheet with running totals."""
        return self.answer(self.table)

    def as_it_is(self) -> Response:
        return self.answer(table_at(self.request, self.table.pk))

    def answer_submission(self, submission: Submission, status: int = 200) -> Response:
        full = sees_table_names(self.request, self.table)
        return Response(whole(submission, self.table, full=full, reason=True), status=status)

    # Deals: what one would score, submitted by a side, entered, confirmed, taken back

    @act(
        PreviewInput,
        PreviewSerializer,
        example={"data": EXAMPLE_SUMMARY},
        once=False,
        by=TABLE,
        rules=True,
    )
    @action(detail=True, methods=["post"], token_scopes=SCORES)
    def preview(self, request: Request, **_address: Any) -> Response:
        """What a deal would score here; nothing is written."""
        if not self.may("results.enter_deal", self.table) and not self._plays():
            self.refuse()
        data = self.read(PreviewInput)
        load_names(self.table)
        preview = results.preview(
            sheet=read_sheet(self.table, with_replies=False),
            number=data.get("number"),
            data=data["data"],
            actor=None if table_link(request) is not None else self.actor,
        )
        names = Names(self.table, public=not sees_table_names(request, self.table))
        return Response(PreviewSerializer(preview, context={"names": names}).data)

    def _plays(self) -> bool:
        link = table_link(self.request)
        if link is not None:
            return link.table.pk == self.table.pk
        return self.may("results.play_table", self.table)

    @act(
        SubmitInput,
        SubmissionSerializer,
        status=201,
        made_at="deals/{id}",
        keyed=True,
        example={"side": 0, "number": 3, "data": EXAMPLE_SUMMARY},
        by=TABLE,
        rules=True,
    )
    @action(detail=True, methods=["post"], token_scopes=SCORES)
    def submit(self, request: Request, **_address: Any) -> Response:
        """Submit a deal for a side, with the table's link or as a player of that side.

        The same numbers from another side confirm it; other numbers stand beside it as disputed
        until the director settles them.
        """
        self.need_a_player(self.table)
        data, key = self.read(SubmitInput), self.key()
        actor = self.player_at(self.table, data["side"])
        submission = results.submit(
            table=self.table,
            number=data.get("number"),
            data=data["data"],
            key=key,
            by_side=data["side"],
            by=Act(actor, self.at),
            device="api",
        )
        return self.answer_submission(submission, 201)

    @act(
        DealInput,
        SubmissionSerializer,
        status=201,
        made_at="deals/{id}",
        keyed=True,
        example={"number": 3, "data": EXAMPLE_SUMMARY},
        rules=True,
    )
    @action(
        detail=True,
        methods=["post"],
        write_permission="results.enter_deal",
        token_scopes=SCORES,
    )
    def enter(self, request: Request, **_address: Any) -> Response:
        """Enter a deal as a scorer; it counts as confirmed."""
        data, key = self.read(DealInput), self.key()
        submission = results.enter(
            table=self.table,
            number=data.get("number"),
            data=data["data"],
            key=key,
            by=self.by,
        )
        return self.answer_submission(submission, 201)

    @act(
        ConfirmInput,
        ConfirmedSerializer,
        example={"side": 1, "submissions": [311, 312]},
        by=TABLE,
    )
    @action(detail=True, methods=["post"], token_scopes=SCORES)
    def confirm(self, request: Request, **_address: Any) -> Response:
        """Confirm deals for a side; a scorer leaves the side out and confirms for everybody."""
        if not self.may("results.confirm_deal", self.table):
            self.need_a_player(self.table)
        data = self.read(ConfirmInput)
        chosen = data.get("submissions")
        if "side" in data:
            confirmed = results.confirm(
                table=self.table,
                side=data["side"],
                submissions=chosen,
                by=Act(self.player_at(self.table, data["side"]), self.at),
                device="api",
            )
        else:
            self.need_side_or("results.confirm_deal", self.table)
            confirmed = results.confirm_for_all(table=self.table, submissions=chosen, by=self.by)
        return Response({"confirmed": [submission.pk for submission in confirmed]})

    @act(TakeBackInput, SubmissionSerializer, example={"side": 0, "submission": 312}, by=TABLE)
    @action(
        detail=True,
        methods=["post"],
        url_path="take-back",
        url_name="take_back",
        token_scopes=SCORES,
    )
    def take_back(self, request: Request, **_address: Any) -> Response:
        """Take back the last deal, as the side that submitted it, while nobody has confirmed it."""
        self.need_a_player(self.table)
        data = self.read(TakeBackInput)
        actor = self.player_at(self.table, data["side"])
        meant = data.get("submission")
        gone = results.take_back(
            table=self.table,
            side=data["side"],
            submission=None if meant is None else submission_of(self.table, meant, "submission"),
            by=Act(actor, self.at),
        )
        return self.answer_submission(gone)

    @act(EndInput, TableDetailSerializer, example={"side": 0}, by=TABLE)
    @action(detail=True, methods=["post"], token_scopes=SCORES)
    def end(self, request: Request, **_address: Any) -> Response:
        """Say that the last deal has been played: a side in a timed round, or the director."""
        if not self.may("results.end_table", self.table):
            self.need_a_player(self.table)
        side = self.read(EndInput).get("side")
        if side is None:
            self.need_side_or("results.end_table", self.table)
            actor = self.actor
        else:
            actor = self.player_at(self.table, side)
        results.end_table(table=self.table, side=side, by=Act(actor, self.at))
        return self.as_it_is()

    # What the director decides: disputes, points awarded, its link

    @act(
        SettleInput,
        SubmissionSerializer,
        example={"number": 3, "choose": 312, "reason": "Both sides counted again."},
        rules=True,
    )
    @action(detail=True, methods=["post"], write_permission="results.settle_dispute")
    def settle(self, request: Request, **_address: Any) -> Response:
        """Settle the dispute about a deal: one submission holds, or the director's numbers do."""
        data = self.read(SettleInput)
        choose = data.pop("choose", None)
        settled = results.settle(
            table=self.table,
            choose=None if choose is None else submission_of(self.table, choose, "choose"),
            by=self.by,
            key=self.key_if_sent(),
            **data,
        )
        return self.answer_submission(settled)

    @act(
        AwardInput,
        TableDetailSerializer,
        example={"points": [250, 250], "reason": "The table was called away."},
    )
    @action(detail=True, methods=["post"], write_permission="results.award_table")
    def award(self, request: Request, **_address: Any) -> Response:
        """Give each side points instead of what was played; null takes an award back."""
        data = self.read(AwardInput)
        results.award(table=self.table, by=self.by, **data)
        return self.as_it_is()

    @act(
        ForfeitInput,
        TableDetailSerializer,
        example={"absent": [1], "reason": "They rang: the car would not start."},
    )
    @action(detail=True, methods=["post"], write_permission="results.award_table")
    def forfeit(self, request: Request, **_address: Any) -> Response:
        """Say which side did not come, or both; null takes it back: they played after all."""
        data = self.read(ForfeitInput)
        results.forfeit(table=self.table, by=self.by, **data)
        return self.as_it_is()

    @act(
        DecideInput,
        TableDetailSerializer,
        example={"side": 1, "reason": "They cut for it.", "by_lot": True},
    )
    @action(detail=True, methods=["post"], write_permission="results.award_table")
    def decide(self, request: Request, **_address: Any) -> Response:
        """Say which side won a table that ended level; null takes the decision back."""
        data = self.read(DecideInput)
        results.decide_level(table=self.table, by=self.by, **data)
        return self.as_it_is()

    @reads("tables_link", TAG, LinkSerializer, by=ACCOUNT)
    @action(
        detail=True,
        read_permission="rounds.view_link",
        # the link writes at its table: to be given it takes more than reading
        token_scopes={"GET": Scope.SCORE},
    )
    def link(self, request: Request, **_address: Any) -> Response:
        """The present link of a table, for those who run the round."""
        return Response(LinkSerializer(self.table).data)

    @act(None, LinkSerializer, once=False)
    @action(
        detail=True,
        methods=["post"],
        url_path="renew-link",
        url_name="renew_link",
        write_permission="rounds.renew_link",
    )
    def renew_link(self, request: Request, **_address: Any) -> Response:
        """Make every link given out for a table worthless, and get the new one."""
        renewed = rounds.renew_links(table=self.table, by=self.by)
        return Response(LinkSerializer(renewed).data)
