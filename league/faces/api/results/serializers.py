"""Sheets of tables and their deals as programs see them, and the shapes of what is sent."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games import services as games
from games.engine.result import ScoreLine
from games.models import Deal
from league.faces.api.inputs import DealData, NeededReasonInput, OptionValues
from league.faces.api.rounds.table_rows import TableSerializer
from league.play.results.deal_words import Names
from league.play.results.models import Dispute, Submission, SubmissionState


class ShortSubmissionSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=SubmissionState.choices)
    by_side = serializers.IntegerField(allow_null=True, help_text="Null: the director entered it.")
    form = serializers.ChoiceField(choices=Deal.Form.choices)
    dealer = serializers.IntegerField(allow_null=True)
    score = serializers.ListField(child=serializers.IntegerField())
    made = serializers.BooleanField(allow_null=True)
    submitted_at = serializers.DateTimeField()
    confirmed_at = serializers.DateTimeField(allow_null=True)


def short_submission_as_json(submission: Submission) -> dict[str, Any]:
    deal = submission.deal
    return {
        "id": submission.pk,
        "number": submission.number,
        "state": submission.state,
        "by_side": submission.by_side,
        "form": deal.form,
        "dealer": deal.data.get("dealer"),
        "score": deal.score,
        "made": deal.made,
        "submitted_at": submission.submitted_at,
        "confirmed_at": submission.confirmed_at,
    }


class LineSerializer(serializers.Serializer[Any]):
    side = serializers.IntegerField()
    points = serializers.IntegerField()
    code = serializers.CharField()
    text = serializers.CharField()


class DisputeSerializer(serializers.Serializer[Any]):
    by_side = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    rival = serializers.IntegerField(allow_null=True)
    opened_at = serializers.DateTimeField()


class SubmissionSerializer(ShortSubmissionSerializer):
    """`data` is the summary form or the full record as it was sent."""

    table = serializers.IntegerField()
    variant = serializers.CharField()
    preset = serializers.CharField()
    options = OptionValues()
    players = serializers.IntegerField()
    data = DealData()  # type: ignore[assignment]
    lines = LineSerializer(many=True)
    disputes = DisputeSerializer(many=True, help_text="Those that are open.")
    replaces = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)


def submission_as_json(
    submission: Submission, names: Names, *, disputes: list[Dispute], reason: bool
) -> dict[str, Any]:
    """Return the whole of a submission; reasons that people gave only where `reason` is true."""
    deal = submission.deal
    return short_submission_as_json(submission) | {
        "table": submission.table_id,
        "variant": deal.variant,
        "preset": deal.preset,
        "options": deal.options,
        "players": deal.players,
        "data": deal.data,
        "lines": lines_as_json(games.lines_of(deal), names),
        "disputes": [
            {
                "by_side": dispute.by_side,
                "reason": dispute.reason if reason else "",
                "rival": dispute.rival_id,
                "opened_at": dispute.opened_at,
            }
            for dispute in disputes
        ],
        "replaces": submission.replaces_id,
        "reason": submission.reason if reason else "",
    }


def lines_as_json(lines: Iterable[ScoreLine], names: Names) -> list[dict[str, Any]]:
    return [
        {
            "side": line.side,
            "points": line.points,
            "code": line.code,
            "text": games.in_words(line.sentence, names.seats, names.sides),
        }
        for line in lines
    ]


class SheetRowSerializer(ShortSubmissionSerializer):
    running = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Totals by side after this deal; empty after a deal that is not shown.",
    )


class TableDetailSerializer(TableSerializer):
    event = serializers.IntegerField()
    award_reason = serializers.CharField()
    reasons = serializers.ListField(child=serializers.CharField())
    next_deal = serializers.IntegerField()
    next_dealer = serializers.IntegerField()
    sheet = SheetRowSerializer(many=True)


class LinkSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(help_text="For `Authorization: Table <token>`.")
    url = serializers.CharField(help_text="The address of the table's page.")


class DealInput(serializers.Serializer[Any]):
    """A deal: a summary form or a full record. The dealer may be left out: it is known."""

    data = DealData()  # type: ignore[assignment]
    number = serializers.IntegerField(
        min_value=1, max_value=10_000, required=False, help_text="Left out: the next deal."
    )


class SideInput(serializers.Serializer[Any]):
    side = serializers.IntegerField(min_value=0, max_value=7)


class PreviewInput(DealInput):
    """What `submit` takes; the preview is the same for every side."""

    side = serializers.IntegerField(min_value=0, max_value=7, required=False)


class SubmitInput(DealInput, SideInput):
    """A deal as one side submits it."""


class ConfirmInput(serializers.Serializer[Any]):
    """Without `submissions` all that wait; without `side` for everybody, as a scorer."""

    side = serializers.IntegerField(min_value=0, max_value=7, required=False)
    submissions = serializers.ListField(
        child=serializers.IntegerField(min_value=1), max_length=200, required=False
    )


class TakeBackInput(SideInput):
    submission = serializers.IntegerField(min_value=1, required=False)


class EndInput(serializers.Serializer[Any]):
    """Without `side` as the director."""

    side = serializers.IntegerField(min_value=0, max_value=7, required=False)


class SettleInput(NeededReasonInput):
    """Exactly one of `choose` (a submission that holds) and `data` (what is right)."""

    number = serializers.IntegerField(min_value=1, max_value=10_000)
    choose = serializers.IntegerField(min_value=1, required=False)
    data = DealData(required=False)  # type: ignore[assignment]

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("choose" in attrs) == ("data" in attrs):
            raise serializers.ValidationError(
                _("Choose one of the scores sent, or send a new one, not both."),
                code="one_of_two",
            )
        return attrs


class AwardInput(NeededReasonInput):
    points = serializers.ListField(
        child=serializers.FloatField(), min_length=2, max_length=8, allow_null=True
    )


class ForfeitInput(serializers.Serializer[Any]):
    absent = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=1),
        min_length=1,
        max_length=2,
        allow_null=True,
        help_text="The side that did not come, or both; null takes it back.",
    )
    reason = serializers.CharField(max_length=300, required=False, allow_blank=True)


class DecideInput(NeededReasonInput):
    side = serializers.IntegerField(min_value=0, max_value=7, allow_null=True)
    by_lot = serializers.BooleanField(
        default=False, help_text="Whether it was a lot that decided: the bracket then says so."
    )


class DisputeInput(SideInput, NeededReasonInput):
    """A side says that a deal is wrong, and why."""


class CorrectInput(NeededReasonInput):
    data = DealData()  # type: ignore[assignment]


class ConfirmedSerializer(serializers.Serializer[Any]):
    confirmed = serializers.ListField(child=serializers.IntegerField())


class PreviewSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    score = serializers.ListField(child=serializers.IntegerField())
    made = serializers.BooleanField(allow_null=True)
    lines = LineSerializer(many=True)
    running = serializers.ListField(child=serializers.IntegerField())
