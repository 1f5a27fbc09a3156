"""The games that can be scored, with all there is to choose."""

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.services import variants
from league.api.schema import reads
from league.api.serializers.variants import (
    VariantDetailSerializer,
    VariantSerializer,
    variant_as_json,
    variant_detail,
)
from league.api.views.doors import TAG, Door


class VariantList(Door):
    @reads("variants_list", TAG, serializers.ListSerializer(child=VariantSerializer()))
    def get(self, request: Request) -> Response:
        """The games, with the numbers of players they are for."""
        return Response([variant_as_json(info) for info in variants()])


class VariantView(Door):
    @reads("variants_read", TAG, VariantDetailSerializer)
    def get(self, request: Request, variant: str) -> Response:
        """A game: presets with rules in words, options, JSON Schemas of record and summary."""
        for info in variants():
            if info.id == variant:
                return Response(variant_detail(info))
        raise Http404
