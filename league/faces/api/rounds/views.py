"""Rounds of a stage: drawn, opened and closed, with clock, seats and byes."""

import secrets
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from django.db.models import Count, Model, Q, QuerySet
from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Club, Player, Scope
from league.faces.api.access import (
    get_or_404,
    hidden_in_round,
    round_at,
    sees_full_names,
    table_at,
)
from league.faces.api.answers import EntryNameField
from league.faces.api.api_view import ApiView, fetch_all
from league.faces.api.conditional import etag_for, kept_answer
from league.faces.api.filters import RoundFilter, TableFilter, filtered
from league.faces.api.records import EntryOfEvent, RecordSerializer, StageViewSet
from league.faces.api.resources import EventResource, ResourceViewSet, StageResource
from league.faces.api.rounds.serializers import (
    CloseInput,
    DeadlineInput,
    DrawInput,
    DrawPreviewSerializer,
    EditedSerializer,
    EditInput,
    OpenInput,
    RedrawInput,
    RoundDetailSerializer,
    RoundSerializer,
)
from league.faces.api.rounds.table_rows import TableSerializer, round_version
from league.faces.api.schema import ACCOUNT, act, lists, reads, writes
from league.foundation.compiled_queries import CompiledQuery
from league.play.events.models import Entry
from league.play.prepared.hiding import NOTHING_HIDDEN
from league.play.results.models import TableState
from league.play.rounds import services as rounds
from league.play.rounds.clock import ENDED, PAUSED, RUNNING, Clock
from league.play.rounds.drawing import Draw
from league.play.rounds.drawing.drawn import draw_as_json
from league.play.rounds.models import ByeRequest, Round, RoundState, Seat, Table
from league.play.rounds.selectors import round_clock, rounds_of_event
from league.play.rounds.services import Change
from league.play.rounds.services.asked_byes import requests_in
from league.play.rounds.services.draw_job import check_draw_is_short, check_redraw_is_short
from league.play.rounds.services.running_rounds import MOST_MINUTES

# --- Rounds: looked at, changed by hand, drawn anew, opened, closed; and their tables ---

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


class RoundsOfEvent(ListModelMixin, EventResource):
    """The rounds of an event; those that are only drawn are for those who run it."""

    tag, operations = TAG, "rounds"
    serializer_class = RoundSerializer
    filterset_class = RoundFilter

    def get_queryset(self) -> "QuerySet[Round]":
        shown = with_counts(rounds_of_event(self.event))
        runs = self.may("clubs.view_desk", self.club)
        return shown if runs else shown.exclude(state=RoundState.DRAWN)


class RoundResource(ResourceViewSet):
    """A resource of the round of the address."""

    @cached_property
    def owner(self) -> Model:
        return self.round

    @cached_property
    def round(self) -> Round:
        return round_at(self.request, self.kwargs["round"])

    @cached_property
    def club(self) -> Club:
        return self.round.stage.event.club


