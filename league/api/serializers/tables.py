"""Tables with seats, sides, results and sheets, and the shapes of what is sent to them."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from league.api.serializers.deals import ShortSubmissionSerializer
from league.results.models import TableState


class SideSerializer(serializers.Serializer[Any]):
    side = serializers.IntegerField()
    entries = serializers.ListField(child=serializers.IntegerField())
    name = serializers.CharField()
    points = serializers.FloatField(allow_null=True)
    won = serializers.BooleanField()


class SeatSerializer(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    side = serializers.IntegerField()
    player = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_null=True)
    is_substitute = serializers.BooleanField()
    stands_in_for = serializers.IntegerField(
        allow_null=True, help_text="The player a substitute stands in for; null: the seat was free."
    )


class TableSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    room = serializers.IntegerField(
        help_text="0: the only table of its match. A match of teams at two tables has one in the "
        "open room (1) and one in the closed room (2), where the sides are turned."
    )
    first_dealer = serializers.IntegerField()
    prepared_deals = serializers.ListField(
        child=serializers.IntegerField(), help_text="The prepared deals it plays, if there are any."
    )
    state = serializers.ChoiceField(choices=TableState.choices)
    sides = SideSerializer(many=True)
    seats = SeatSerializer(many=True)
    deals = serializers.IntegerField()
    deals_unconfirmed = serializers.IntegerField()
    is_complete = serializers.BooleanField()
    is_held_back = serializers.BooleanField(
        help_text="True while other tables have still to play a deal that this one has submitted: "
        "until then its points, its winner and those deals are shown to nobody but its players and "
        "those who run the event."
    )
    is_awarded = serializers.BooleanField()
    forfeit = serializers.ListField(
        child=serializers.IntegerField(), help_text="The sides that did not come, if any."
    )
    winner = serializers.IntegerField(allow_null=True)
    version = serializers.IntegerField()
    changed_at = serializers.DateTimeField(allow_null=True)


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

    data = serializers.DictField(allow_empty=False)  # type: ignore[assignment]
    number = serializers.IntegerField(
        min_value=1, max_value=10_000, required=False, help_text="Left out: the next deal."
    )


class SideInput(serializers.Serializer[Any]):
    side = serializers.IntegerField(min_value=0, max_value=7)


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


class NeededReasonInput(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=300)


class SettleInput(NeededReasonInput):
    """Exactly one of `choose` (a submission that holds) and `data` (what is right)."""

    number = serializers.IntegerField(min_value=1, max_value=10_000)
    choose = serializers.IntegerField(min_value=1, required=False)
    data = serializers.DictField(allow_empty=False, required=False)  # type: ignore[assignment]

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


class DisputeInput(SideInput, NeededReasonInput):
    """A side says that a deal is wrong, and why."""


class CorrectInput(NeededReasonInput):
    data = serializers.DictField(allow_empty=False)  # type: ignore[assignment]


class ConfirmedSerializer(serializers.Serializer[Any]):
    confirmed = serializers.ListField(child=serializers.IntegerField())


class PreviewSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    score = serializers.ListField(child=serializers.IntegerField())
    made = serializers.BooleanField(allow_null=True)
    lines = serializers.ListField(child=serializers.DictField())
    running = serializers.ListField(child=serializers.IntegerField())
