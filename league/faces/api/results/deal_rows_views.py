"""Deals of several tables of an event entered at once, as a scorer."""

from typing import Any
from uuid import UUID, uuid5

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import event_at
from league.faces.api.api_view import ApiView
from league.faces.api.results.deal_views import EXAMPLE_SUMMARY
from league.faces.api.results.serializers import DealInput, ShortSubmissionSerializer
from league.faces.api.schema import writes
from league.play.results import services as results
from league.play.results.services import MOST_DEALS_AT_ONCE, TableDeal

TAG = "tables"


class TableDealInput(DealInput):
    """A deal with the id of its table."""

    table = serializers.IntegerField(min_value=1)


class DealsInput(serializers.Serializer[Any]):
    deals = serializers.ListField(
        child=TableDealInput(), min_length=1, max_length=MOST_DEALS_AT_ONCE
    )


class EnteredSerializer(ShortSubmissionSerializer):
    table = serializers.IntegerField(source="table_id")


class EnterDeals(ApiView):
    @writes(
        "results_write",
        TAG,
        DealsInput,
        EnteredSerializer(many=True),
        status=201,
        keyed=True,
        rules=True,
        example={"deals": [{"table": 12, "number": 1, "data": EXAMPLE_SUMMARY}]},
    )
    def post(self, request: Request, event: int) -> Response:
        """Enter up to 200 deals of an event's tables at once; they count as confirmed.

        All are entered, or none: then `rows` has every reason with the `index` of its row.
        """
        found = event_at(request, event)
        self.need("results.enter_deals_of_event", found)
        sent = self.read(DealsInput)["deals"]
        deals = [_deal(self.key(), place, row) for place, row in enumerate(sent)]
        entered = results.enter_deals(event=found, deals=deals, actor=self.actor, at=self.at)
        return Response(EnteredSerializer(entered, many=True).data, status=201)


def _deal(key: UUID, place: int, row: dict[str, Any]) -> TableDeal:
    """Return the deal under a key of its own, which follows from that of the request."""
    return TableDeal(
        table=row["table"],
        number=row.get("number"),
        data=row["data"],
        key=uuid5(key, f"{place}.{row['table']}"),
    )
