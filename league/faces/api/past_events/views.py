"""Past events: final standings from before the club used this site."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import club_at, get_or_404, sees_full_names
from league.faces.api.answers import NumberField
from league.faces.api.api_view import ApiView
from league.faces.api.filters import PastEventFilter, filtered
from league.faces.api.schema import lists, reads, writes
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


class PastEventList(ApiView):
    @lists("past_events_list", TAG, PastEventSerializer, filters=PastEventFilter)
    def get(self, request: Request, club: str) -> Response:
        """The events that a club brought along, the latest first."""
        rows = filtered(request, past_events_of(club_at(club)), PastEventFilter)
        return self.listed(rows, PastEventSerializer)


class PastEventView(ApiView):
    @reads("past_events_read", TAG, PastEventSerializer)
    def get(self, request: Request, club: str, past_event: int) -> Response:
        """An event that a club brought along; `places` has its final standings."""
        found = get_or_404(past_events_of(club_at(club)), pk=past_event)
        return Response(PastEventSerializer(found).data)

    @writes("past_events_remove", TAG, None, None, status=204)
    def delete(self, request: Request, club: str, past_event: int) -> Response:
        """Remove a past event; it can be imported again from its file."""
        found = club_at(club)
        self.need("past_events.change_past_event", found)
        event = get_or_404(found.past_events.all(), pk=past_event)
        remove_past_event(event=event, by=self.by)
        return Response(status=204)


class PastPlaces(ApiView):
    @lists("past_events_places", TAG, PastPlaceSerializer)
    def get(self, request: Request, club: str, past_event: int) -> Response:
        """The final standings of a past event as they were given, best first."""
        found = club_at(club)
        event = get_or_404(found.past_events.all(), pk=past_event)
        places = places_of(event, full=sees_full_names(request, found))
        return self.listed(places, PastPlaceSerializer)