class RoundViewSet(RetrieveModelMixin, RoundResource):
    """A round, who has no table in it, and how good its draw is."""

    tag, operations = TAG, "rounds"
    serializer_class = RoundDetailSerializer
    lookup_url_kwarg = "round"
    write_permission = "rounds.change_round"

    def get_object(self) -> Round:
        row = counted(self.round)
        row.stage = self.round.stage
        return row

    def context(self) -> dict[str, Any]:
        return {"full": self.full}

    @act(OpenInput, RoundSerializer, example={"even_stale": False})
    @action(detail=True, methods=["post"])
    def open(self, request: Request, **_address: Any) -> Response:
        """Show a drawn round and let its tables enter deals.

        Refused with `draw_stale` while somebody came or left since it was drawn: draw it again,
        or insist with `even_stale`.
        """
        asked = self.read(OpenInput)
        rounds.open_round(round=self.round, **asked, by=self.by)
        return self.as_it_is()

    @act(CloseInput, RoundSerializer, example={"even_unfinished": False})
    @action(detail=True, methods=["post"])
    def close(self, request: Request, **_address: Any) -> Response:
        """End a round; the links of its tables stop working."""
        asked = self.read(CloseInput)
        rounds.close_round(round=self.round, **asked, by=self.by)
        return self.as_it_is()

    @action(detail=True, methods=["post"], serializer_class=RoundSerializer)
    def reopen(self, request: Request, **_address: Any) -> Response:
        """Let a closed round go on; the links work again."""
        rounds.reopen_round(round=self.round, by=self.by)
        return self.as_it_is()

    @act(DeadlineInput, RoundSerializer, example={"deadline": "2026-03-14T21:30:00Z"})
    @action(detail=True, methods=["post"])
    def deadline(self, request: Request, **_address: Any) -> Response:
        """Say until when a round is to be played; null takes the deadline away."""
        asked = self.read(DeadlineInput)
        rounds.set_deadline(round=self.round, **asked, by=self.by)
        return self.as_it_is()

    @act(
        EditInput,
        EditedSerializer,
        example={
            "changes": [{"change": "swap", "entries": [4, 9]}],
            "expected_version": 1,
            "reason": "They came together in one car.",
            "preview": True,
        },
    )
    @action(detail=True, methods=["post"])
    def edit(self, request: Request, **_address: Any) -> Response:
        """Change a draw by hand. With `preview` it only says what the changes would break."""
        data = self.read(EditInput)
        changes = [Change.from_json(change) for change in data["changes"]]
        preview = rounds.preview_edit(round=self.round, changes=changes)
        version = preview.version
        if not data["preview"]:
            version = rounds.edit_round(
                round=self.round,
                changes=changes,
                expected_version=data["expected_version"],
                reason=data["reason"],
                by=self.by,
            ).version
        edited = {
            "round": self.round.pk,
            "version": version,
            "written": not data["preview"],
            "tables_changed": preview.changed,
            "breaks": preview.breaks,
        }
        return Response(EditedSerializer(edited).data)

    @act(RedrawInput, RoundSerializer(many=True), status=201, example={"seed": 20260314})
    @action(detail=True, methods=["post"], write_permission="")
    def redraw(self, request: Request, **_address: Any) -> Response:
        """Draw a round and those after it again, while none of them has begun.

        The same seed draws the same; without one it is chosen by lot.
        """
        self.need("rounds.draw_round", self.round)
        seed = self.read(RedrawInput).get("seed")
        check_redraw_is_short(self.round)
        drawn = rounds.redraw_in_request(
            round=self.round,
            seed=secrets.randbelow(2**31) if seed is None else seed,
            by=self.by,
        )
        return _drawn(drawn)

    @action(
        detail=True,
        methods=["post"],
        url_path="undo-draw",
        url_name="undo_draw",
        write_permission="",
        serializer_class=None,
    )
    def undo_draw(self, request: Request, **_address: Any) -> Response:
        """Throw away the draw of a round and of those after it, while none of them has begun."""
        self.need("rounds.draw_round", self.round)
        rounds.undo_draw(round=self.round, by=self.by)
        return Response(status=204)

    def as_it_is(self) -> Response:
        return Response(RoundSerializer(counted(self.round)).data)


class TablesOfRound(ApiView):
    token_scopes = {"GET": Scope.READ}

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


class SubstituteInput(serializers.Serializer[Any]):
    """Who sits on the seat; null frees it.

    `exception` is the reason for seating somebody whom the event's rule on substitutes refuses.
    """

    player = serializers.IntegerField(min_value=1, allow_null=True)
    exception = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class SeatView(ApiView):
    token_scopes = {"PUT": Scope.SCORE}

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
        rounds.seat_substitute(seat=row, player=player, exception=data["exception"], by=self.by)
        nothing_hidden = {"full": True, "hidden": lambda: NOTHING_HIDDEN}
        (shown,) = TableSerializer([found.pk], many=True, context=nothing_hidden).data
        return Response(shown)


# --- Draws: previewed and made ---


class DrawViewSet(StageResource):
    tag, operations = TAG, "stages"
    read_permission = write_permission = "rounds.draw_round"

    @reads("stages_draw_preview", TAG, DrawPreviewSerializer, by=ACCOUNT, refused=True)
    def retrieve(self, request: Request, **_address: Any) -> Response:
        """What would be drawn now; nothing is written. The desk draws what is large."""
        check_draw_is_short(self.stage)
        preview = rounds.preview_in_request(self.stage)
        drawn = draw_as_json(Draw(rounds=preview.rounds, quality=preview.quality))
        return Response(drawn | {"expected_version": preview.version})

    @act(
        DrawInput,
        RoundSerializer(many=True),
        status=201,
        example={"number": 1, "expected_version": 12},
    )
    def draw(self, request: Request, **_address: Any) -> Response:
        """Draw all rounds of a round robin, or the next round. Asked for twice, drawn once."""
        data = self.read(DrawInput)
        check_draw_is_short(self.stage)
        drawn = rounds.draw_in_request(
            stage=self.stage,
            number=data.get("number"),
            expected_version=data.get("expected_version"),
            even_unfinished=data["even_unfinished"],
            by=self.by,
        )
        return _drawn(drawn)


