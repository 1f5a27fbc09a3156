"""Rounds: looked at, changed by hand, opened, closed; and their tables."""

from collections.abc import Callable
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Club, Player
from league.faces.api.access import (
    event_at,
    get_or_404,
    hidden_in_round,
    round_at,
    sees_full_names,
    table_at,
)
from league.faces.api.api_view import ApiView, fetch_all
from league.faces.api.conditional import etag_for, kept_answer
from league.faces.api.filters import RoundFilter, TableFilter, filtered
from league.faces.api.rounds.serializers import (
    CloseInput,
    DeadlineInput,
    EditedSerializer,
    EditInput,
    OpenInput,
    RoundDetailSerializer,
    RoundSerializer,
)
from league.faces.api.rounds.table_rows import TableSerializer, round_version
from league.faces.api.schema import lists, reads, writes
from league.foundation.compiled_queries import CompiledQuery
from league.play.prepared.hiding import NOTHING_HIDDEN
from league.play.results.models import TableState
from league.play.rounds import services as rounds
from league.play.rounds.models import Round, RoundState, Seat, Table
from league.play.rounds.selectors import rounds_of_event
from league.play.rounds.services import Change

TAG = "rounds"
# a round with what says who may see it, and at which version it is
WHO_SEES = CompiledQuery(
    lambda value: (
        Round.objects.filter(pk=value("pk"))
        .select_related("stage__event__club")
        .only(
            *("state", "version", "stage__event__state", "stage__event__visibility"),
            "stage__event__club__slug",
        )
    )
)


def with_counts(rounds_to_count: "QuerySet[Round]") -> "QuerySet[Round]":
    confirmed = Q(tables__result__state=TableState.CONFIRMED)
    return rounds_to_count.annotate(
        tables_count=Count("tables", distinct=True),
        tables_confirmed=Count("tables", filter=confirmed, distinct=True),
    )


def counted(round: Round) -> Round:
    return with_counts(Round.objects.select_related("stage")).get(pk=round.pk)


class RoundList(ApiView):
    @lists("rounds_list", TAG, RoundSerializer, filters=RoundFilter)
    def get(self, request: Request, event: int) -> Response:
        """The rounds of an event; those that are only drawn are for those who run it."""
        found = event_at(request, event)
        shown = with_counts(rounds_of_event(found))
        if not self.may("clubs.view_desk", found.club):
            shown = shown.exclude(state=RoundState.DRAWN)
        return self.listed(
            filtered(request, shown, RoundFilter),
            RoundSerializer,
        )


class RoundView(ApiView):
    @reads("rounds_read", TAG, RoundDetailSerializer)
    def get(self, request: Request, round: int) -> Response:
        """A round, who has no table in it, and how good its draw is."""
        found = round_at(request, round)
        full = sees_full_names(request, found.stage.event.club)
        row = counted(found)
        row.stage = found.stage
        return Response(RoundDetailSerializer(row, context={"full": full}).data)


class TablesOfRound(ApiView):
    @lists("rounds_tables", TAG, TableSerializer, filters=TableFilter)
    def get(self, request: Request, round: int) -> HttpResponse:
        """The tables of a round: seats, sides, points, states. Cheap to ask for again."""
        found = round_at(request, round, WHO_SEES)
        club: Club = found.stage.event.club
        full = sees_full_names(request, club)
        scores = self.may("results.view_room", found)
        version = round_version(found, club.pk)
        if self.is_file_asked:
            return self._rows(request, found, version.tables, full)
        etag = etag_for(request, "tables", full, scores, *version)
        return kept_answer(request, etag, lambda: self._page(request, found, version.tables, full))

    def _page(self, request: Request, round: Round, ids: list[int], full: bool) -> dict[str, Any]:
        page: dict[str, Any] = self._rows(request, round, ids, full).data
        return page

    def _rows(self, request: Request, round: Round, ids: list[int], full: bool) -> Response:
        if TableFilter.base_filters.keys() & request.query_params.keys():
            tables = Table.objects.filter(round=round).order_by("number", "room")
            ids = list(filtered(request, tables, TableFilter).values_list("pk", flat=True))
        return self.listed(
            ids, TableSerializer, full=full, hidden=lambda: hidden_in_round(request, round)
        )


class RoundWrite(ApiView):
    """A director's step with a round."""

    def step(self, request: Request, round: int, do: Callable[[Round], object]) -> Response:
        found = round_at(request, round)
        self.need("rounds.change_round", found)
        do(found)
        return Response(RoundSerializer(counted(found)).data)


