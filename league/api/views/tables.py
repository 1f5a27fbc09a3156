"""A table: its sheet, and what its players, a scorer or the director do there."""

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.access import hidden_from, sees_full_names, table_at
from league.api.authentication import table_link
from league.api.schema import reads, writes
from league.api.serializers.deals import SubmissionSerializer, lines_as_json, telling_as_json
from league.api.serializers.tables import (
    ConfirmedSerializer,
    ConfirmInput,
    DealInput,
    EndInput,
    PreviewSerializer,
    SubmitInput,
    TableDetailSerializer,
    TakeBackInput,
)
from league.api.table_rows import tables_as_json
from league.api.views.plain import ApiView
from league.api.views.submissions import whole
from league.results import services as results
from league.results.deal_words import Names
from league.results.models import COUNTING, Submission
from league.results.sheet import Sheet, read_sheet
from league.rounds.models import Table
from league.rounds.selectors import reasons_of, table_with_names

TAG = "tables"
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


class TableView(ApiView):
    @reads("tables_read", TAG, TableDetailSerializer)
    def get(self, request: Request, table: int) -> Response:
        """A table: who sits where, what it comes to, and its sheet with running totals."""
        found = table_at(request, table)
        return Response(_detail(request, found))


def sees_table_names(request: Request, table: Table) -> bool:
    """Those at the table know each other: its link shows full names."""
    if table_link(request) is not None:
        return True
    return sees_full_names(request, table.round.stage.event.club)


def _detail(request: Request, table: Table) -> dict[str, Any]:
    """Return a table as whoever asks may see it."""
    full = sees_table_names(request, table)
    return detail_of(table, full=full, hidden=hidden_from(request, table))


def detail_of(table: Table, *, full: bool, hidden: Collection[int] = ()) -> dict[str, Any]:
    (answer,) = tables_as_json(Table.objects.filter(pk=table.pk), full=full)
    sheet = read_sheet(table_with_names(table.pk))
    result = getattr(table, "result", None)
    return answer | {
        "event": table.round.stage.event_id,
        "award_reason": result.award_reason if result else "",
        "reasons": reasons_of(table.why),
        "next_deal": sheet.next_number,
        "next_dealer": sheet.dealer_of(sheet.next_number),
        "sheet": [row for row in _rows(sheet) if row["number"] not in hidden],
    }


def _rows(sheet: Sheet) -> list[dict[str, Any]]:
    rows, running = [], (0,) * sheet.plan.sides
    for told in sheet.tellings:
        if told.state in COUNTING:
            running = sheet.outcome.running.get(told.number, running)
        rows.append(telling_as_json(told) | {"running": list(running)})
    return rows


class TableWrite(ApiView):
    """Answers with the table as it is after the write."""

    def as_it_is(self, request: Request, table: Table) -> Response:
        fresh = table_at(request, table.pk)
        return Response(_detail(request, fresh))

    def telling(self, request: Request, told: Submission, status: int = 200) -> Response:
        fresh = Submission.objects.select_related("deal", "table__round__stage__event__club").get(
            pk=told.pk
        )
        full = sees_table_names(request, fresh.table)
        return Response(whole(fresh, full=full, reason=True), status=status)


class PreviewDeal(ApiView):
    @writes("tables_preview", TAG, DealInput, PreviewSerializer, example={"data": EXAMPLE_SUMMARY})
    def post(self, request: Request, table: int) -> Response:
        """What a deal would score here; nothing is written."""
        found = table_at(request, table)
        if not self.may("results.enter_deal", found) and not self._plays(found):
            self.refuse()
        told = self.read(DealInput)
        named = table_with_names(found.pk)
        preview = results.preview(table=named, number=told.get("number"), data=told["data"])
        names = Names(named, public=not sees_table_names(request, found))
        return Response(
            {
                "number": preview.number,
                "score": list(preview.result.score),
                "made": preview.result.made,
                "lines": lines_as_json(preview.result.lines, names),
                "running": list(preview.running),
            }
        )

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
        keyed=True,
        example={"side": 0, "number": 3, "data": EXAMPLE_SUMMARY},
    )
    def post(self, request: Request, table: int) -> Response:
        """Tell a deal for a side, with the table's link or as a player of that side.

        The same numbers from another side confirm it; other numbers stand beside it as disputed
        until the director settles them.
        """
        found = table_at(request, table)
        self.need_a_player(found)
        told, key = self.read(SubmitInput), self.key()
        actor = self.player_at(found, told["side"])
        submission = results.submit(
            table=found,
            number=told.get("number"),
            data=told["data"],
            key=key,
            by_side=told["side"],
            actor=actor,
            device="api",
            at=self.at,
        )
        return self.telling(request, submission, 201)


