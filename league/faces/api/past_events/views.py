"""Past events: final standings from before the club used this site."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import get_or_404
from league.faces.api.answers import NumberField
from league.faces.api.filters import PastEventFilter
from league.faces.api.resources import ClubResource
from league.faces.api.schema import lists
from league.tables.past_events.models import PastEvent
from league.tables.past_events.selectors import past_events_of, places_of
from league.tables.past_events.services import remove_past_event

TAG = "past events"


class PastEventSerializer(serializers.ModelSerializer[PastEvent]):
    season = serializers.SlugRelatedField[Any](slug_field="slug", read_only=True, allow_null=True)

    class Meta:
        model = PastEvent
        fields = ["id", "name", "starts_on", "season", "game", "source", "imported_at"]
        read_only_fields = fields


class PastPlaceSerializer(serializers.Serializer[Any]):
    """A line of final standings; `players` are the ids of those whom the club has."""

    rank = serializers.IntegerField()
    tied = serializers.BooleanField(source="is_tied")
    name = serializers.CharField()
    members = serializers.CharField(help_text="Of a team.")
    points = NumberField(allow_null=True)
    players = serializers.ListField(child=serializers.IntegerField())


class PastEventViewSet(ListModelMixin, RetrieveModelMixin, ClubResource):
    """The events that a club brought along, the latest first."""

    tag, operations = TAG, "past_events"
    about_one = "An event that a club brought along; `places` has its final standings."
    serializer_class = PastEventSerializer
    filterset_class = PastEventFilter
    lookup_url_kwarg = "past_event"
    write_permission = "past_events.change_past_event"

    def get_queryset(self) -> "QuerySet[PastEvent]":
        return past_events_of(self.club)

    def destroy(self, request: Request, **_address: Any) -> Response:
        """Remove a past event; it can be imported again from its file."""
        remove_past_event(event=self.get_object(), by=self.by)
        return Response(status=204)

    @lists("past_events_places", TAG, PastPlaceSerializer)
    @action(detail=True)
    def places(self, request: Request, **_address: Any) -> Response:
        """The final standings of a past event as they were given, best first."""
        event = get_or_404(self.club.past_events.all(), pk=self.kwargs["past_event"])
        return self.listed(places_of(event, full=self.full), PastPlaceSerializer)
