"""Stages and who goes through to them as programs see them, and the shapes of what is sent."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.faces.api.answers import EntryNameField, IdField, NumberField
from league.faces.api.inputs import OptionValues
from league.play.events.models import Qualifying, Stage, StageEntry, Takes
from league.play.rounds.drawing.qualifying import LOT, PLAY_OFF, Decision


class StageChangeInput(serializers.Serializer[Any]):
    """A stage's format with its options (`/api/v1/formats` has them), and how many rounds."""

    name = serializers.CharField(max_length=80, required=False, allow_blank=True)
    format = serializers.CharField(max_length=40, required=False)
    options = OptionValues(
        required=False, help_text="By name, as the format describes them in `/api/v1/formats`."
    )
    rounds_planned = serializers.IntegerField(
        min_value=1, max_value=1_000, required=False, allow_null=True
    )


class StageInput(StageChangeInput):
    format = serializers.CharField(max_length=40)


class DecidedTieSerializer(serializers.Serializer[Any]):
    group = serializers.CharField(allow_blank=True)
    level = serializers.ListField(child=serializers.IntegerField())
    places = serializers.IntegerField()
    by = serializers.ChoiceField(choices=[LOT, PLAY_OFF])
    through = serializers.ListField(child=serializers.IntegerField())
    seed = serializers.IntegerField(allow_null=True)


class QualifyingSerializer(serializers.ModelSerializer[Qualifying]):
    """Who goes through to a stage. `ties` are those that had to be decided when it was filled."""

    source = serializers.IntegerField(source="source_id")  # type: ignore[assignment]
    ties = serializers.SerializerMethodField()

    class Meta:
        model = Qualifying
        fields = ["source", "takes", "places", "carried_percent", "lot_seed", "filled_at", "ties"]
        read_only_fields = fields

    @extend_schema_field(DecidedTieSerializer(many=True))
    def get_ties(self, qualifying: Qualifying) -> list[dict[str, Any]]:
        return list(qualifying.filling.get("ties", []))


class QualifyingInput(serializers.Serializer[Any]):
    """`source` is the id of the stage before; `places` are for `top` and `of_groups` only."""

    source = serializers.IntegerField(min_value=1, required=False)  # type: ignore[assignment]
    takes = serializers.ChoiceField(choices=Takes.choices, required=False)
    places = serializers.IntegerField(
        min_value=1, max_value=10_000, required=False, allow_null=True
    )
    carried_percent = serializers.IntegerField(min_value=0, max_value=100, required=False)


class NewStageInput(QualifyingInput, StageInput):
    """A stage after the last one; left out, everybody goes on to it and nothing is carried over."""


class StageAndQualifyingInput(QualifyingInput, StageChangeInput):
    """What is left out stays. A stage that follows keeps its format: remove it and add another."""


class DecisionInput(serializers.Serializer[Any]):
    """How a tie is decided: `best_first` are the entries that won the play-off."""

    group = serializers.CharField(max_length=20, required=False, allow_blank=True, default="")
    by = serializers.ChoiceField(choices=[LOT, PLAY_OFF])
    best_first = serializers.ListField(
        child=serializers.IntegerField(min_value=1), max_length=10_000, required=False, default=list
    )


class FillInput(serializers.Serializer[Any]):
    """`expected_digest` is that of the filling looked at; `decisions` one for each open tie.

    `even_unfinished`: go on without results that are missing or not confirmed.
    """

    expected_digest = serializers.CharField(max_length=64, required=False)
    decisions = serializers.ListField(
        child=DecisionInput(), max_length=30, required=False, default=list
    )
    even_unfinished = serializers.BooleanField(required=False, default=False)


def decisions_of(data: list[dict[str, Any]]) -> dict[str, Decision]:
    """Return the decisions as the service takes them, by group."""
    return {
        decision["group"]: Decision(decision["by"], tuple(map(str, decision.get("best_first", []))))
        for decision in data
    }


class QualifierSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField(source="entry.pk")
    name = EntryNameField(source="entry")
    seed = serializers.IntegerField()
    points = NumberField()
    carried = NumberField()


class TieSerializer(serializers.Serializer[Any]):
    """A tie for the last places; `by` is null while it is open."""

    group = serializers.CharField(source="tie.group", allow_blank=True)
    level = serializers.ListField(child=IdField())
    places = serializers.IntegerField(source="tie.places")
    by = serializers.ChoiceField(source="tie.by", choices=[LOT, PLAY_OFF], allow_null=True)
    through = serializers.ListField(child=IdField())
    message = serializers.CharField(source="sentence")


class FillingSerializer(serializers.Serializer[Any]):
    """Who goes through as things stand. `waits_for`: what is not played or confirmed, or ""."""

    after_round = serializers.IntegerField()
    through = QualifierSerializer(source="qualifiers", many=True)
    ties = TieSerializer(many=True)
    waits_for = serializers.CharField(allow_blank=True)
    has_begun = serializers.BooleanField()
    is_as_filled = serializers.BooleanField()
    coming = serializers.ListField(child=IdField())
    leaving = serializers.ListField(child=IdField())
    expected_digest = serializers.CharField(source="digest")


class StageEntrySerializer(serializers.ModelSerializer[StageEntry]):
    """An entry in a stage: its seed there, its group, and what it carries over."""

    entry = serializers.IntegerField(source="entry_id")

    class Meta:
        model = StageEntry
        fields = ["entry", "seed", "group", "carried_points", "from_round"]
        read_only_fields = fields


class GroupInput(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=20)
    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1), max_length=10_000, allow_empty=True
    )


class GroupsInput(serializers.Serializer[Any]):
    """The entries of the groups that are to change; whoever is not named stays."""

    groups = serializers.ListField(child=GroupInput(), min_length=1, max_length=26)

    def validate_groups(self, groups: list[dict[str, Any]]) -> list[dict[str, Any]]:
        named = [entry for group in groups for entry in group["entries"]]
        if len(named) > len(set(named)):
            raise serializers.ValidationError(_("Name each entry in one group only."))
        return groups


class StageSerializer(serializers.ModelSerializer[Stage]):
    """A stage; `qualifying` says who goes through to one that follows, of a first one it is null.

    Reads `stage.qualifying`, which `with_qualifying` fetches along.
    """

    event = serializers.IntegerField(source="event_id", read_only=True)
    options = OptionValues(read_only=True)
    qualifying = serializers.SerializerMethodField()

    class Meta:
        model = Stage
        fields = [
            *("id", "event", "number", "name", "format", "options", "rounds_planned"),
            "qualifying",
        ]
        read_only_fields = fields

    @extend_schema_field(QualifyingSerializer(allow_null=True))
    def get_qualifying(self, stage: Stage) -> Any:
        qualifying = getattr(stage, "qualifying", None)
        return None if qualifying is None else QualifyingSerializer(qualifying).data


def with_qualifying(stages: "QuerySet[Stage]") -> "QuerySet[Stage]":
    """Return the stages in their order, ready to be shown."""
    return stages.select_related("qualifying").order_by("number")