class EnterDeal(TableWrite):
    @writes(
        "tables_enter",
        TAG,
        DealInput,
        SubmissionSerializer,
        status=201,
        keyed=True,
        example={"number": 3, "data": EXAMPLE_SUMMARY},
    )
    def post(self, request: Request, table: int) -> Response:
        """Enter a deal as a scorer; it counts as confirmed."""
        found = table_at(request, table)
        self.need("results.enter_deal", found)
        told, key = self.read(DealInput), self.key()
        submission = results.enter(
            table=found,
            number=told.get("number"),
            data=told["data"],
            key=key,
            actor=self.actor,
            at=self.at,
        )
        return self.telling(request, submission, 201)


class ConfirmDeals(ApiView):
    @writes(
        "tables_confirm",
        TAG,
        ConfirmInput,
        ConfirmedSerializer,
        example={"side": 1, "submissions": [311, 312]},
    )
    def post(self, request: Request, table: int) -> Response:
        """Confirm deals for a side; a scorer leaves the side out and confirms for everybody."""
        found = table_at(request, table)
        if not self.may("results.confirm_deal", found):
            self.need_a_player(found)
        told = self.read(ConfirmInput)
        chosen = told.get("submissions")
        if "side" in told:
            confirmed = results.confirm(
                table=found,
                side=told["side"],
                submissions=chosen,
                actor=self.player_at(found, told["side"]),
                device="api",
                at=self.at,
            )
        else:
            self.need_side_or("results.confirm_deal", found)
            confirmed = results.confirm_for_all(
                table=found, submissions=chosen, actor=self.actor, at=self.at
            )
        return Response({"confirmed": [one.pk for one in confirmed]})


class TakeBack(TableWrite):
    @writes(
        "tables_take_back",
        TAG,
        TakeBackInput,
        SubmissionSerializer,
        example={"side": 0, "submission": 312},
    )
    def post(self, request: Request, table: int) -> Response:
        """Take back the last deal, as the side that told it and while nobody has confirmed it."""
        found = table_at(request, table)
        self.need_a_player(found)
        told = self.read(TakeBackInput)
        actor = self.player_at(found, told["side"])
        meant = told.get("submission")
        gone = results.take_back(
            table=found,
            side=told["side"],
            submission=None if meant is None else telling_of(found, meant, "submission"),
            actor=actor,
            at=self.at,
        )
        return self.telling(request, gone)


class EndTable(TableWrite):
    @writes("tables_end", TAG, EndInput, TableDetailSerializer, example={"side": 0})
    def post(self, request: Request, table: int) -> Response:
        """Say that the last deal has been played: a side in a timed round, or the director."""
        found = table_at(request, table)
        if not self.may("results.end_table", found):
            self.need_a_player(found)
        side = self.read(EndInput).get("side")
        if side is None:
            self.need_side_or("results.end_table", found)
            actor = self.actor
        else:
            actor = self.player_at(found, side)
        results.end_table(table=found, side=side, actor=actor, at=self.at)
        return self.as_it_is(request, found)


def telling_of(table: Table, pk: int, field: str) -> Submission:
    """Return a telling of this table. Raises ValidationError for any other id."""
    found = Submission.objects.filter(pk=pk, table=table).first()
    if found is None:
        raise ValidationError(
            {field: _("No deal with the id %(id)d was told at this table.") % {"id": pk}},
            code="unknown",
        )
    return found
