"""Rounds as programs see them, and the shapes of what is sent to draw and change them."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.faces.api.answers import EntryNameField, IdField
from league.faces.api.inputs import MomentField, ReasonInput
from league.foundation.limits import check_year
from league.play.rounds.models import PlacementKind, Round, RoundState
from league.play.rounds.selectors import called_in, is_late, reasons_of, waiting_in
from league.play.rounds.without_table import Reason, changes_since, find_unseated


class RoundRows(serializers.ListSerializer[Any]):
    """Rounds with the names in their reasons, which are read for all of them."""

    def to_representation(self, data: Iterable[Round]) -> list[Any]:  # type: ignore[override]
        rounds = list(data)
        self.child.called = called_in(round.drawing.get("why", []) for round in rounds)  # type: ignore[union-attr]
        shown: list[Any] = super().to_representation(rounds)
        return shown


class RoundSerializer(serializers.ModelSerializer[Round]):
    called: Mapping[int, str] | None = None

    event = serializers.IntegerField(source="stage.event_id", read_only=True)
    stage = serializers.IntegerField(source="stage_id", read_only=True)
    is_late = serializers.SerializerMethodField()
    tables = serializers.IntegerField(source="tables_count", read_only=True)
    tables_confirmed = serializers.IntegerField(read_only=True)
    reasons = serializers.SerializerMethodField()

    class Meta:
        model = Round
        fields = [
            *("id", "event", "stage", "number", "state", "deadline", "is_late"),
            *("drawn_at", "opened_at", "closed_at", "version", "tables", "tables_confirmed"),
            "reasons",
        ]
        read_only_fields = fields
        list_serializer_class = RoundRows

    def get_is_late(self, round: Round) -> bool:
        return is_late(round, timezone.now())

    def get_reasons(self, round: Round) -> list[str]:
        return reasons_of(round.drawing.get("why", []), self.called)


class WaitingSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField(source="entry_id")
    name = EntryNameField(source="entry")
    kind = serializers.ChoiceField(
        choices=[choice for choice in PlacementKind.choices if choice[0] != PlacementKind.TABLE]
    )


class WithoutTableSerializer(serializers.Serializer[Any]):
    """Who takes part and has no place in the round, neither at a table nor resting."""

    entry = serializers.IntegerField(source="entry.pk")
    name = EntryNameField(source="entry")
    reason = serializers.ChoiceField(choices=[str(reason) for reason in Reason])


class StaleSerializer(serializers.Serializer[Any]):
    """Entries that came, or left, since the round was drawn; nothing once it was opened."""

    late = serializers.ListField(child=IdField())
    left = serializers.ListField(child=IdField())


class RoundDetailSerializer(RoundSerializer):
    """A round with those who have no table in it, and how good its draw is.

    `without_table` names those who have no place in it at all; `stale` says what has changed
    since it was drawn.
    """

    waiting = serializers.SerializerMethodField()
    without_table = serializers.SerializerMethodField()
    stale = serializers.SerializerMethodField()
    quality = serializers.SerializerMethodField()

    class Meta(RoundSerializer.Meta):
        fields = [*RoundSerializer.Meta.fields, "waiting", "without_table", "stale", "quality"]
        read_only_fields = fields

    @extend_schema_field(WaitingSerializer(many=True))
    def get_waiting(self, round: Round) -> Any:
        return WaitingSerializer(waiting_in(round), many=True, context=self.context).data

    @extend_schema_field(WithoutTableSerializer(many=True))
    def get_without_table(self, round: Round) -> Any:
        is_over = round.state == RoundState.CLOSED
        left = [] if is_over else find_unseated(round.stage.event, round)
        return WithoutTableSerializer(left, many=True, context=self.context).data

    @extend_schema_field(StaleSerializer)
    def get_stale(self, round: Round) -> Any:
        return StaleSerializer(changes_since(round)).data

    def get_quality(self, round: Round) -> dict[str, Any]:
        return dict(round.drawing.get("quality", {}))


class DrawInput(serializers.Serializer[Any]):
    """`number` is the round seen coming, `expected_version` the `entries_version` looked at.

    `even_unfinished`: draw without results that are missing or not confirmed, where that is
    possible; without it the draw is refused (`results_missing`).
    """

    number = serializers.IntegerField(min_value=1, max_value=1_000, required=False)
    expected_version = serializers.IntegerField(min_value=0, required=False)
    even_unfinished = serializers.BooleanField(required=False, default=False)


class RedrawInput(serializers.Serializer[Any]):
    """The same seed draws the same; without one it is chosen by lot."""

    seed = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False)


class DrawReasonSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    text = serializers.CharField()


class DrawnTableSerializer(serializers.Serializer[Any]):
    """A table as it would be drawn; entries are named by their ids, written as text."""

    table = serializers.IntegerField()
    seats = serializers.ListField(child=serializers.CharField(), required=False)
    sides = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    deals = serializers.ListField(child=serializers.IntegerField(), required=False)
    shared = serializers.BooleanField(required=False)
    why = DrawReasonSerializer(many=True)


class DrawnRoundSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    tables = DrawnTableSerializer(many=True)
    byes = serializers.ListField(child=serializers.CharField())
    sit_outs = serializers.ListField(child=serializers.CharField())
    why = DrawReasonSerializer(many=True, required=False)


class DrawPreviewSerializer(serializers.Serializer[Any]):
    rounds = DrawnRoundSerializer(many=True)
    quality = serializers.DictField()
    expected_version = serializers.IntegerField()


class OpenInput(serializers.Serializer[Any]):
    """`even_stale`: open it although somebody came or left since it was drawn."""

    even_stale = serializers.BooleanField(default=False)


class CloseInput(serializers.Serializer[Any]):
    even_unfinished = serializers.BooleanField(default=False)


class DeadlineInput(serializers.Serializer[Any]):
    deadline = MomentField(allow_null=True, validators=[check_year])


class ChangeInput(serializers.Serializer[Any]):
    """`swap` names two entries, `rest` one, `seat` one and a table, `meet` those of a new table.

    Where the draw makes partners, `meet` names them one after the other.
    """

    change = serializers.ChoiceField(choices=["swap", "meet", "rest", "seat"])
    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1), min_length=1, max_length=8
    )
    table = serializers.IntegerField(min_value=1, max_value=20_000, required=False)


class EditInput(ReasonInput):
    """With `preview` nothing is written. `expected_version` is the round's `version`."""

    changes = serializers.ListField(child=ChangeInput(), min_length=1, max_length=100)
    expected_version = serializers.IntegerField(min_value=1)
    preview = serializers.BooleanField(default=False)


class BreakSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField(source="sentence")
    table = serializers.IntegerField(allow_null=True)


class EditedSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    version = serializers.IntegerField()
    written = serializers.BooleanField()
    tables_changed = serializers.ListField(child=serializers.IntegerField())
    breaks = BreakSerializer(many=True)
