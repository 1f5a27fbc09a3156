"""Many entries of an event at once."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import event_at
from league.faces.api.answers import FULL
from league.faces.api.api_view import ApiView
from league.faces.api.events.entry_serializers import EntryInput, EntrySerializer
from league.faces.api.schema import writes
from league.play.events import services as events
from league.play.events.selectors import entries_of
from league.play.events.services import MOST_ENTRIES_AT_ONCE, NewEntry

TAG = "entries"


class EntriesInput(serializers.Serializer[Any]):
    entries = serializers.ListField(
        child=EntryInput(), min_length=1, max_length=MOST_ENTRIES_AT_ONCE
    )


class AddEntries(ApiView):
    @writes(
        "entries_write",
        TAG,
        EntriesInput,
        EntrySerializer(many=True),
        status=201,
        example={"entries": [{"players": [17, 23]}, {"players": [8, 9], "name": "The Kings"}]},
    )
    def post(self, request: Request, event: int) -> Response:
        """Add up to 500 entries at once, and answer with them in the same order.

        All are entered, or none: then `rows` has every reason with the `index` of its row.
        """
        found = event_at(request, event)
        self.need("events.change_entries", found)
        rows = [NewEntry(**row) for row in self.read(EntriesInput)["entries"]]
        added = events.enter_many(event=found, rows=rows, actor=self.actor, at=self.at)
        fresh = entries_of(found).in_bulk([entry.pk for entry in added])
        entries = [fresh[entry.pk] for entry in added]
        return Response(EntrySerializer(entries, many=True, context=FULL).data, status=201)
