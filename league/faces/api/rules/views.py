"""The games that can be scored, with all there is to choose, and the codes of broken rules."""

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from games import services as games
from league.faces.api.doors.views import TAG, OpenView
from league.faces.api.rules.serializers import (
    RuleCodeGroupSerializer,
    VariantDetailSerializer,
    VariantSerializer,
)
from league.faces.api.schema import lists, reads


class VariantList(OpenView):
    @lists("variants_list", TAG, VariantSerializer)
    def get(self, request: Request) -> Response:
        """The games, with the numbers of players they are for."""
        return self.listed([*games.variants()], VariantSerializer)


class VariantView(OpenView):
    @reads("variants_read", TAG, VariantDetailSerializer)
    def get(self, request: Request, variant: str) -> Response:
        """A game: presets with rules in words, options, JSON Schemas of record and summary."""
        for info in games.variants():
            if info.id == variant:
                return Response(VariantDetailSerializer(info).data)
        raise Http404


class RuleCodeList(OpenView):
    @lists("rule_codes_list", TAG, RuleCodeGroupSerializer)
    def get(self, request: Request) -> Response:
        """Every code a refused deal can have, with what a scorer looks at, in all languages."""
        return self.listed([*games.code_groups()], RuleCodeGroupSerializer)
