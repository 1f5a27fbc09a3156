"""Deals as they were submitted: read, disputed by a side, corrected or struck out by a scorer."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import scores, sees_full_names, submission_at
from league.faces.api.api_view import ApiView
from league.faces.api.authentication import table_link
from league.faces.api.inputs import NeededReasonInput
from league.faces.api.results.serializers import (
    CorrectInput,
    DisputeInput,
    SubmissionSerializer,
)
from league.faces.api.schema import TABLE, reads, writes
from league.play.results import services as results
from league.play.results.deal_words import Names
from league.play.results.models import Submission
from league.play.rounds.models import Table
from league.play.rounds.selectors import load_names

TAG = "deals"


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
    @reads("deals_read", TAG, SubmissionSerializer)
    def get(self, request: Request, submission: int) -> Response:
        """A deal as it was submitted: its score with reasons, and the record when it is one."""
        return self.answer(request, submission_at(request, submission))


class DisputeDeal(SubmissionBase):
    @writes(
        "deals_dispute",
        TAG,
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
        results.dispute(submission=found, actor=actor, at=self.at, key=self.key_if_sent(), **data)
        return self.answer(request, found)


class CorrectDeal(SubmissionBase):
    version_of = SubmissionView

    @writes(
        "deals_correct",
        TAG,
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
        corrected = results.correct(
            submission=found, actor=self.actor, at=self.at, key=self.key_if_sent(), **data
        )
        return self.answer(request, corrected)


class VoidDeal(SubmissionBase):
    version_of = SubmissionView

    @writes(
        "deals_void",
        TAG,
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
        struck = results.void(submission=found, actor=self.actor, at=self.at, **data)
        return self.answer(request, struck)
