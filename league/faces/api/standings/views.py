"""Standings after any round, why an entry stands where it does, points given and taken."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.core.paginator import Paginator
from django.db.models import F, OuterRef, Prefetch, QuerySet
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Scope
from league.faces.api.access import (
    check_sees_event,
    event_at,
    get_or_404,
    sees_full_names,
    stage_at,
)
from league.faces.api.answers import EntryNameField, NumberField
from league.faces.api.api_view import ApiView
from league.faces.api.conditional import etag_for, kept_answer
from league.faces.api.list_files import FORMAT, also_a_file
from league.faces.api.pagination import PageShape, as_page, page_size_in
from league.faces.api.records import StageViewSet
from league.faces.api.resources import StageResource
from league.faces.api.schema import PAGE, act, reads
from league.faces.api.standings.serializers import (
    AdjustmentSerializer,
    StandingsRowSerializer,
    StandingsSerializer,
    SumSerializer,
    WhySerializer,
)
from league.foundation.limits import parse_int
from league.foundation.spreadsheets import MOST_ROWS as FILE_ROWS
from league.play.events.entry_names import names_as_of
from league.play.events.models import EntryMember, EventState, Stage
from league.play.events.names import name_of
from league.play.results.models import Adjustment
from league.play.rounds.models import Round, RoundState
from league.tables.outlook import shown
from league.tables.outlook.methods.marks import Aim, Chance, ClinchStatus
from league.tables.outlook.models import EntryOutlook, OutlookState, StageOutlook
from league.tables.outlook.selectors import entries_named, entries_of, marks_beside, marks_in
from league.tables.standings import services as standings
from league.tables.standings.models import PlayOff, SnapshotRow
from league.tables.standings.play_off_facts import play_offs_of
from league.tables.standings.selectors import neighbours_of, row_of, standings_page
from league.tables.standings.standings_shown import newest, stages_of
from league.tables.standings.sums import has_too_much_to_sum, sums_of

TAG = "standings"
ROUND = OpenApiParameter("round", int, description="After this round; left out: the last one.")


def whole_number(request: Request, name: str, *, most: int = 100_000) -> int | None:
    """Return a number of the query, or None where it is left out. Raises ValidationError."""
    text = request.query_params.get(name)
    if text is None:
        return None
    number = parse_int(text, most=most)
    if not number:
        raise ValidationError(
            {name: _("Give a whole number from 1 to %(most)d.") % {"most": most}}, code="invalid"
        )
    return number


class StandingsView(ApiView):
    token_scopes = {"GET": Scope.READ}

    @reads("standings_read", TAG, StandingsSerializer, parameters=[ROUND, *PAGE, FORMAT])
    @also_a_file
    def get(self, request: Request, stage: int) -> HttpResponse:
        """The standings of a stage. Nothing is read again while their version is the same."""
        return _standings_answer(self, request, stage)


class EventStandings(ApiView):
    token_scopes = {"GET": Scope.READ}

    @reads("events_standings", TAG, StandingsSerializer, parameters=[ROUND, *PAGE, FORMAT])
    @also_a_file
    def get(self, request: Request, event: int) -> HttpResponse:
        """The standings of an event: those of its newest stage that has any (`stage`)."""
        stages = stages_of(event_at(request, event))
        if not stages:
            raise Http404
        return _standings_answer(self, request, newest(stages).pk)


def _standings_answer(view: ApiView, request: Request, stage: int) -> HttpResponse:
    # the words "during" and "after" change with the round, and not with what is ranked
    playing = Round.objects.filter(stage=OuterRef("pk"), state=RoundState.OPEN)
    open_rounds = ArraySubquery(playing.order_by("number").values("number"))
    players, entries = names_as_of("event", "event__club")
    found = stage_at(
        request,
        stage,
        open_rounds=open_rounds,
        outlook_version=F("outlook__version"),
        players_as_of=players,
        entries_as_of=entries,
    )
    full = sees_full_names(request, found.event.club)
    if view.is_file_asked:
        return Response(_all_rows(request, found, full=full))
    words = tuple(found.open_rounds)  # type: ignore[attr-defined]  # annotated above
    etag = etag_for(request, "standings", full, found.pk, _versions(found), words)
    return kept_answer(request, etag, lambda: _page(request, found, full=full))


def _all_rows(request: Request, stage: Stage, *, full: bool) -> Any:
    found = standings_page(stage, whole_number(request, "round"), page_rows=FILE_ROWS)
    if found is None:
        raise Http404
    return _rows(found.rows, full=full, marks=marks_beside(found))


def _rows(rows: Sequence[SnapshotRow], *, full: bool, marks: Mapping[int, str]) -> Any:
    """Return rows; `marks` are those of the entries of whom something is certain."""
    context = {"full": full, "marks": marks}
    return StandingsRowSerializer(rows, many=True, context=context).data


def _versions(stage: Any) -> tuple[Any, ...]:
    """Return the versions of the standings, of the marks beside them and of the names in them."""
    return _version(stage), stage.outlook_version, stage.players_as_of, stage.entries_as_of


def _version(stage: Stage) -> int:
    state = getattr(stage, "standings", None)
    return state.version if state else 0


def _page(request: Request, stage: Stage, *, full: bool) -> dict[str, Any]:
    round_number = whole_number(request, "round")
    number = whole_number(request, "page") or 1
    size = page_size_in(request)
    standings = standings_page(stage, round_number, page=number, page_rows=size)
    if standings is None and (round_number is not None or number > 1):
        raise Http404
    state = getattr(stage, "standings", None)
    answer: dict[str, Any] = {
        "stage": stage.pk,
        "version": _version(stage),
        "held_back": state.held_back if state else [],
    }
    if standings is None:
        nothing: dict[str, Any] = {
            "round": None,
            "rounds": [],
            "during": False,
            "provisional": False,
        }
        return answer | nothing | as_page(request, [], count=0)
    marks = marks_beside(standings)
    return answer | {
        "round": standings.snapshot.round_number,
        "rounds": standings.rounds,
        "during": standings.is_during,
        "provisional": standings.snapshot.is_provisional,
        **as_page(
            request,
            _rows(standings.rows, full=full, marks=marks),
            count=standings.snapshot.entries,
            number=number,
            pages=standings.pages,
        ),
    }


class WhyView(ApiView):
    token_scopes = {"GET": Scope.READ}

    @reads("standings_why", TAG, WhySerializer, parameters=[ROUND])
    def get(self, request: Request, stage: int, entry: int) -> Response:
        """Why an entry stands where it does: what separated it from the one above."""
        found = stage_at(request, stage)
        full = sees_full_names(request, found.event.club)
        row = row_of(found, entry, whole_number(request, "round"))
        if row is None:
            raise Http404
        sums = {} if has_too_much_to_sum(row) else sums_of(found, row, full=full)
        around = _rows(neighbours_of(row, distance=2), full=full, marks=_marks(found, row))
        named = [{"name": name, "sum": breakdown} for name, breakdown in sums.items()]
        return Response(
            {
                "stage": found.pk,
                "round": row.snapshot.round_number,
                "during": row.is_during,  # type: ignore[attr-defined]
                "row": next(near for near in around if near["entry"] == entry),
                "around": around,
                "sums": SumSerializer(named, many=True).data,
            }
        )


def _marks(stage: Stage, row: SnapshotRow) -> dict[int, str]:
    """Return the marks beside a row: those of the last standings while the event is played."""
    is_latest = not stage.snapshots.filter(round_number__gt=row.snapshot.round_number).exists()
    return marks_in(stage) if is_latest and stage.event.state == EventState.RUNNING else {}


class AdjustmentViewSet(StageViewSet):
    """Penalties and awards of a stage; those who run it also see what was revoked."""

    queryset = Adjustment.objects.select_related("round", "entry").order_by("made_at", "id")
    serializer_class = AdjustmentSerializer
    tag, operations, input_name = TAG, "adjustments", "AdjustInput"
    example = {"entry": 41, "round": 3, "kind": "penalty", "points": 5, "reason": "Late."}
    write_permission = "results.adjust_points"
    words = {"create": "make"}
    needs_key = ("create",)

    def get_queryset(self) -> "QuerySet[Adjustment]":
        members = EntryMember.objects.select_related("player__merged_into")
        named = Prefetch("entry__members", members.order_by("position", "id"))
        rows = super().get_queryset().prefetch_related(named)
        sees_all = self.may("clubs.view_desk", self.club)
        return rows if sees_all else rows.filter(revoked_at__isnull=True)

    @action(detail=True, methods=["post"])
    def revoke(self, request: Request, **_address: Any) -> Response:
        """Take a penalty or an award back; it stays readable."""
        return self.revoked()


# --- What can still happen in a stage, for programs ---

AIMS = [(aim.value, aim.value) for aim in Aim]
CHANCES = [(chance.value, chance.value) for chance in Chance]
PARTS = 1_000


class AimSerializer(serializers.Serializer[Any]):
    aim = serializers.ChoiceField(choices=AIMS)
    chance = serializers.ChoiceField(choices=CHANCES)
    percent = serializers.FloatField(
        allow_null=True, help_text="In how many of the simulated seasons it is reached."
    )


class EntryOutlookSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField(source="entry_id")
    name = EntryNameField(source="entry")
    group = serializers.CharField(allow_blank=True, help_text="Places are within it, if any.")
    best_place = serializers.IntegerField(source="best")
    worst_place = serializers.IntegerField(source="worst")
    exact = serializers.BooleanField(
        source="is_exact", help_text="False: bounds, no place beyond them is reached."
    )
    mark = serializers.ChoiceField(
        choices=[(mark.value, mark.value) for mark in ClinchStatus], allow_blank=True
    )
    aims = serializers.SerializerMethodField()

    @extend_schema_field(AimSerializer(many=True))
    def get_aims(self, row: EntryOutlook) -> list[dict[str, Any]]:
        return [
            {
                "aim": aim,
                "chance": row.chances[aim],
                "percent": None if aim not in row.likely else 100 * row.likely[aim] / PARTS,
            }
            for aim in shown.aims_of([row])
        ]


class ContenderSerializer(serializers.Serializer[Any]):
    """What somebody needs in the last round for what is still open."""

    entry = serializers.IntegerField()
    name = serializers.CharField()
    aim = serializers.ChoiceField(choices=AIMS)
    table = serializers.CharField(allow_blank=True)
    sentences = serializers.ListField(child=serializers.CharField())


class OutlookSerializer(PageShape):
    """What can still happen in a stage. `version` counts up whenever it changes."""

    stage = serializers.IntegerField()
    state = serializers.ChoiceField(choices=OutlookState.choices)
    version = serializers.IntegerField()
    rounds_to_draw = serializers.IntegerField()
    open_tables = serializers.IntegerField()
    exact = serializers.BooleanField()
    simulations = serializers.IntegerField(
        help_text="From how many simulated seasons the percentages are; 0: there are none."
    )
    seed = serializers.IntegerField(help_text="The number that the simulation began with.")
    notes = serializers.ListField(child=serializers.CharField())
    last_round = ContenderSerializer(many=True)
    results = EntryOutlookSerializer(many=True)


class OutlookView(ApiView):
    token_scopes = {"GET": Scope.READ}

    @reads("outlook_read", TAG, OutlookSerializer, parameters=[*PAGE, FORMAT])
    @also_a_file
    def get(self, request: Request, stage: int) -> Response:
        """Which places every entry of a stage can still reach, how likely, and what it takes."""
        found = stage_at(request, stage)
        full = sees_full_names(request, found.event.club)
        if self.is_file_asked:
            rows = entries_of(found)[:FILE_ROWS]
            return Response(_outlook_rows(rows, full=full))
        return Response(_outlook_page(request, found, full=full))


def _outlook_rows(rows: Iterable[EntryOutlook], *, full: bool) -> Any:
    return EntryOutlookSerializer(rows, many=True, context={"full": full}).data


def _outlook_page(request: Request, stage: Stage, *, full: bool) -> dict[str, Any]:
    known = StageOutlook.objects.filter(stage=stage).first() or StageOutlook(stage=stage)
    pages = Paginator(entries_of(stage), page_size_in(request))
    number = whole_number(request, "page") or 1
    if number > pages.num_pages:
        raise Http404("there is no such page")
    is_known = known.state == OutlookState.KNOWN
    return {
        "stage": stage.pk,
        "state": known.state,
        "version": known.version,
        "rounds_to_draw": known.rounds_to_draw,
        "open_tables": known.open_tables,
        "exact": known.is_exact,
        "simulations": known.simulations,
        "seed": known.seed,
        "notes": shown.how_worked_out(known) if is_known else [],
        "last_round": _last_round(known, full=full),
        **as_page(
            request,
            _outlook_rows(pages.page(number).object_list, full=full),
            count=pages.count,
            number=number,
            pages=pages.num_pages,
        ),
    }


def _last_round(known: StageOutlook, *, full: bool) -> list[dict[str, Any]]:
    entries = entries_named(shown.entries_in(known))
    names = {pk: name_of(entry, public=not full) for pk, entry in entries.items()}
    return [
        contender | {"aim": of_aim["aim"]}
        for of_aim in shown.last_round_in_words(known, names)
        for contender in of_aim["contenders"]
    ]


# --- Play-offs between entries that are level: read, written down, taken back ---


class PlayOffEntryInput(serializers.Serializer[Any]):
    entry = serializers.IntegerField(min_value=1)
    points = serializers.DecimalField(max_digits=10, decimal_places=2)


class PlayOffInput(serializers.Serializer[Any]):
    """All who share a place, and nobody else, with what they made."""

    entries = serializers.ListField(child=PlayOffEntryInput(), min_length=2, max_length=200)
    note = serializers.CharField(max_length=300, required=False, allow_blank=True)


class PlayOffEntrySerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField(source="entry_id")
    name = EntryNameField(source="entry")
    points = NumberField()


class PlayOffSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    stage = serializers.IntegerField(source="stage_id")
    round = serializers.IntegerField(
        source="round.number", help_text="The number of the round before it."
    )
    entries = PlayOffEntrySerializer(source="points", many=True, help_text="Best first.")
    note = serializers.CharField()
    made_at = serializers.DateTimeField(format=None)
    revoked_at = serializers.DateTimeField(format=None, allow_null=True)


class PlayOffViewSet(ListModelMixin, StageResource):
    """Play-offs of a stage; those who run it also see what was revoked."""

    tag, operations = TAG, "play_offs"
    words = {"create": "note"}
    serializer_class = PlayOffSerializer
    lookup_url_kwarg = "play_off"
    write_permission = "results.adjust_points"

    @cached_property
    def stage(self) -> Stage:
        return self.play_off.stage if "play_off" in self.kwargs else super().stage

    @cached_property
    def play_off(self) -> PlayOff:
        rows = PlayOff.objects.select_related("stage__event__club")
        found = get_or_404(rows, pk=self.kwargs["play_off"])
        check_sees_event(self.request, found.stage.event)
        return found

    def get_queryset(self) -> "QuerySet[PlayOff]":
        rows = play_offs_of(self.stage)
        runs = self.may("clubs.view_desk", self.club)
        return rows if runs else rows.filter(revoked_at__isnull=True)

    def context(self) -> dict[str, Any]:
        return {"full": self.full}

    def answer(self, row: PlayOff, status: int = 200) -> Response:
        return super().answer(get_or_404(play_offs_of(row.stage), pk=row.pk), status)

    @act(
        PlayOffInput,
        PlayOffSerializer,
        status=201,
        keyed=True,
        example={
            "entries": [{"entry": 41, "points": 12}, {"entry": 44, "points": 7}],
            "note": "One deal.",
        },
    )
    def create(self, request: Request, **_address: Any) -> Response:
        """Write down what all who share a place made in a play-off: it says who is ahead."""
        data, key = self.read(PlayOffInput), self.key()
        made = standings.record_play_off(
            stage=self.stage,
            points={entry["entry"]: entry["points"] for entry in data["entries"]},
            note=data.get("note", ""),
            key=key,
            by=self.by,
        )
        return self.answer(made, 201)

    @action(detail=True, methods=["post"])
    def revoke(self, request: Request, **_address: Any) -> Response:
        """Take a play-off back; it stays readable."""
        return self.answer(standings.revoke_play_off(play_off=self.play_off, by=self.by))
