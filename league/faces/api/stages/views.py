"""Stages of an event, and the formats there are."""

import secrets
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.services import render_sentence
from league.faces.api.access import event_at, sees_full_names, stage_at
from league.faces.api.answers import InWordsField
from league.faces.api.api_view import ApiView
from league.faces.api.doors.views import TAG as DOORS_TAG
from league.faces.api.doors.views import OpenView
from league.faces.api.inputs import OptionValueOrNone
from league.faces.api.rules.serializers import ChoiceSerializer
from league.faces.api.schema import ACCOUNT, lists, reads, writes
from league.faces.api.stages.serializers import (
    FillingSerializer,
    FillInput,
    GroupsInput,
    NewStageInput,
    StageAndQualifyingInput,
    StageEntrySerializer,
    StageSerializer,
    decisions_of,
    with_qualifying,
)
from league.play.events import services as events
from league.play.events.models import Event, Stage, StageEntry
from league.play.rounds import services as rounds
from league.play.rounds.drawing import FORMATS
from league.play.rounds.drawing.stage_options import FormatOption
from league.tables.standings.qualifying import FillPreview, preview_filling
from league.tables.standings.services import fill_stage

# --- The stages of events: added, changed, filled from one another, put into groups, removed ---

TAG = "events"
QUALIFYING = ("source", "takes", "places", "carried_percent")


class StageList(ApiView):
    @lists("stages_list", TAG, StageSerializer)
    def get(self, request: Request, event: int) -> Response:
        """The stages of an event in their order, with who goes through to them."""
        stages = with_qualifying(event_at(request, event).stages.all())
        return self.listed(stages, StageSerializer)

    @writes(
        "stages_add",
        TAG,
        NewStageInput,
        StageSerializer,
        status=201,
        made_at="stages/{id}",
        example={"format": "knockout", "name": "Finals", "takes": "top", "places": 4},
    )
    def post(self, request: Request, event: int) -> Response:
        """Add a stage after the last one, while the event is not over.

        The seed of its lots is drawn now, before anybody can know of a tie.
        """
        found = event_at(request, event)
        self.need("events.change_event", found)
        stage = events.add_stage(
            event=found,
            **_with_source(found, self.read(NewStageInput)),
            lot_seed=secrets.randbelow(2**31),
            by=self.by,
        )
        return Response(StageSerializer(stage).data, status=201)


class StageView(ApiView):
    @reads("stages_read", TAG, StageSerializer)
    def get(self, request: Request, stage: int) -> Response:
        """A stage of an event."""
        return Response(StageSerializer(stage_at(request, stage)).data)

    @writes(
        "stages_change",
        TAG,
        StageAndQualifyingInput,
        StageSerializer,
        example={"rounds_planned": 8},
        versioned=True,
    )
    def patch(self, request: Request, stage: int) -> Response:
        """Change a stage: its rounds until the event is over, the rest until the stage begins.

        A changed format throws away what was drawn and not yet opened.
        """
        found = stage_at(request, stage)
        self.need("events.change_event", found.event)
        data = _with_source(found.event, self.read(StageAndQualifyingInput))
        qualifying = {name: data.pop(name) for name in QUALIFYING if name in data}
        events.change_stage_and_qualifying(
            stage=found, changes=data, qualifying=qualifying, by=self.by
        )
        return Response(StageSerializer(stage_at(request, stage)).data)

    @writes("stages_remove", TAG, None, None, status=204, versioned=True)
    def delete(self, request: Request, stage: int) -> Response:
        """Take away a stage that follows another, while it has not begun."""
        found = stage_at(request, stage)
        self.need("events.change_event", found.event)
        events.remove_stage(stage=found, by=self.by)
        return Response(status=204)


