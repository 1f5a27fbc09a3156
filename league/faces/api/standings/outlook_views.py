"""What can still happen in a stage, for programs."""

from collections.abc import Iterable
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import sees_full_names, stage_at
from league.faces.api.answers import EntryNameField
from league.faces.api.api_view import ApiView
from league.faces.api.list_files import FORMAT, also_a_file
from league.faces.api.pagination import PageShape, as_page, page_size_in
from league.faces.api.schema import PAGE, reads
from league.faces.api.standings.views import whole_number
from league.foundation.spreadsheets.rows_and_columns import MOST_ROWS as FILE_ROWS
from league.play.events.models import Stage
from league.play.events.names import name_of
from league.tables.outlook import shown
from league.tables.outlook.methods.marks import Aim, Chance, ClinchStatus
from league.tables.outlook.models import EntryOutlook, OutlookState, StageOutlook
from league.tables.outlook.selectors import entries_named, entries_of

TAG = "standings"
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
    @reads("outlook_read", TAG, OutlookSerializer, parameters=[*PAGE, FORMAT])
    @also_a_file
    def get(self, request: Request, stage: int) -> Response:
        """Which places every entry of a stage can still reach, how likely, and what it takes."""
        found = stage_at(request, stage)
        full = sees_full_names(request, found.event.club)
        if self.is_file_asked:
            rows = entries_of(found)[:FILE_ROWS]
            return Response(_rows(rows, full=full))
        return Response(_page(request, found, full=full))


def _rows(rows: Iterable[EntryOutlook], *, full: bool) -> Any:
    return EntryOutlookSerializer(rows, many=True, context={"full": full}).data


def _page(request: Request, stage: Stage, *, full: bool) -> dict[str, Any]:
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
            _rows(pages.page(number).object_list, full=full),
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