def _drawn(drawn: Iterable[Round]) -> Response:
    rows = with_counts(Round.objects.select_related("stage")).filter(
        pk__in=[round.pk for round in drawn]
    )
    return Response(RoundSerializer(rows.order_by("number"), many=True).data, status=201)


# --- The clock of a round: read by everybody who sees the round, run by its scorers ---

NOT_STARTED = "not_started"
ACTIONS = ("start", "pause", "resume", "extend", "end")


class ClockSerializer(serializers.Serializer[Any]):
    """A clock, and what is left of it now; of one that runs, `ends_at` is when it runs down."""

    round = serializers.IntegerField()
    state = serializers.ChoiceField(choices=[NOT_STARTED, RUNNING, PAUSED, ENDED])
    seconds_left = serializers.IntegerField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField(help_text="Counts what happened to the clock.")


class ClockInput(serializers.Serializer[Any]):
    """`minutes`: with `start` how long the round is, with `extend` by how many; less if below 0.

    `expected_version` is the clock's, as it was looked at: what two people send at once happens
    once.
    """

    action = serializers.ChoiceField(choices=ACTIONS)
    minutes = serializers.IntegerField(
        min_value=-MOST_MINUTES, max_value=MOST_MINUTES, required=False
    )
    expected_version = serializers.IntegerField(min_value=0, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["action"] == "extend" and "minutes" not in attrs:
            sentence = _("Enter by how many minutes, from 1 to %(most)d.")
            raise serializers.ValidationError({"minutes": sentence % {"most": MOST_MINUTES}})
        return attrs


class ClockViewSet(RoundResource):
    tag, operations = TAG, "rounds"
    write_permission = "rounds.run_clock"

    @reads("rounds_clock", TAG, ClockSerializer)
    def retrieve(self, request: Request, **_address: Any) -> Response:
        """The clock of a round."""
        return Response(self._shown(self.round, round_clock(self.round)))

    @act(ClockInput, ClockSerializer, example={"action": "start", "minutes": 40})
    def run_clock(self, request: Request, **_address: Any) -> Response:
        """Start, pause, resume, extend or end the clock. Repeated, it is done once."""
        return Response(self._shown(self.round, self._run(self.round, self.read(ClockInput))))

    def _run(self, round: Round, asked: dict[str, Any]) -> Clock:
        who: dict[str, Any] = {"round": round, "by": self.by}
        match asked["action"]:
            case "start":
                return rounds.start_clock(minutes=asked.get("minutes"), **who)
            case "pause":
                return rounds.pause_clock(**who)
            case "resume":
                return rounds.resume_clock(**who)
            case "extend":
                expected = asked.get("expected_version")
                return rounds.extend_clock(minutes=asked["minutes"], expected_facts=expected, **who)
        return rounds.end_clock(**who)

    def _shown(self, round: Round, clock: Clock | None) -> Any:
        if clock is None:
            nothing = {"seconds_left": None, "ends_at": None, "version": 0}
            return {"round": round.pk, "state": NOT_STARTED} | nothing
        return {
            "round": round.pk,
            "state": clock.state,
            "seconds_left": int(clock.left(self.at).total_seconds()),
            "ends_at": clock.ends_at,
            "version": clock.facts,
        }


# --- Byes that entries ask for before a round is drawn ---


class ByeRequestSerializer(RecordSerializer[ByeRequest]):
    entry = EntryOfEvent(queryset=Entry.objects.all())
    name = EntryNameField(source="entry", read_only=True)
    round = serializers.IntegerField(
        source="round_number",
        min_value=1,
        max_value=1_000,
        help_text="The number of a round that is not drawn yet.",
    )

    class Meta:
        model = ByeRequest
        fields = ["id", "stage", "entry", "name", "round", "worth", "made_at", "taken_back_at"]
        read_only_fields = ["stage"]


class ByeRequestViewSet(StageViewSet):
    """Who asked not to play in which round of a stage, and what it is worth."""

    queryset = ByeRequest.objects.all()
    serializer_class = ByeRequestSerializer
    tag, operations, input_name = TAG, "bye_requests", "ByeRequestInput"
    example = {"entry": 41, "round": 3, "worth": "half"}
    lookup_url_kwarg = "bye"
    write_permission = "rounds.draw_round"
    words = {"create": "ask"}

    def get_queryset(self) -> "QuerySet[ByeRequest]":
        return requests_in(self.event).filter(stage=self.stage, taken_back_at__isnull=True)

    def take_back(self, request: Request, **_address: Any) -> Response:
        """Take a bye back while its round is not drawn."""
        return self.revoked()