class Filling(ApiView):
    @reads("stages_filling", TAG, FillingSerializer, by=ACCOUNT, refused=True)
    def get(self, request: Request, stage: int) -> Response:
        """Who goes through to a stage as things stand, and who is level; nothing is written."""
        found = stage_at(request, stage)
        self.need("rounds.draw_round", found)
        return _filling(request, found, preview_filling(found))

    @writes(
        "stages_fill",
        TAG,
        FillInput,
        FillingSerializer,
        as_read=False,
        example={"decisions": [{"by": "lot"}]},
    )
    def post(self, request: Request, stage: int) -> Response:
        """Put those who go through into the stage; asked for twice it is done once.

        Filled again after a correction, it throws away a draw that nobody has seen.
        """
        found = stage_at(request, stage)
        self.need("rounds.draw_round", found)
        data = self.read(FillInput)
        filled = fill_stage(
            stage=found,
            expected_digest=data.get("expected_digest"),
            decisions=decisions_of(data["decisions"]),
            even_unfinished=data["even_unfinished"],
            by=self.by,
        )
        return _filling(request, found, filled)


class StageEntryList(ApiView):
    @lists("stages_entries", TAG, StageEntrySerializer)
    def get(self, request: Request, stage: int) -> Response:
        """Who plays in a stage, by seed: the group, and the points carried over."""
        rows = StageEntry.objects.filter(stage=stage_at(request, stage))
        return self.listed(
            rows.order_by("seed", "entry__number"),
            StageEntrySerializer,
        )


class Groups(ApiView):
    version_of = StageEntryList

    @writes(
        "stages_groups",
        TAG,
        GroupsInput,
        None,
        status=204,
        example={"groups": [{"name": "A", "entries": [4, 7]}]},
        versioned=True,
    )
    def post(self, request: Request, stage: int) -> Response:
        """Put entries of a stage into other groups, before it begins."""
        found = stage_at(request, stage)
        self.need("rounds.draw_round", found)
        data = self.read(GroupsInput)["groups"]
        groups = {entry: group["name"] for group in data for entry in group["entries"]}
        rounds.put_into_groups(stage=found, groups=groups, by=self.by)
        return Response(status=204)


def _filling(request: Request, stage: Stage, preview: FillPreview) -> Response:
    full = sees_full_names(request, stage.event.club)
    return Response(FillingSerializer(preview, context={"full": full}).data)


def _with_source(event: Event, data: dict[str, Any]) -> dict[str, Any]:
    """Return `data` with the stage itself for its id."""
    if "source" not in data:
        return data
    source = event.stages.filter(pk=data["source"]).first()
    if source is None:
        sentence = _("The event has no stage %(number)d; see the list of its stages.")
        raise ValidationError({"source": sentence % {"number": data["source"]}}, code="unknown")
    return data | {"source": source}


# --- The formats in which stages can be drawn, with all that a stage of each may choose ---


class FormatOptionSerializer(serializers.Serializer[Any]):
    """`choices` or `minimum` and `maximum` say which values there are; else it is true or false."""

    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    help = serializers.CharField()
    default = OptionValueOrNone(help_text="Null: the format decides.")
    choices = ChoiceSerializer(many=True)
    minimum = serializers.IntegerField(allow_null=True)
    maximum = serializers.IntegerField(allow_null=True)

    def to_representation(self, instance: FormatOption) -> dict[str, Any]:
        minimum, maximum = instance.numbers or (None, None)
        return {
            "name": instance.name,
            "label": render_sentence(instance.label),
            "help": render_sentence(instance.help),
            "default": instance.default,
            "choices": self.fields["choices"].to_representation(instance.choices),
            "minimum": minimum,
            "maximum": maximum,
        }


class FormatSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    label = InWordsField()  # type: ignore[assignment]
    help = InWordsField()
    all_at_once = serializers.BooleanField(help_text="All rounds are known from the start.")
    who = serializers.ChoiceField(
        choices=["sides", "alone", "partners"],
        help_text="Entries that meet; single players alone; single players whom it gives partners.",
    )
    results = serializers.ChoiceField(
        choices=["none", "wished", "needed"],
        help_text="Whether a round is drawn from the results of the one before.",
    )
    options = FormatOptionSerializer(
        source="stage_options", many=True, help_text="What `options` of a stage may hold."
    )


class FormatList(OpenView):
    @lists("formats_list", DOORS_TAG, FormatSerializer)
    def get(self, request: Request) -> Response:
        """The formats, and the options that a stage of each may have."""
        return self.listed([*FORMATS.values()], FormatSerializer)