class OpenRound(RoundWrite):
    @writes("rounds_open", TAG, OpenInput, RoundSerializer, example={"even_stale": False})
    def post(self, request: Request, round: int) -> Response:
        """Show a drawn round and let its tables enter deals.

        Refused with `draw_stale` while somebody came or left since it was drawn: draw it again,
        or insist with `even_stale`.
        """

        def open_it(round: Round) -> None:
            asked = self.read(OpenInput)
            rounds.open_round(round=round, **asked, actor=self.actor, at=self.at)

        return self.step(request, round, open_it)


class CloseRound(RoundWrite):
    @writes("rounds_close", TAG, CloseInput, RoundSerializer, example={"even_unfinished": False})
    def post(self, request: Request, round: int) -> Response:
        """End a round; the links of its tables stop working."""

        def close(round: Round) -> None:
            data = self.read(CloseInput)
            rounds.close_round(round=round, **data, actor=self.actor, at=self.at)

        return self.step(request, round, close)


class ReopenRound(RoundWrite):
    @writes("rounds_reopen", TAG, None, RoundSerializer)
    def post(self, request: Request, round: int) -> Response:
        """Let a closed round go on; the links work again."""
        return self.step(
            request,
            round,
            lambda round: rounds.reopen_round(round=round, actor=self.actor, at=self.at),
        )


class SetDeadline(RoundWrite):
    @writes(
        "rounds_deadline",
        TAG,
        DeadlineInput,
        RoundSerializer,
        example={"deadline": "2026-03-14T21:30:00Z"},
    )
    def post(self, request: Request, round: int) -> Response:
        """Say until when a round is to be played; null takes the deadline away."""

        def set_deadline(round: Round) -> None:
            data = self.read(DeadlineInput)
            rounds.set_deadline(round=round, **data, actor=self.actor, at=self.at)

        return self.step(request, round, set_deadline)


class EditRound(ApiView):
    @writes(
        "rounds_edit",
        TAG,
        EditInput,
        EditedSerializer,
        example={
            "changes": [{"change": "swap", "entries": [4, 9]}],
            "expected_version": 1,
            "reason": "They came together in one car.",
            "preview": True,
        },
    )
    def post(self, request: Request, round: int) -> Response:
        """Change a draw by hand. With `preview` it only says what the changes would break."""
        found = round_at(request, round)
        self.need("rounds.change_round", found)
        data = self.read(EditInput)
        changes = [Change.from_json(change) for change in data["changes"]]
        preview = rounds.preview_edit(round=found, changes=changes)
        version = preview.version
        if not data["preview"]:
            version = rounds.edit_round(
                round=found,
                changes=changes,
                expected_version=data["expected_version"],
                reason=data["reason"],
                actor=self.actor,
                at=self.at,
            ).version
        edited = {
            "round": found.pk,
            "version": version,
            "written": not data["preview"],
            "tables_changed": preview.changed,
            "breaks": preview.breaks,
        }
        return Response(EditedSerializer(edited).data)


class SubstituteInput(serializers.Serializer[Any]):
    """Who sits on the seat; null frees it.

    `exception` is the reason for seating somebody whom the event's rule on substitutes refuses.
    """

    player = serializers.IntegerField(min_value=1, allow_null=True)
    exception = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class SeatView(ApiView):
    @writes("tables_substitute", "tables", SubstituteInput, TableSerializer, example={"player": 23})
    def put(self, request: Request, table: int, seat: int) -> Response:
        """Seat a member or a substitute for one at this table; null frees the seat.

        Whom the event's rule does not allow is refused with every reason (`may_not_stand_in`).
        """
        found = table_at(request, table)
        self.need("rounds.change_round", found)
        data = self.read(SubstituteInput)
        wanted = data["player"]
        club = found.round.stage.event.club_id
        player = None if wanted is None else fetch_all(Player, club, [wanted], "player")[0]
        row = get_or_404(Seat.objects.select_related("round"), table=found, number=seat)
        rounds.seat_substitute(
            seat=row, player=player, exception=data["exception"], actor=self.actor, at=self.at
        )
        nothing_hidden = {"full": True, "hidden": lambda: NOTHING_HIDDEN}
        (shown,) = TableSerializer([found.pk], many=True, context=nothing_hidden).data
        return Response(shown)
