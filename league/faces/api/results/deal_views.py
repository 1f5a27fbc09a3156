"""Deals of a table: entered by whoever runs the event, one or many at once."""

from typing import Any
from uuid import UUID, uuid5

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import event_at, table_at
from league.faces.api.api_view import ApiView
from league.faces.api.authentication import table_link
from league.faces.api.results.serializers import (
    ConfirmedSerializer,
    ConfirmInput,
    DealInput,
    PreviewInput,
    PreviewSerializer,
    ShortSubmissionSerializer,
    SubmissionSerializer,
    SubmitInput,
    TakeBackInput,
)
from league.faces.api.results.views import TAG, TableWrite, sees_table_names, submission_of
from league.faces.api.schema import TABLE, writes
from league.foundation.journal.actor import Act
from league.play.results import services as results
from league.play.results.deal_words import Names
from league.play.results.services import MOST_DEALS_AT_ONCE, TableDeal
from league.play.results.sheet import read_sheet
from league.play.rounds.models import Table
from league.play.rounds.selectors import load_names

# --- Deals of a table: what one would score, submitted by a side, entered, confirmed, taken back

EXAMPLE_SUMMARY = {
    "summary": {
        "bid": 60,
        "declarer": 1,
        "trump": "H",
        "melds": [12, 34],
        "outcome": "played",
        "last_trick": 0,
        "points": [18, 32],
    }
}


class PreviewDeal(ApiView):
    @writes(
        "tables_preview",
        TAG,
        PreviewInput,
        PreviewSerializer,
        example={"data": EXAMPLE_SUMMARY},
        once=False,
        by=TABLE,
        rules=True,
    )
    def post(self, request: Request, table: int) -> Response:
        """What a deal would score here; nothing is written."""
        found = table_at(request, table)
        if not self.may("results.enter_deal", found) and not self._plays(found):
            self.refuse()
        data = self.read(PreviewInput)
        load_names(found)
        preview = results.preview(
            sheet=read_sheet(found, with_replies=False),
            number=data.get("number"),
            data=data["data"],
            actor=None if table_link(request) is not None else self.actor,
        )
        names = Names(found, public=not sees_table_names(request, found))
        return Response(PreviewSerializer(preview, context={"names": names}).data)

    def _plays(self, table: Table) -> bool:
        link = table_link(self.request)
        if link is not None:
            return link.table.pk == table.pk
        return self.may("results.play_table", table)


class SubmitDeal(TableWrite):
    @writes(
        "tables_submit",
        TAG,
        SubmitInput,
        SubmissionSerializer,
        status=201,
        made_at="deals/{id}",
        keyed=True,
        example={"side": 0, "number": 3, "data": EXAMPLE_SUMMARY},
        by=TABLE,
        rules=True,
    )
    def post(self, request: Request, table: int) -> Response:
        """Submit a deal for a side, with the table's link or as a player of that side.

        The same numbers from another side confirm it; other numbers stand beside it as disputed
        until the director settles them.
        """
        found = table_at(request, table)
        self.need_a_player(found)
        data, key = self.read(SubmitInput), self.key()
        actor = self.player_at(found, data["side"])
        submission = results.submit(
            table=found,
            number=data.get("number"),
            data=data["data"],
            key=key,
            by_side=data["side"],
            by=Act(actor, self.at),
            device="api",
        )
        return self.answer_submission(request, found, submission, 201)


class EnterDeal(TableWrite):
    @writes(
        "tables_enter",
        TAG,
        DealInput,
        SubmissionSerializer,
        status=201,
        made_at="deals/{id}",
        keyed=True,
        example={"number": 3, "data": EXAMPLE_SUMMARY},
        rules=True,
    )
    def post(self, request: Request, table: int) -> Response:
        """Enter a deal as a scorer; it counts as confirmed."""
        found = table_at(request, table)
        self.need("results.enter_deal", found)
        data, key = self.read(DealInput), self.key()
        submission = results.enter(
            table=found,
            number=data.get("number"),
            data=data["data"],
            key=key,
            by=self.by,
        )
        return self.answer_submission(request, found, submission, 201)


class ConfirmDeals(ApiView):
    @writes(
        "tables_confirm",
        TAG,
        ConfirmInput,
        ConfirmedSerializer,
        example={"side": 1, "submissions": [311, 312]},
        by=TABLE,
    )
    def post(self, request: Request, table: int) -> Response:
        """Confirm deals for a side; a scorer leaves the side out and confirms for everybody."""
        found = table_at(request, table)
        if not self.may("results.confirm_deal", found):
            self.need_a_player(found)
        data = self.read(ConfirmInput)
        chosen = data.get("submissions")
        if "side" in data:
            confirmed = results.confirm(
                table=found,
                side=data["side"],
                submissions=chosen,
                by=Act(self.player_at(found, data["side"]), self.at),
                device="api",
            )
        else:
            self.need_side_or("results.confirm_deal", found)
            confirmed = results.confirm_for_all(table=found, submissions=chosen, by=self.by)
        return Response({"confirmed": [submission.pk for submission in confirmed]})


class TakeBack(TableWrite):
    @writes(
        "tables_take_back",
        TAG,
        TakeBackInput,
        SubmissionSerializer,
        example={"side": 0, "submission": 312},
        by=TABLE,
    )
    def post(self, request: Request, table: int) -> Response:
        """Take back the last deal, as the side that submitted it, while nobody has confirmed it."""
        found = table_at(request, table)
        self.need_a_player(found)
        data = self.read(TakeBackInput)
        actor = self.player_at(found, data["side"])
        meant = data.get("submission")
        gone = results.take_back(
            table=found,
            side=data["side"],
            submission=None if meant is None else submission_of(found, meant, "submission"),
            by=Act(actor, self.at),
        )
        return self.answer_submission(request, found, gone)


# --- Deals of several tables of an event entered at once, as a scorer ---


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
        entered = results.enter_deals(event=found, deals=deals, by=self.by)
        return Response(EnteredSerializer(entered, many=True).data, status=201)


def _deal(key: UUID, place: int, row: dict[str, Any]) -> TableDeal:
    """Return the deal under a key of its own, which follows from that of the request."""
    return TableDeal(
        table=row["table"],
        number=row.get("number"),
        data=row["data"],
        key=uuid5(key, f"{place}.{row['table']}"),
    )
