"""The formats in which stages can be drawn, with all there is to choose."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.schema import reads
from league.api.serializers.formats import FormatSerializer, format_as_json
from league.api.views.doors import TAG, Door
from league.rounds.drawing import FORMATS


class FormatList(Door):
    @reads("formats_list", TAG, serializers.ListSerializer(child=FormatSerializer()))
    def get(self, request: Request) -> Response:
        """The formats, and the options that a stage of each may have."""
        return Response([format_as_json(format) for format in FORMATS.values()])
