"""Stages of an event, and the formats there are."""

import secrets
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from games.services import render_sentence
from league.faces.api.access import event_at, sees_full_names, stage_at
from league.faces.api.answers import InWordsField
from league.faces.api.doors.views import TAG as DOORS_TAG
from league.faces.api.doors.views import OpenView
from league.faces.api.inputs import OptionValueOrNone
from league.faces.api.resources import StageResource
from league.faces.api.rules.serializers import ChoiceSerializer
from league.faces.api.schema import ACCOUNT, act, lists, reads
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


class StageViewSet(ListModelMixin, RetrieveModelMixin, StageResource):
    """The stages of an event in their order, with who goes through to them."""

    tag, operations = TAG, "stages"
    about_one = "A stage of an event."
    serializer_class = StageSerializer
    lookup_url_kwarg = "stage"
    write_permission = "events.change_event"

    @cached_property
    def owner(self) -> Model:
        return self.event

    @cached_property
    def event(self) -> Event:
        if "stage" in self.kwargs:
            return self.stage.event
        return event_at(self.request, self.kwargs["event"])

    def get_queryset(self) -> "QuerySet[Stage]":
        return with_qualifying(self.event.stages.all())

    def get_object(self) -> Stage:
        return self.stage

    @act(
        NewStageInput,
        StageSerializer,
        status=201,
        made_at="stages/{id}",
        example={"format": "knockout", "name": "Finals", "takes": "top", "places": 4},
    )
    def create(self, request: Request, **_address: Any) -> Response:
        """Add a stage after the last one, while the event is not over.

        The seed of its lots is drawn now, before anybody can know of a tie.
        """
        stage = events.add_stage(
            event=self.event,
            **_with_source(self.event, self.read(NewStageInput)),
            lot_seed=secrets.randbelow(2**31),
            by=self.by,
        )
        return self.answer(stage, 201)

    @act(
        StageAndQualifyingInput,
        StageSerializer,
        example={"rounds_planned": 8},
        versioned=True,
    )
    def partial_update(self, request: Request, **_address: Any) -> Response:
        """Change a stage: its rounds until the event is over, the rest until the stage begins.

        A changed format throws away what was drawn and not yet opened.
        """
        data = _with_source(self.event, self.read(StageAndQualifyingInput))
        qualifying = {name: data.pop(name) for name in QUALIFYING if name in data}
        events.change_stage_and_qualifying(
            stage=self.stage, changes=data, qualifying=qualifying, by=self.by
        )
        return self.answer(stage_at(request, self.stage.pk))

    @act(None, None, status=204, versioned=True)
    def destroy(self, request: Request, **_address: Any) -> Response:
        """Take away a stage that follows another, while it has not begun."""
        events.remove_stage(stage=self.stage, by=self.by)
        return Response(status=204)


class FillingViewSet(StageResource):
    tag, operations = TAG, "stages"
    read_permission = write_permission = "rounds.draw_round"

    @reads("stages_filling", TAG, FillingSerializer, by=ACCOUNT, refused=True)
    def retrieve(self, request: Request, **_address: Any) -> Response:
        """Who goes through to a stage as things stand, and who is level; nothing is written."""
        return self._shown(preview_filling(self.stage))

    @act(FillInput, FillingSerializer, as_read=False, example={"decisions": [{"by": "lot"}]})
    def fill(self, request: Request, **_address: Any) -> Response:
        """Put those who go through into the stage; asked for twice it is done once.

        Filled again after a correction, it throws away a draw that nobody has seen.
        """
        data = self.read(FillInput)
        filled = fill_stage(
            stage=self.stage,
            expected_digest=data.get("expected_digest"),
            decisions=decisions_of(data["decisions"]),
            even_unfinished=data["even_unfinished"],
            by=self.by,
        )
        return self._shown(filled)

    def _shown(self, preview: FillPreview) -> Response:
        context = {"full": sees_full_names(self.request, self.club)}
        return Response(FillingSerializer(preview, context=context).data)


class StageEntryViewSet(ListModelMixin, StageResource):
    """Who plays in a stage, by seed: the group, and the points carried over."""

    tag, operations = TAG, "stages"
    words = {"list": "entries"}
    serializer_class = StageEntrySerializer
    write_permission = "rounds.draw_round"

    def get_queryset(self) -> "QuerySet[StageEntry]":
        return StageEntry.objects.filter(stage=self.stage).order_by("seed", "entry__number")

    @act(
        GroupsInput,
        None,
        status=204,
        example={"groups": [{"name": "A", "entries": [4, 7]}]},
        versioned=True,
    )
    def groups(self, request: Request, **_address: Any) -> Response:
        """Put entries of a stage into other groups, before it begins."""
        data = self.read(GroupsInput)["groups"]
        groups = {entry: group["name"] for group in data for entry in group["entries"]}
        rounds.put_into_groups(stage=self.stage, groups=groups, by=self.by)
        return Response(status=204)

    def read_now(self, request: Request, kwargs: Mapping[str, Any]) -> Response:
        """Return the list, which is what `If-Match` is the version of."""
        self.action = "list"
        return self.list(request, **kwargs)


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
