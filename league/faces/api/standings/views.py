"""Standings after any round, why an entry stands where it does, points given and taken."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import F, OuterRef, Prefetch, QuerySet
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import adjustment_at, event_at, sees_full_names, stage_at
from league.faces.api.api_view import ApiView
from league.faces.api.conditional import etag_for, kept_answer
from league.faces.api.list_files import FORMAT, also_a_file
from league.faces.api.operations import ANYBODY
from league.faces.api.pagination import as_page, page_size_in
from league.faces.api.records.views import RecordViewSet
from league.faces.api.schema import PAGE, reads
from league.faces.api.standings.serializers import (
    AdjustmentSerializer,
    StandingsRowSerializer,
    StandingsSerializer,
    SumSerializer,
    WhySerializer,
)
from league.foundation.limits import parse_int
from league.foundation.records import services as records
from league.foundation.spreadsheets.rows_and_columns import MOST_ROWS as FILE_ROWS
from league.play.events.models import EntryMember, EventState, Stage
from league.play.results.models import Adjustment
from league.play.rounds.models import Round, RoundState
from league.tables.outlook.selectors import marks_beside, marks_in
from league.tables.standings.deciding import newest
from league.tables.standings.models import SnapshotRow
from league.tables.standings.names import names_as_of
from league.tables.standings.selectors import neighbours_of, row_of, standings_page
from league.tables.standings.standings_shown import stages_of
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
    @reads("standings_read", TAG, StandingsSerializer, parameters=[ROUND, *PAGE, FORMAT])
    @also_a_file
    def get(self, request: Request, stage: int) -> HttpResponse:
        """The standings of a stage. Nothing is read again while their version is the same."""
        return _standings_answer(self, request, stage)


class EventStandings(ApiView):
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


class AdjustmentViewSet(RecordViewSet):
    """Penalties and awards of a stage; those who run it also see what was revoked."""

    queryset = Adjustment.objects.select_related("round", "entry").order_by("made_at", "id")
    serializer_class = AdjustmentSerializer
    tag, operations, input_name = TAG, "adjustments", "AdjustInput"
    example = {"entry": 41, "round": 3, "kind": "penalty", "points": 5, "reason": "Late."}
    by_whom_reads = ANYBODY
    write_permission = "results.adjust_points"
    words = {"create": "make"}
    one_is_read = False
    needs_key = ("create",)

    @cached_property
    def owner(self) -> Stage:
        is_of_one = "adjustment" in self.kwargs
        return self.one.stage if is_of_one else stage_at(self.request, self.kwargs["stage"])

    @cached_property
    def one(self) -> Adjustment:
        return adjustment_at(self.request, self.kwargs["adjustment"])

    @cached_property
    def sees_full_names(self) -> bool:
        return sees_full_names(self.request, self.owner.event.club)

    def get_queryset(self) -> "QuerySet[Adjustment]":
        members = EntryMember.objects.select_related("player__merged_into")
        named = Prefetch("entry__members", members.order_by("position", "id"))
        rows = super().get_queryset().filter(stage=self.owner).prefetch_related(named)
        sees_all = self.may("clubs.view_desk", self.owner.event.club)
        return rows if sees_all else rows.filter(revoked_at__isnull=True)

    def perform_create(self, serializer: Any) -> None:
        serializer.save(stage=self.owner)

    @action(detail=True, methods=["post"])
    def revoke(self, request: Request, **_address: Any) -> Response:
        """Take a penalty or an award back; it stays readable."""
        records.revoke(self.one, by=self.by)
        return Response(self.get_serializer(self.one).data)
