"""The formats in which stages can be drawn, with all that a stage of each may choose."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.services import render_sentence
from league.faces.api.answers import InWordsField
from league.faces.api.doors.views import TAG, OpenView
from league.faces.api.inputs import OptionValueOrNone
from league.faces.api.rules.serializers import ChoiceSerializer
from league.faces.api.schema import lists
from league.play.rounds.drawing import FORMATS
from league.play.rounds.drawing.option import FormatOption


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
    @lists("formats_list", TAG, FormatSerializer)
    def get(self, request: Request) -> Response:
        """The formats, and the options that a stage of each may have."""
        return self.listed([*FORMATS.values()], FormatSerializer)
