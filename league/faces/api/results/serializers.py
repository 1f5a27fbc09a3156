"""Sheets of tables and their deals as programs see them, and the shapes of what is sent."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games import services as games
from games.engine.result import ScoreLine
from games.models import Deal
from league.faces.api.inputs import DealData, NeededReasonInput, OptionValues
from league.faces.api.rounds.table_rows import TableSerializer
from league.play.results.deal_words import Names
from league.play.results.models import COUNTING, Dispute, Submission, SubmissionState
from league.play.results.sheet import read_sheet
from league.play.results.visible_results import running_shown
from league.play.rounds.links import link_of
from league.play.rounds.models import Table
from league.play.rounds.selectors import reasons_of


class ShortSubmissionSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=SubmissionState.choices)
    by_side = serializers.IntegerField(allow_null=True, help_text="Null: the director entered it.")
    form = serializers.ChoiceField(source="deal.form", choices=Deal.Form.choices)
    dealer = serializers.IntegerField(source="deal.data.dealer", allow_null=True)
    score = serializers.ListField(source="deal.score", child=serializers.IntegerField())
    made = serializers.BooleanField(source="deal.made", allow_null=True)
    submitted_at = serializers.DateTimeField()
    confirmed_at = serializers.DateTimeField(allow_null=True)


class LineSerializer(serializers.Serializer[Any]):
    side = serializers.IntegerField()
    points = serializers.IntegerField()
    code = serializers.CharField()
    text = serializers.SerializerMethodField()

    def get_text(self, line: ScoreLine) -> str:
        names: Names = self.context["names"]
        return games.render_sentence(line.sentence, names.seats, names.sides)


class DisputeSerializer(serializers.Serializer[Any]):
    by_side = serializers.IntegerField(allow_null=True)
    reason = serializers.SerializerMethodField()
    rival = serializers.IntegerField(source="rival_id", allow_null=True)
    opened_at = serializers.DateTimeField()

    def get_reason(self, dispute: Dispute) -> str:
        return dispute.reason if self.context["with_reasons"] else ""


class SubmissionSerializer(ShortSubmissionSerializer):
    """`data` is the summary form or the full record as it was sent."""

    table = serializers.IntegerField(source="table_id")
    variant = serializers.CharField(source="deal.variant")
    preset = serializers.CharField(source="deal.preset")
    options = OptionValues(source="deal.options")
    players = serializers.IntegerField(source="deal.players")
    data = DealData(source="deal.data")  # type: ignore[assignment]
    lines = serializers.SerializerMethodField()
    disputes = serializers.SerializerMethodField(help_text="Those that are open.")
    replaces = serializers.IntegerField(source="replaces_id", allow_null=True)
    reason = serializers.SerializerMethodField()

    @extend_schema_field(LineSerializer(many=True))
    def get_lines(self, submission: Submission) -> Any:
        lines = games.lines_of(submission.deal)
        return LineSerializer(lines, many=True, context=self.context).data

    @extend_schema_field(DisputeSerializer(many=True))
    def get_disputes(self, submission: Submission) -> Any:
        if submission.state in COUNTING:
            return []  # what counts has none
        rows = submission.disputes.filter(settled_at=None).order_by("id")
        return DisputeSerializer(rows, many=True, context=self.context).data

    def get_reason(self, submission: Submission) -> str:
        return submission.reason if self.context["with_reasons"] else ""


class SheetRowSerializer(ShortSubmissionSerializer):
    running = serializers.SerializerMethodField(
        help_text="Totals by side after this deal; empty after a deal that is not shown.",
    )

    def get_running(self, submission: Submission) -> list[int]:
        return list(self.context["running"].get(submission.pk, ()))


class TableDetailSerializer(TableSerializer):
    event = serializers.IntegerField()
    award_reason = serializers.CharField()
    reasons = serializers.ListField(child=serializers.CharField())
    next_deal = serializers.IntegerField()
    next_dealer = serializers.IntegerField()
    sheet = SheetRowSerializer(many=True)

    def to_representation(self, instance: Table) -> dict[str, Any]:
        (shown,) = TableSerializer([instance.pk], many=True, context=self.context).data
        instance.seat_count = len(shown["seats"])
        sheet = read_sheet(instance, with_replies=False)
        hidden = self.context["hidden"]().places(instance.pk)
        seen = [row for row in sheet.submissions if row.number not in hidden]
        running = {"running": running_shown(sheet, hidden)}
        result = getattr(instance, "result", None)
        detail: dict[str, Any] = shown | {
            "event": instance.round.stage.event_id,
            "award_reason": result.award_reason if result else "",
            "reasons": reasons_of(instance.why),
            "next_deal": sheet.next_number,
            "next_dealer": sheet.dealer_of(sheet.next_number),
            "sheet": SheetRowSerializer(seen, many=True, context=running).data,
        }
        return detail


class LinkSerializer(serializers.Serializer[Any]):
    token = serializers.SerializerMethodField(help_text="For `Authorization: Table <token>`.")
    url = serializers.SerializerMethodField(help_text="The address of the table's page.")

    def get_token(self, table: Table) -> str:
        return link_of(table)

    def get_url(self, table: Table) -> str:
        return settings.SITE_URL + reverse("table:page", args=[link_of(table)])


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
    score = serializers.ListField(source="result.score", child=serializers.IntegerField())
    made = serializers.BooleanField(source="result.made", allow_null=True)
    lines = LineSerializer(source="result.lines", many=True)
    running = serializers.ListField(child=serializers.IntegerField())
